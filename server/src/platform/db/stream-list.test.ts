import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { parseListQuery } from '#contract/list-query.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDb, createPool, type Db } from './database.ts';
import { listColumns } from './list-columns.ts';
import { streamList } from './stream-list.ts';

let database: TestDatabase;
let db: Db;
const companyId = '00000000-0000-7000-8000-000000000001';
const resource = { fields: { id: 'text', name: 'text' }, defaultSort: 'name asc' } as const;
const columns = listColumns(resource.fields, {
  id: { sql: 'counters.name', idType: 'text' },
  name: { sql: 'counters.name', nullable: false },
});

beforeAll(async () => {
  database = await createTestDatabase();
  // Shorter than the client of the test waits.
  db = createDb(
    createPool({
      ...database.app,
      max: 1,
      statement_timeout: 5000,
      idle_in_transaction_session_timeout: 100,
    }),
  );
  const rows = Array.from({ length: 1200 }, (_, at) => ({
    company_id: companyId,
    name: `n${at}`,
    value: at,
  }));
  await db.insertInto('counters').values(rows).execute();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('an export to a slow client outlives the timeouts of requests, and the next transaction has them again', async () => {
  let count = 0;
  for await (const _ of streamList(db, parseListQuery(resource, {}), {
    base: db.selectFrom('counters').select('counters.name'),
    columns,
  })) {
    if (count % 500 === 0) await sleep(400);
    count += 1;
  }
  expect(count).toBe(1200);
  const { rows } = await sql<{
    idle: string;
  }>`select current_setting('idle_in_transaction_session_timeout') as idle`.execute(db);
  expect(rows).toEqual([{ idle: '100ms' }]);
});
