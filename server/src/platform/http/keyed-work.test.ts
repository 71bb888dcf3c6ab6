import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { newId } from '../db/ids.ts';
import { createDb, createPool, type Db, executeLast, type Tx } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { KeyedWork, type RequestKey } from './keyed-work.ts';

let database: TestDatabase;
let db: Db;
/** Another server process, with one connection. */
let other: Db;
let key: RequestKey;
const now = () => new Date('2026-11-21T13:05:00.000Z');

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool({ ...database.app, max: 4 }));
  other = createDb(createPool({ ...database.app, max: 1 }));
});
afterAll(async () => {
  await db.destroy();
  await other.destroy();
  await database.drop();
});
beforeEach(() => {
  key = { user_id: newId(), path: '/api/things', key: 'k' };
});

const keyed = (body = 'body', isGone = () => false) =>
  new KeyedWork({ key, now, isGone, bodyHash: async () => body });

/** A record of some table, as work would make one. */
async function insert(tx: Tx, name: string): Promise<string> {
  const id = newId();
  await tx.insertInto('idempotency_keys').values({ user_id: id, path: name, key: '' }).execute();
  return id;
}
const count = async (name: string) =>
  (await db.selectFrom('idempotency_keys').where('path', '=', name).select('key').execute()).length;

/** Work that holds the key until it is released. */
async function underway(
  name: string,
): Promise<{ readonly first: Promise<string>; readonly release: () => void }> {
  const [began, released] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const first = keyed().transaction(db, async (tx) => {
    began.resolve(undefined);
    await released.promise;
    return insert(tx, name);
  });
  await began.promise;
  return { first, release: () => released.resolve(undefined) };
}

test('work that is committed is not done again, and gives what it gave', async () => {
  const first = await keyed().transaction(db, (tx) => insert(tx, 'once'));
  const retry = keyed();
  expect(await retry.transaction(db, (tx) => insert(tx, 'once'))).toBe(first);
  expect(retry.isReplayed).toBe(true);
  expect(await count('once')).toBe(1);
});

test('bytes, moments and nothing at all come back as they were', async () => {
  const value = { bytes: Buffer.from([0, 255]), at: now(), nothing: undefined };
  const work = async (tx: Tx) => {
    await insert(tx, 'kinds');
    return value;
  };
  await keyed().transaction(db, work);
  const again = await keyed().transaction(db, work);
  expect(again).toEqual(value);
  expect(again.bytes.equals(value.bytes)).toBe(true);
});

test('work of several transactions goes on where it stopped', async () => {
  const done: string[] = [];
  const parts = async (work: KeyedWork, last: string) => {
    const ids: string[] = [];
    for (const part of ['one', 'two', 'three', 'four']) {
      ids.push(
        await work.transaction(db, async (tx) => {
          done.push(part);
          return insert(tx, `part-${part}`);
        }),
      );
      if (part === last) throw new Error('the process ends here');
    }
    return ids;
  };
  await expect(parts(keyed(), 'two')).rejects.toThrow('ends here');
  const all = await parts(keyed(), 'none');
  expect(done).toEqual(['one', 'two', 'three', 'four']);
  expect(await parts(keyed(), 'none')).toEqual(all);
});

test('what was checked before the work is recalled with it, and not without it', async () => {
  let checks = 0;
  const check = async () => (checks += 1);
  await keyed().once(check);
  const first = keyed();
  await first.once(check);
  await first.transaction(db, (tx) => insert(tx, 'checked'));
  const { steps } = await db
    .selectFrom('idempotency_keys')
    .where('user_id', '=', key.user_id)
    .select('steps')
    .executeTakeFirstOrThrow();
  const retry = keyed();
  retry.recall(steps);
  expect(await retry.once(check)).toBe(2);
  expect(checks).toBe(2);
});

test('work that fails, or changes nothing, claims nothing', async () => {
  await expect(
    keyed('one').transaction(db, async (tx) => {
      await insert(tx, 'failed');
      throw new Error('refused');
    }),
  ).rejects.toThrow('refused');
  expect(await keyed('two').transaction(db, async () => 'looked')).toBe('looked');
  expect(
    await db.selectFrom('idempotency_keys').where('user_id', '=', key.user_id).select('key').execute(),
  ).toEqual([]);
  expect(await count('failed')).toBe(0);
});

test('a statement that would end the transaction leaves it open for the claim', async () => {
  const last = (tx: Tx) => tx.selectFrom('idempotency_keys').where('path', '=', 'last').select('user_id');
  const work = async (tx: Tx) => {
    const id = await insert(tx, 'last');
    await executeLast(tx, last(tx));
    return id;
  };
  expect(await keyed().transaction(db, work)).toBe(await keyed().transaction(db, work));
  await expect(
    new KeyedWork({
      key: { ...key, key: 'other' },
      now,
      isGone: () => false,
      bodyHash: async () => '',
    }).transaction(db, async (tx) => {
      await executeLast(tx, last(tx));
      await insert(tx, 'after-last');
      throw new Error('too late for a commit');
    }),
  ).rejects.toThrow('too late');
  expect(await count('after-last')).toBe(0);
});

test('the second of two waits for the first without a connection, across server processes', async () => {
  const { first, release } = await underway('two');
  const second = keyed().transaction(other, (tx) => insert(tx, 'two'));
  // The other process has one connection only, and answers others all the while.
  for (let at = 0; at < 10; at += 1) await sql`select pg_sleep(0.02)`.execute(other);
  release();
  expect(await second).toBe(await first);
  expect(await count('two')).toBe(1);
});

test('twenty at once are one', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      keyed().transaction(at % 2 === 0 ? db : other, (tx) => insert(tx, 'twenty')),
    ),
  );
  expect(new Set(ids).size).toBe(1);
  expect(await count('twenty')).toBe(1);
});

test('another body is refused, also when the first is underway', async () => {
  const replies = await Promise.allSettled(
    ['one', 'two'].map((body) => keyed(body).transaction(db, (tx) => insert(tx, 'bodies'))),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await count('bodies')).toBe(1);
});

test('who waits and leaves is not waited with', async () => {
  const { first, release } = await underway('gone');
  await expect(
    keyed('body', () => true).transaction(other, (tx) => insert(tx, 'gone')),
  ).rejects.toMatchObject({ kind: 'unavailable' });
  release();
  await first;
});
