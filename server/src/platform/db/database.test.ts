import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDb, createPool, type Db } from './database.ts';

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

test('a connection that dies inside a transaction fails that work, and nothing else', async () => {
  const owner = new pg.Client(database.owner);
  await owner.connect();
  const held = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await owner.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    // Nothing is asked of it when the news comes.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await sql`select 1`.execute(tx);
  });
  await expect(held).rejects.toThrow(/terminat|connection/i);
  await owner.end();
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});
