import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseListQuery } from '#contract/list-query.ts';
import { type Scope, within } from '../auth/scope.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDb, createPool, type Db } from './database.ts';
import { listColumns, searchColumns } from './list-columns.ts';
import { listPage, scopedList } from './list-page.ts';
import { streamList } from './stream-list.ts';

let database: TestDatabase;
let db: Db;
const [mine, theirs] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
const resource = { fields: { id: 'text', name: 'text', value: 'number' }, defaultSort: 'name asc' } as const;
const columns = listColumns(resource.fields, {
  id: { sql: 'counters.name', idType: 'text' },
  name: { sql: 'counters.name', nullable: false },
  value: { sql: 'counters.value', nullable: false },
});
const search = searchColumns(['counters.name']);
const base = (one: Db, scope: Scope) =>
  one
    .selectFrom('counters')
    .where(within(scope, 'counters.company_id'))
    .select(['counters.name', 'counters.value']);
const list = scopedList({ base, columns, search });

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.app));
  const of = (company_id: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ company_id, name: `n${at}`, value: 100 - at }));
  await db
    .insertInto('counters')
    .values([...of(mine, 7), ...of(theirs, 3)])
    .execute();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const scopes: readonly Scope[] = [
  { reach: 'company', userId: mine, companyId: mine },
  { reach: 'company', userId: mine, companyId: theirs },
  { reach: 'user', userId: mine, companyId: mine },
  { reach: 'system', userId: mine },
];
const queries = [
  { $count: 'true' },
  {},
  { $top: '3', $count: 'true' },
  { $top: '3', $skip: '6', $count: 'true' },
  { $top: '3', $skip: '60', $count: 'true' },
  { $top: '2', $orderby: 'value asc', $count: 'true' },
  { $top: '2', $orderby: 'value desc' },
  { $filter: 'value gt 95', $count: 'true' },
  { query: 'n1', $count: 'true' },
];

test('a list that is put together once gives the pages and counts of one that is put together anew', async () => {
  for (const scope of scopes) {
    for (const given of queries) {
      const query = parseListQuery(resource, given);
      const anew = await listPage(query, { base: base(db, scope), columns, search });
      const once = await list(db, scope, query);
      const shown = once.rows.map(({ name, value }) => ({ name, value }));
      expect({ ...once, rows: shown }, JSON.stringify([scope, given])).toEqual(anew);
    }
  }
});

test('its statement sees what changed since it was put together', async () => {
  const query = parseListQuery(resource, { $count: 'true' });
  const before = await list(db, { reach: 'system', userId: mine }, query);
  await sql`update counters set value = 1 where company_id = ${theirs} and name = 'n0'`.execute(db);
  await db.deleteFrom('counters').where('company_id', '=', theirs).where('name', '=', 'n2').execute();
  const after = await list(db, { reach: 'system', userId: mine }, query);
  expect([before.count, after.count]).toEqual([10, 9]);
  expect(after.rows.filter(({ value }) => value === 1)).toHaveLength(1);
});

test('a filter that no row can match is answered without asking the database', async () => {
  const ids = { fields: { id: 'id', name: 'text' }, defaultSort: 'name asc' } as const;
  const source = {
    columns: listColumns(ids.fields, {
      id: { sql: 'counters.company_id' },
      name: { sql: 'counters.name', nullable: false },
    }),
  };
  const nowhere = createDb(createPool({ ...database.app, port: 1, host: '127.0.0.1' }));
  const [scope] = scopes;
  if (!scope) throw new Error('no scope');
  const query = parseListQuery(ids, { $filter: "id eq 'x' and name eq 'n1'", $count: 'true' });
  const none = { rows: [], count: 0 };
  expect(await listPage(query, { ...source, base: base(nowhere, scope) })).toEqual(none);
  expect(await scopedList({ ...source, base })(nowhere, scope, query)).toEqual(none);
  const streamed = streamList(nowhere, query, { ...source, base: base(nowhere, scope) });
  expect(await streamed.next()).toEqual({ done: true, value: undefined });
  await nowhere.destroy();
});
