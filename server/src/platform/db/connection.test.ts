import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDb, createPool, type Db, executeLater } from './database.ts';

let database: TestDatabase;
// One connection, which plans each statement once.
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool({ ...database.app, max: 1 }));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const things = async (first: number, last: number) => {
  const { rows } =
    await sql`select n, n::bigint as big, case when n > 1 then 'é' || n end as text, n > 1 as flag, array[n] as list,
    jsonb_build_object('n', n) as json, '2026-11-21'::date + n as day, null::text as nothing
    from generate_series(${first}::integer, ${last}::integer) n`.execute(db);
  return rows;
};
const thing = (n: number) => ({
  n,
  big: n,
  text: n > 1 ? `é${n}` : null,
  flag: n > 1,
  list: [n],
  json: { n },
  day: `2026-11-${21 + n}`,
  nothing: null,
});

test('a statement reads its rows the same however often it was asked, none and many', async () => {
  expect(await things(1, 2)).toEqual([thing(1), thing(2)]);
  expect(await things(2, 1)).toEqual([]);
  expect(await things(1, 3)).toEqual([thing(1), thing(2), thing(3)]);
  const [one, other] = [await things(1, 1), await things(1, 1)];
  expect(one).toEqual(other);
  expect(one[0]).not.toBe(other[0]);
});

test('a statement that was answered with none at first is read as well later', async () => {
  const named = (name: string) =>
    sql<{ name: string }>`select name from counters where name = ${name}`.execute(db);
  expect((await named('later')).rows).toEqual([]);
  await sql`insert into counters (company_id, name, value) values (gen_random_uuid(), ${'later'}, 1)`.execute(
    db,
  );
  expect((await named('later')).rows).toEqual([{ name: 'later' }]);
});

test('how many rows a change met is told each time', async () => {
  const raise = (name: string) => sql`update counters set value = value + 1 where name = ${name}`.execute(db);
  await sql`insert into counters (company_id, name, value) values (gen_random_uuid(), 'raised', 1), (gen_random_uuid(), 'raised', 1)`.execute(
    db,
  );
  const results = [await raise('raised'), await raise('nobody'), await raise('raised')];
  expect(results.map(({ numAffectedRows }) => numAffectedRows)).toEqual([2n, 0n, 2n]);
});

test('a statement that fails, at first or later, is answered right when it comes again', async () => {
  const half = (by: number) => sql<{ half: number }>`select 10 / ${by}::integer as half`.execute(db);
  await expect(half(0)).rejects.toThrow('division by zero');
  expect((await half(2)).rows).toEqual([{ half: 5 }]);
  await expect(half(0)).rejects.toThrow('division by zero');
  expect((await half(5)).rows).toEqual([{ half: 2 }]);
  await expect(sql`select no_such_function(${1}::integer)`.execute(db)).rejects.toThrow('no_such_function');
  await expect(sql`select ${'no number'}::integer`.execute(db)).rejects.toThrow('invalid input syntax');
});

test('an error names who asked', async () => {
  const asked = async () => sql`select 1 / ${0}::integer`.execute(db);
  const error: unknown = await asked().catch((caught: unknown) => caught);
  expect(error instanceof Error && error.stack).toContain('connection.test.ts');
});

test('statements that travel together are each answered with their own rows', async () => {
  const seen = await db.transaction().execute(async (tx) => {
    await executeLater(tx, sql`select 'unread' as other, 1 as more`);
    const first = await sql<{ name: string }>`select name from counters where name = ${'later'}`.execute(tx);
    await executeLater(tx, sql`select 'unread' as other, 1 as more`);
    const again = await sql<{ name: string }>`select name from counters where name = ${'later'}`.execute(tx);
    return [...first.rows, ...again.rows];
  });
  expect(seen).toEqual([{ name: 'later' }, { name: 'later' }]);
});

test('a statement whose rows would look otherwise is refused, and never read wrong', async () => {
  const owner = createDb(createPool({ ...database.owner, max: 1 }));
  await sql`create table shapes (a integer)`.execute(owner);
  await sql`insert into shapes values (1)`.execute(owner);
  const all = () => sql`select * from shapes where a = ${1}`.execute(owner);
  expect((await all()).rows).toEqual([{ a: 1 }]);
  await sql`alter table shapes add column b text default 'new'`.execute(owner);
  await expect(all()).rejects.toThrow('cached plan must not change result type');
  await owner.destroy();
});

test('a statement alone that a deadlock with a migration ended is sent once more', async () => {
  const owner = createDb(createPool({ ...database.owner, max: 2 }));
  await sql`create table lead (a integer)`.execute(owner);
  await sql`create table rear (a integer)`.execute(owner);
  const read = await owner.transaction().execute(async (tx) => {
    await sql`alter table rear add column b integer`.execute(tx);
    const reading = sql`select lead.a from lead, rear`.execute(owner);
    // It has one table and waits for the other; whoever waits longest is ended.
    await expect
      .poll(async () => (await sql`select from pg_locks where not granted`.execute(tx)).rows.length)
      .toBeGreaterThan(0);
    await sql`alter table lead add column b integer`.execute(tx);
    return { reading };
  });
  expect((await read.reading).rows).toEqual([]);
  await owner.destroy();
});

test('any number of questions of several kinds at once get their own answers', async () => {
  const many = createDb(createPool({ ...database.app, max: 3 }));
  const ask = async (n: number) =>
    n % 2 === 0
      ? (await sql<{ n: number }>`select ${n}::integer as n`.execute(many)).rows
      : (await sql<{ text: string }>`select ${String(n)}::text as text, 1 as one`.execute(many)).rows;
  const answers = await Promise.all(Array.from({ length: 300 }, (_, n) => ask(n)));
  expect(answers).toEqual(
    Array.from({ length: 300 }, (_, n) => (n % 2 === 0 ? [{ n }] : [{ text: String(n), one: 1 }])),
  );
  await many.destroy();
});
