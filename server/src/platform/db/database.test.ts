import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import {
  commitLazily,
  createDb,
  createPool,
  type Db,
  executeAfterCommit,
  executeLast,
  executeLater,
  onCommit,
  violatedConstraint,
} from './database.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.app));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

describe('a connection that is lost', () => {
  let other: pg.Client;
  beforeAll(async () => {
    other = new pg.Client(database.app);
    await other.connect();
  });
  afterAll(() => other.end());

  const pidOf = async (tx: Db) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]?.pid;
  const terminate = (pid: number | undefined) => other.query('select pg_terminate_backend($1, 10000)', [pid]);
  const one = async (from: Db) => (await sql<{ one: number }>`select 1 as one`.execute(from)).rows;

  test('inside a transaction, while nothing is asked of it, fails that work and nothing else', async () => {
    const pending = db.transaction().execute(async (tx) => {
      await terminate(await pidOf(tx));
      await setTimeout(200);
      await sql`select 1`.execute(tx);
    });
    await expect(pending).rejects.toMatchObject({ name: 'ConnectionLost', cause: { code: '57P01' } });
    expect(await one(db)).toEqual([{ one: 1 }]);
  });

  test('under a statement fails that work, and is not given to whoever asks next', async () => {
    const single = createDb(createPool({ ...database.app, max: 1 }));
    const pid = await pidOf(single);
    const slow = sql`select pg_sleep(60)`.execute(single);
    const isLost = expect(slow).rejects.toMatchObject({ name: 'ConnectionLost' });
    await terminate(pid);
    await isLost;
    // The only place in the pool is free again.
    expect(await one(single)).toEqual([{ one: 1 }]);
    await single.destroy();
  });

  test('under a list that is streamed frees its place in the pool', async () => {
    const single = createDb(createPool({ ...database.app, max: 1 }));
    for (let round = 0; round < 3; round += 1) {
      const tx = await single.startTransaction().execute();
      await terminate(await pidOf(tx));
      await expect(sql`select 1`.execute(tx)).rejects.toMatchObject({ name: 'ConnectionLost' });
      await expect(tx.rollback().execute()).rejects.toMatchObject({ name: 'ConnectionLost' });
    }
    expect(await one(single)).toEqual([{ one: 1 }]);
    await single.destroy();
  });

  test('while it is idle in the pool is not noticed by anybody', async () => {
    const single = createDb(createPool({ ...database.app, max: 1 }));
    await terminate(await pidOf(single));
    await setTimeout(200);
    expect(await one(single)).toEqual([{ one: 1 }]);
    await single.destroy();
  });

  test('or cannot be made, is the same error', async () => {
    const nowhere = createDb(createPool({ host: '/nonexistent', user: 'nobody', database: 'none' }));
    await expect(one(nowhere)).rejects.toMatchObject({ name: 'ConnectionLost', cause: { code: 'ENOENT' } });
    await nowhere.destroy();
  });

  test('is another error than a mistake in a statement', async () => {
    await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({ code: '22012' });
    expect(await one(db)).toEqual([{ one: 1 }]);
  });
});

test('moments leave the database as ISO text in milliseconds, whatever their zone and precision', async () => {
  const moments = [
    '2026-11-21 12:06:01+00',
    '2026-11-21 12:06:01.1234+00',
    '2026-11-21 12:06:01.5+00',
    '2026-07-01 00:00:00+02',
  ];
  const read = async (zone: string) =>
    db.connection().execute(async (connection) => {
      await sql`select set_config('timezone', ${zone}, false)`.execute(connection);
      const { rows } = await sql<{ at: string }>`select at from unnest(${moments}::timestamptz[]) at`.execute(
        connection,
      );
      await sql`reset timezone`.execute(connection);
      return rows.map(({ at }) => at);
    });
  const iso = moments.map((moment) => new Date(moment).toISOString());
  expect(await read('UTC')).toEqual(iso);
  expect(await read('Asia/Kolkata')).toEqual(iso);
});

test('a commit that need not wait for the disk is one of that transaction only', async () => {
  const setting = async (one: Db) =>
    (await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(one)).rows[0]
      ?.synchronous_commit;
  await db.connection().execute(async (connection) => {
    await sql`set synchronous_commit = on`.execute(connection);
    await connection.transaction().execute(async (tx) => {
      await commitLazily(tx);
      expect(await setting(tx)).toBe('off');
    });
    expect(await setting(connection)).toBe('on');
    await sql`reset synchronous_commit`.execute(connection);
  });
});

describe('statements that travel with the next one', () => {
  const add = (name: string) =>
    sql`insert into counters (company_id, name, value) values (gen_random_uuid(), ${name}, 1)`;
  const names = async (prefix: string) => {
    const { rows } = await sql<{
      name: string;
    }>`select name from counters where name like ${`${prefix}%`} order by name`.execute(db);
    return rows.map(({ name }) => name);
  };

  test('are there for the statement behind them, and after the commit', async () => {
    await db.transaction().execute(async (tx) => {
      await executeLater(tx, add('seen-1'));
      const { rows } = await sql`select 1 from counters where name = 'seen-1'`.execute(tx);
      expect(rows).toHaveLength(1);
      await executeLater(tx, add('seen-2'));
    });
    expect(await names('seen')).toEqual(['seen-1', 'seen-2']);
  });

  test('are gone after a rollback, whether they were sent or not', async () => {
    const leave = (isSent: boolean) =>
      db.transaction().execute(async (tx) => {
        await executeLater(tx, add('gone'));
        if (isSent) await sql`select 1`.execute(tx);
        throw new Error('left');
      });
    await expect(leave(true)).rejects.toThrow('left');
    await expect(leave(false)).rejects.toThrow('left');
    expect(await names('gone')).toEqual([]);
  });

  test('fail the statement behind them, or the commit, with their own error', async () => {
    const broken = sql`insert into counters (company_id) values (${'no id'})`;
    const work = (behind: boolean) =>
      db.transaction().execute(async (tx) => {
        await executeLater(tx, add('lost'));
        await executeLater(tx, broken);
        if (behind) await sql`select 1`.execute(tx);
      });
    await expect(work(true)).rejects.toThrow(/uuid/);
    await expect(work(false)).rejects.toThrow(/uuid/);
    expect(await names('lost')).toEqual([]);
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  test('are sent at once outside a transaction', async () => {
    await executeLater(db, add('alone'));
    expect(await names('alone')).toEqual(['alone']);
  });
});

describe('statements that are sent behind the commit', () => {
  const tell = (name: string) =>
    sql`insert into counters (company_id, name, value) values (gen_random_uuid(), ${name}, 1)`;
  const isTold = async (name: string) =>
    (await sql`select 1 from counters where name = ${name}`.execute(db)).rows.length === 1;

  test('wait for it, and are never sent after a rollback', async () => {
    await db.transaction().execute(async (tx) => {
      await executeAfterCommit(tx, tell('told'));
      await sql`select 1`.execute(tx);
      expect(await isTold('told')).toBe(false);
    });
    await expect.poll(() => isTold('told')).toBe(true);
    const left = db.transaction().execute(async (tx) => {
      await executeAfterCommit(tx, tell('untold'));
      await sql`select 1`.execute(tx);
      throw new Error('left');
    });
    await expect(left).rejects.toThrow('left');
    await db.transaction().execute((tx) => sql`select 1`.execute(tx));
    expect(await isTold('untold')).toBe(false);
  });

  test('cannot undo it', async () => {
    await db.transaction().execute(async (tx) => {
      await executeLater(
        tx,
        sql`insert into counters (company_id, name, value) values (gen_random_uuid(), ${'stays'}, 1)`,
      );
      await executeAfterCommit(tx, sql`select 1 / ${0}::integer`);
    });
    expect(await isTold('stays')).toBe(true);
  });
});

describe('a last statement that takes the commit along', () => {
  const insert = (name: string) =>
    sql`insert into counters (company_id, name, value) values (gen_random_uuid(), ${name}, 1)`.compile(db);
  const isThere = async (name: string) =>
    (await sql`select 1 from counters where name = ${name}`.execute(db)).rows.length === 1;

  test('answers as it would alone, when everything is there for others', async () => {
    const seen = await db.transaction().execute(async (tx) => {
      await executeLater(tx, insert('with-last'));
      await executeAfterCommit(tx, insert('behind-last'));
      const { rows } = await executeLast(
        tx,
        sql<{ name: string }>`select name from counters where name = ${'with-last'}`,
      );
      expect(await isThere('with-last')).toBe(true);
      return rows;
    });
    expect(seen).toEqual([{ name: 'with-last' }]);
    await expect.poll(() => isThere('behind-last')).toBe(true);
  });

  test('undoes all when it fails, or when something before it does', async () => {
    const broken = sql`insert into counters (company_id) values (${'no id'})`.compile(db);
    const failing = (before: boolean) =>
      db.transaction().execute(async (tx) => {
        await executeLater(tx, insert('undone'));
        if (before) await executeLater(tx, broken);
        await executeLast(tx, before ? insert('last') : broken);
      });
    await expect(failing(true)).rejects.toThrow(/uuid/);
    await expect(failing(false)).rejects.toThrow(/uuid/);
    expect([await isThere('undone'), await isThere('last')]).toEqual([false, false]);
  });

  test('leaves the connection ready for the next transaction', async () => {
    const one = createDb(createPool({ ...database.app, max: 1 }));
    const alone = one.transaction().execute((tx) => executeLast(tx, sql`select ${'no id'}::uuid`));
    await expect(alone).rejects.toThrow(/uuid/);
    for (const name of ['first-of-two', 'second-of-two']) {
      await one.transaction().execute(async (tx) => {
        await executeLast(tx, insert(name));
      });
    }
    const left = one.transaction().execute(async (tx) => {
      await tx.executeQuery(insert('left-behind'));
      throw new Error('left');
    });
    await expect(left).rejects.toThrow('left');
    expect([
      await isThere('first-of-two'),
      await isThere('second-of-two'),
      await isThere('left-behind'),
    ]).toEqual([true, true, false]);
    await one.destroy();
  });
});

test('news is told although nothing else happened in its transaction', async () => {
  await db.transaction().execute(async (tx) => {
    await executeAfterCommit(
      tx,
      sql`insert into counters (company_id, name, value) values (gen_random_uuid(), ${'only news'}, 1)`,
    );
  });
  await expect
    .poll(async () => (await sql`select 1 from counters where name = 'only news'`.execute(db)).rows.length)
    .toBe(1);
});

describe('work once a transaction is committed', () => {
  const insert = (name: string) =>
    sql`insert into counters (company_id, name, value) values (gen_random_uuid(), ${name}, 1)`.compile(db);
  const isThere = async (name: string) =>
    (await sql`select 1 from counters where name = ${name}`.execute(db)).rows.length === 1;

  test('is done when others see what was written, whether the commit went alone or with a statement', async () => {
    for (const last of ['committed alone', 'committed with a statement', 'committed as the only one']) {
      const seen: Promise<boolean>[] = [];
      await db.transaction().execute(async (tx) => {
        await onCommit(tx, () => seen.push(isThere(last)));
        if (last === 'committed with a statement') await sql`select 1`.execute(tx);
        expect(seen).toEqual([]);
        if (last === 'committed alone') await tx.executeQuery(insert(last));
        else await executeLast(tx, insert(last));
      });
      expect(await Promise.all(seen)).toEqual([true]);
    }
  });

  test('is never done after a rollback or a failed commit, nor by the next transaction of the connection', async () => {
    const one = createDb(createPool({ ...database.app, max: 1 }));
    let done = 0;
    const failing = (how: 'thrown' | 'in front' | 'last') =>
      one.transaction().execute(async (tx) => {
        await onCommit(tx, () => void (done += 1));
        const broken = sql`insert into counters (company_id) values (${'no id'})`.compile(one);
        if (how === 'in front') await executeLater(tx, broken);
        if (how === 'last') await executeLast(tx, broken);
        if (how === 'thrown') throw new Error('left');
      });
    for (const how of ['thrown', 'in front', 'last'] as const)
      await expect(failing(how)).rejects.toThrow(how === 'thrown' ? 'left' : /uuid/);
    await one.transaction().execute((tx) => sql`select 1`.execute(tx));
    await one.destroy();
    expect(done).toBe(0);
  });

  test('is done at once outside a transaction, and where nothing else was asked of one', async () => {
    let done = 0;
    await onCommit(db, () => void (done += 1));
    expect(done).toBe(1);
    await db.transaction().execute((tx) => onCommit(tx, () => void (done += 1)));
    expect(done).toBe(2);
  });
});

describe('the constraint that a write ran into', () => {
  const failing = (statement: string) =>
    sql
      .raw(statement)
      .execute(db)
      .then(
        () => undefined,
        (error: unknown) => violatedConstraint(error),
      );
  const raised = (message: string, state = '23505') =>
    failing(`do $$ begin raise exception '${message}' using errcode = '${state}'; end $$`);

  test('has its name in the migrations', async () => {
    const duplicate = `insert into counters (company_id, name, value) select '00000000-0000-0000-0000-000000000000', 'x', 1 from generate_series(1, 2)`;
    expect(await failing(duplicate)).toBe('counters_pkey');
  });

  test('has that name on a server that holds a part of the table, whose constraints have the number of the part', async () => {
    const owner = createDb(createPool({ ...database.owner, max: 1 }));
    await sql`create table tags_102008 (tag text constraint tags_taken_102008 unique)`.execute(owner);
    const wrote = sql`insert into tags_102008 values ('a'), ('a')`.execute(owner);
    expect(violatedConstraint(await wrote.catch((error: unknown) => error))).toBe('tags_taken');
    await owner.destroy();
  });

  // All that the coordinator passes on of a server is code and message.
  test.each([
    ['duplicate key value violates unique constraint "tags_taken_102008"', '23505'],
    [
      'insert or update on table "tags_1020081" violates foreign key constraint "tags_taken_1020081"',
      '23503',
    ],
    [
      'update or delete on table "a_102010" violates foreign key constraint "tags_taken_102011" on table "b_102011"',
      '23503',
    ],
    ['new row for relation "tags_102008" violates check constraint "tags_taken_102008"', '23514'],
    ['conflicting key value violates exclusion constraint "tags_taken_102008"', '23P01'],
  ])('is read from a message that comes without fields: %s', async (message, state) => {
    expect(await raised(message, state)).toBe('tags_taken');
  });

  test('is none for what is no violation', async () => {
    expect(await raised('something about constraint "tags_taken"', '22000')).toBeUndefined();
    expect(await failing('select 1 / 0')).toBeUndefined();
  });
});
