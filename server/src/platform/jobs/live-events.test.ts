import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createDb, createPool, type Db } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type LiveEvent, type LiveEvents, openLiveEvents } from './live-events.ts';

let database: TestDatabase;
let db: Db;
let reported: unknown[][];
const open: LiveEvents[] = [];
const event = (id: string): LiveEvent => ({ resource: 'things', companyId: 'one', id });

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.app));
});
afterEach(async () => {
  for (const events of open.splice(0)) await events.stop();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

function events(): LiveEvents {
  const made = openLiveEvents(database.app, db, (error) => reported.push([String(error)]));
  open.push(made);
  return made;
}

// Listens beside the product, so that what it hears was really told to the database.
async function hearing(work: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = [];
  reported = [];
  const ear = new pg.Client(database.app);
  await ear.connect();
  ear.on('notification', ({ payload = '' }) => heard.push(String(JSON.parse(payload).id)));
  await ear.query('listen live');
  await work();
  for (const each of open) await each.stop();
  await ear.query('select 1');
  await ear.end();
  expect(reported).toEqual([]);
  return heard;
}

test('what happens is told once it is committed, and never when it is undone', async () => {
  const live = events();
  const heard = await hearing(async () => {
    await db.transaction().execute(async (tx) => {
      await live.publish(tx, event('kept'));
      await sql`select 1`.execute(tx);
    });
    const left = db.transaction().execute(async (tx) => {
      await live.publish(tx, event('undone'));
      throw new Error('left');
    });
    await expect(left).rejects.toThrow('left');
    await live.publish(db, event('alone'));
  });
  expect(heard).toEqual(['kept', 'alone']);
});

test('all that happens is told, in its order, the same within a moment only once, also when the process stops at once', async () => {
  const live = events();
  const ids = Array.from({ length: 500 }, (_, at) => `n${at}`);
  const heard = await hearing(async () => {
    await live.publish(db, event('first'));
    for (const id of [...ids, ...ids]) await live.publish(db, event(id));
  });
  expect(heard).toEqual(['first', ...ids]);
});

test('every process hears it within a moment', async () => {
  const [one, other] = [events(), events()];
  const [mine, theirs] = [one, other].map(
    (each) => new Promise<LiveEvent>((resolve) => void each.subscribe(resolve)),
  );
  // A connection that is only being opened hears nothing yet.
  const again = setInterval(() => void one.publish(db, event('heard')), 20);
  expect(await Promise.all([mine, theirs])).toEqual([event('heard'), event('heard')]);
  clearInterval(again);
});
