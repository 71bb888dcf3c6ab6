import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/platform/testing/database.ts';
import { ConnectionLost } from './connection-lost.ts';
import { createDb, createPool, type Db, executeLast, type Tx } from './database.ts';
import { newId, noCompany } from './ids.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
let db: Db;
let other: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool({ ...database.app, max: 4 }));
  other = new pg.Client(database.app);
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await db.destroy();
  await database.drop();
});

const insert = (tx: Tx, name: string) =>
  tx.insertInto('counters').values({ company_id: noCompany, name, value: 1 }).execute();
const pidOf = async (tx: Tx) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]?.pid;
const end = (pid: number | undefined) => other.query('select pg_terminate_backend($1, 5000)', [pid]);

test('two that wait for each other both succeed', async () => {
  for (const name of ['a', 'b']) await db.transaction().execute((tx) => insert(tx, name));
  let runs = 0;
  const raise = (first: string, second: string) =>
    inTransaction(db, async (tx) => {
      runs += 1;
      for (const name of [first, second]) {
        await sql`update counters set value = value + 1 where company_id = ${noCompany} and name = ${name}`.execute(
          tx,
        );
        await sql`select pg_sleep(0.2)`.execute(tx);
      }
    });
  await Promise.all([raise('a', 'b'), raise('b', 'a')]);
  expect(runs).toBe(3);
  const { rows } = await other.query(`select value::integer from counters where name in ('a', 'b')`);
  expect(rows).toEqual([{ value: 3 }, { value: 3 }]);
});

test('one whose connection ends before the commit runs again, four times in all', async () => {
  const name = newId();
  let runs = 0;
  await inTransaction(db, async (tx) => {
    runs += 1;
    await insert(tx, name);
    if (runs < 4) await end(await pidOf(tx));
  });
  expect(runs).toBe(4);
  runs = 0;
  const never = inTransaction(db, async (tx) => {
    runs += 1;
    await end(await pidOf(tx));
    await insert(tx, newId());
  });
  await expect(never).rejects.toThrow(ConnectionLost);
  expect(runs).toBe(4);
});

test('one whose commit may have succeeded does not run again', async () => {
  const name = newId();
  let runs = 0;
  const lost = inTransaction(db, async (tx) => {
    runs += 1;
    await insert(tx, name);
    const pid = await pidOf(tx);
    // Its statement waits while the session ends, with the commit behind it.
    await Promise.all([executeLast(tx, sql`select pg_sleep(30)`), end(pid)]);
  });
  await expect(lost).rejects.toMatchObject({ mayBeCommitted: true });
  expect(runs).toBe(1);
});
