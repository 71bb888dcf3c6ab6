import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Scope, within } from '../auth/scope.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDb, createPool, type Db } from './database.ts';
import { scopedStatement, type Slot, statement } from './statement.ts';

let database: TestDatabase;
let db: Db;
const mine = '00000000-0000-7000-8000-000000000001';
const theirs = '00000000-0000-7000-8000-000000000002';

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.app));
  await db
    .insertInto('counters')
    .values([
      { company_id: mine, name: 'a', value: 1 },
      { company_id: theirs, name: 'a', value: 2 },
    ])
    .execute();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('a statement is put together once, whatever it is filled with', async () => {
  let built = 0;
  const valueOf = statement((one: Db, slot: Slot<'company' | 'name'>) => {
    built += 1;
    return one
      .selectFrom('counters')
      .select('value')
      .where('company_id', '=', slot('company'))
      .where('name', '=', slot('name'));
  });
  expect(await valueOf.first(db, { company: mine, name: 'a' })).toEqual({ value: 1 });
  expect(await valueOf.first(db, { company: theirs, name: 'a' })).toEqual({ value: 2 });
  expect(await valueOf.all(db, { company: theirs, name: "a' or true --" })).toEqual([]);
  expect(built).toBe(1);
});

test('a slot may stay empty', async () => {
  const echo = statement((one: Db, slot: Slot<'text'>) =>
    one.selectNoFrom(sql<string | null>`${slot('text')}::text`.as('text')),
  );
  expect(await echo.first(db, { text: null })).toEqual({ text: null });
});

test('each reach of a scope has a statement of its own, filled with the ids of the caller', async () => {
  const values = scopedStatement((one, scope) =>
    one.selectFrom('counters').select('value').where(within(scope, 'counters.company_id')).orderBy('value'),
  );
  const seen = async (scope: Scope) => (await values.all(db, scope, {})).map(({ value }) => value);
  expect(await seen({ reach: 'company', userId: 'u', companyId: mine })).toEqual([1]);
  expect(await seen({ reach: 'company', userId: 'u', companyId: theirs })).toEqual([2]);
  expect(await seen({ reach: 'user', userId: 'u', companyId: mine })).toEqual([]);
  expect(await seen({ reach: 'system', userId: 'u' })).toEqual([1, 2]);
});

test('a slot inside another text is refused', async () => {
  const wrong = statement((one: Db, slot: Slot<'part'>) =>
    one
      .selectFrom('counters')
      .select('value')
      .where('name', 'like', `%${slot('part')}%`),
  );
  await expect(wrong.all(db, { part: 'a' })).rejects.toThrow('a slot is a value of its own');
});
