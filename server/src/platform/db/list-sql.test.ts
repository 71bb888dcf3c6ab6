import * as fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ListQuery, parseListQuery } from '#contract/list-query.ts';
import { fits } from '#contract/list-query/evaluate.ts';
import { filterArbitrary } from '#contract/list-query/filter-arbitrary.ts';
import {
  and,
  any,
  contains,
  endsWith,
  eq,
  type Filter,
  ge,
  isIn,
  ne,
  not,
  or,
  startsWith,
} from '#contract/list-query/tree.ts';
import type { ListFields } from '#contract/resource.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDb, createPool } from './database.ts';
import { listColumns, searchColumns } from './list-columns.ts';
import { listPage } from './list-page.ts';
import { filterSql } from './list-sql.ts';

const fields = {
  id: 'id',
  number: 'id',
  name: 'text',
  reference: 'text',
  status: 'number',
  amount: 'number',
  isActive: 'boolean',
  dayOn: 'day',
  createdAt: 'instant',
  'owner/name': 'text',
  users: { any: { id: 'id', name: 'text' } },
} as const satisfies ListFields;
const resource = { fields, defaultSort: '' };

interface Rows {
  id: string;
  number: number;
  name: string | null;
  reference: string | null;
  status: number | null;
  amount: number | null;
  is_active: boolean | null;
  day_on: string | null;
  created_at: string | null;
  owner_name: string | null;
}
type Tables = {
  list_rows: Rows;
  list_users: { row_id: string; id: string; name: string | null };
};

const columns = listColumns(fields, {
  id: 'list_rows.id',
  number: { sql: 'list_rows.number', idType: 'bigint', nullable: false },
  name: { sql: 'list_rows.name', nullable: true },
  reference: { sql: 'list_rows.reference', nullable: true },
  status: { sql: 'list_rows.status', nullable: true },
  amount: 'list_rows.amount',
  isActive: 'list_rows.is_active',
  dayOn: 'list_rows.day_on',
  createdAt: 'list_rows.created_at',
  'owner/name': sql`list_rows.owner_name`,
  users: {
    exists: (condition) =>
      sql`exists (select 1 from list_users u where u.row_id = list_rows.id and ${condition})`,
    any: { id: 'u.id', name: 'u.name' },
  },
});
const search = searchColumns([
  'list_rows.name',
  'list_rows.reference',
  { folded: sql`norm(list_rows.owner_name)` },
]);

const uuid = (last: number) => `0197a4b2-7b1e-7c3d-9a40-${String(last).padStart(12, '0')}`;
// One a line would be a page of single words.
const names = [
  'Café Noir|CAFE noir|cafe\u0301|Šárka|Straße 7|Bjørn|100% wol|100 wol|a_b|aXb|a\\b',
  "O'Brien| naïve |Ærø|ĳs||x2|x10|🧶 kleed|日本|null|A|a",
].flatMap((line) => line.split('|'));
const moments = [
  '2026-11-20T22:59:59.999Z',
  '2026-11-20T23:00:00.000Z',
  '2026-11-21T10:00:00.123Z',
  '2026-06-20T21:59:59.999Z',
  '2026-06-20T22:00:00.000Z',
  '1999-12-31T23:30:00.000Z',
];
const days = ['2026-11-20', '2026-11-21', '2026-06-21', '2000-01-01'];
const numbers = [
  0, 1, 6, -1, 12.5, 2147483647, 2147483648, -2147483649, 9007199254740991, 0.1, 1e21, 1e300, 5e-324,
];

const pick = <T>(list: readonly T[], at: number): T | null => list[at % (list.length + 1)] ?? null;
const records = Array.from({ length: 90 }, (_, at) => ({
  id: uuid(at),
  number: String(at),
  name: pick(names, at * 7),
  reference: pick(names, Math.floor(at / 4) * 5 + at),
  status: pick([0, 1, 6, -1, 2147483647], at),
  amount: pick([0, 12.5, 0.1, -1, 9007199254740991], at * 3),
  isActive: pick([true, false], at),
  dayOn: pick(days, at),
  createdAt: pick(moments, at * 5 + 1),
  owner: at % 4 === 0 ? null : { name: pick(names, at * 11) },
  users: Array.from({ length: at % 3 }, (_user, place) => ({
    id: uuid(at + place),
    name: pick(names, at + place),
  })),
}));

let database: TestDatabase;
let db: Kysely<Tables>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.owner)).$extendTables<Tables>();
  // Text is compared as the evaluator does it, whatever the locale of the server.
  await sql`create table list_rows (id uuid primary key, number bigint not null, name text collate pg_c_utf8,
    reference text collate pg_c_utf8, status integer, amount numeric, is_active boolean, day_on date,
    created_at timestamptz, owner_name text collate pg_c_utf8)`.execute(db);
  await sql`create table list_users (row_id uuid not null, id uuid not null, name text collate pg_c_utf8)`.execute(
    db,
  );
  await db
    .insertInto('list_rows')
    .values(
      records.map((record) => ({
        id: record.id,
        number: Number(record.number),
        name: record.name,
        reference: record.reference,
        status: record.status,
        amount: record.amount,
        is_active: record.isActive,
        day_on: record.dayOn,
        created_at: record.createdAt,
        owner_name: record.owner?.name ?? null,
      })),
    )
    .execute();
  const users = records.flatMap((record) => record.users.map((user) => ({ ...user, row_id: record.id })));
  await db.insertInto('list_users').values(users).execute();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const everything: ListQuery = parseListQuery(resource, {});

function page(query: Partial<ListQuery>) {
  const base = db.selectFrom('list_rows').select(['list_rows.id', 'list_rows.name']);
  return listPage({ ...everything, ...query }, { base, columns, search });
}

async function idsOf(filter: Filter): Promise<string[]> {
  return (await page({ filter })).rows.map(({ id }) => id);
}

const expected = (filter: Filter) =>
  records.filter((record) => fits(filter, fields, record)).map(({ id }) => id);

// Pieces of the texts that are stored, and texts that are hard to carry.
const piece = fc.tuple(fc.constantFrom(...names), fc.nat(4), fc.nat(4)).map(([name, from, length]) =>
  Array.from(name)
    .slice(from, from + length)
    .join(''),
);
const hostile = fc.constantFrom(
  "'; drop table list_rows; --",
  '%',
  '_',
  '\\',
  '\\%',
  "''",
  '$1',
  '{"a","b"}',
  'NULL',
  '\u00e9',
);
const values = {
  text: fc.oneof(fc.constantFrom(...names), piece, hostile),
  id: fc.oneof(
    fc.constantFrom(...records.map(({ id }) => id)),
    fc.constantFrom(uuid(3).toUpperCase(), 'x', '7', '12345678901234567890'),
  ),
  number: fc.constantFrom(...numbers),
  boolean: fc.boolean(),
  day: fc.constantFrom(...days, '1000-01-01', '9999-12-31'),
  instant: fc.constantFrom(...moments, ...days, '9999-12-31'),
};

test('every condition finds the rows that it finds in memory, and no value upsets the database', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(filterArbitrary(fields, values), async (filter) => {
      const wanted = expected(filter);
      expect(await idsOf(filter)).toEqual(wanted);
      if (wanted.length > 0 && wanted.length < records.length) found += 1;
    }),
    { numRuns: 400 },
  );
  // Most conditions must tell rows apart, or the comparison says little.
  expect(found).toBeGreaterThan(80);
});

describe('a condition', () => {
  test('finds text whatever its case and accents', async () => {
    const namesOf = async (filter: Filter) => new Set((await page({ filter })).rows.map(({ name }) => name));
    expect(await namesOf(contains('name', 'cafe'))).toEqual(
      new Set(['Café Noir', 'CAFE noir', 'cafe\u0301']),
    );
    expect(await namesOf(contains('name', 'CAFÉ'))).toEqual(
      new Set(['Café Noir', 'CAFE noir', 'cafe\u0301']),
    );
    expect(await namesOf(startsWith('name', 'strasse'))).toEqual(new Set(['Straße 7']));
    expect(await namesOf(endsWith('name', 'NOIR'))).toEqual(new Set(['Café Noir', 'CAFE noir']));
    expect(await namesOf(contains('name', '日'))).toEqual(new Set(['日本']));
  });

  test('takes % _ and \\ for what they are, in every width', async () => {
    const namesOf = async (text: string) =>
      (await page({ filter: contains('name', text) })).rows.map(({ name }) => name);
    expect(new Set(await namesOf('%'))).toEqual(new Set(['100% wol']));
    expect(new Set(await namesOf('％'))).toEqual(new Set(['100% wol']));
    expect(new Set(await namesOf('a_b'))).toEqual(new Set(['a_b']));
    expect(new Set(await namesOf('a＿b'))).toEqual(new Set(['a_b']));
    expect(new Set(await namesOf('a\\b'))).toEqual(new Set(['a\\b']));
    expect(new Set(await namesOf('a＼b'))).toEqual(new Set(['a\\b']));
  });

  test('counts an empty field as unequal, and its opposite as what is left', async () => {
    const empty = records.filter(({ status }) => status === null).length;
    expect(empty).toBeGreaterThan(0);
    const [six, notSix, opposite] = [
      await idsOf(eq('status', 6)),
      await idsOf(ne('status', 6)),
      await idsOf(not(eq('status', 6))),
    ];
    expect(six.length + notSix.length).toBe(records.length);
    expect(opposite).toEqual(notSix);
    expect(await idsOf(not(contains('name', 'a')))).toHaveLength(
      records.length - (await idsOf(contains('name', 'a'))).length,
    );
  });

  test('on a moment knows the millisecond that the wire shows', async () => {
    await sql`update list_rows set created_at = '2031-01-01T10:00:00.123456Z' where id = ${uuid(0)}`.execute(
      db,
    );
    try {
      const found = [uuid(0)];
      expect(await idsOf(eq('createdAt', '2031-01-01T10:00:00.123Z'))).toEqual(found);
      expect(await idsOf(isIn('createdAt', ['2031-01-01T10:00:00.123Z']))).toEqual(found);
      expect(await idsOf(eq('createdAt', '2031-01-01'))).toEqual(found);
      expect(await idsOf(ge('createdAt', '2031-01-01T10:00:00.124Z'))).toEqual([]);
    } finally {
      await sql`update list_rows set created_at = ${records[0]?.createdAt ?? null} where id = ${uuid(0)}`.execute(
        db,
      );
    }
  });

  test('has one SQL text for one shape, whatever the values', () => {
    const textOf = (filter: Filter) => {
      const where = filterSql(filter, columns);
      return where ? db.selectFrom('list_rows').select('id').where(where).compile().sql : 'none';
    };
    const shape = (text: string, many: string[]) =>
      textOf(and(contains('name', text), isIn('reference', many), any('users', eq('id', uuid(many.length)))));
    expect(shape('a', ['a'])).toBe(shape("'; --", ['b', 'c', 'd']));
    expect(
      textOf(and(parseListQuery(resource, { $filter: 'true and 1 eq 1' }).filter, eq('status', 1))),
    ).toBe(textOf(eq('status', 2)));
    expect(textOf({ kind: 'always', value: true })).toBe('none');
  });
});

describe('a page', () => {
  test('that follows another never repeats or skips a row, although many sort alike', async () => {
    const orderBy = parseListQuery(resource, { $orderby: 'isActive desc,status' }).orderBy;
    const seen: string[] = [];
    for (let skip = 0; skip < records.length; skip += 8) {
      const { rows } = await page({ top: 8, skip, orderBy });
      seen.push(...rows.map(({ id }) => id));
    }
    expect(seen).toHaveLength(records.length);
    expect(new Set(seen).size).toBe(records.length);
  });

  test('sorts numbers inside texts by value, and empty ones first', async () => {
    const filter = or(startsWith('name', 'x'), eq('name', null), eq('name', 'A'));
    const natural = listColumns(
      { id: 'id', name: 'text' },
      { id: 'list_rows.id', name: { sql: 'list_rows.name', natural: true, nullable: true } },
    );
    const base = db.selectFrom('list_rows').select('list_rows.name');
    const sorted = async ($orderby: string) => {
      const { orderBy } = parseListQuery(resource, { $orderby });
      const { rows } = await listPage({ ...everything, filter, orderBy }, { base, columns: natural });
      return [...new Set(rows.map(({ name }) => name))];
    };
    expect(await sorted('name')).toEqual([null, 'A', 'x2', 'x10']);
    expect(await sorted('name desc')).toEqual(['x10', 'x2', 'A', null]);
  });

  test('has the exact count iff asked, also past the end', async () => {
    const filter = eq('isActive', true);
    const all = expected(filter).length;
    expect(all).toBeGreaterThan(20);
    expect(await page({ filter, top: 10 })).not.toHaveProperty('count');
    expect((await page({ filter, top: 10, count: true })).count).toBe(all);
    expect(await page({ filter, count: true })).toMatchObject({ rows: { length: all }, count: all });
    expect(await page({ filter, top: all, count: true })).toMatchObject({
      rows: { length: all },
      count: all,
    });
    expect(await page({ filter, skip: 20, count: true })).toMatchObject({
      rows: { length: all - 20 },
      count: all,
    });
    expect(await page({ filter, skip: 1000, count: true })).toEqual({ rows: [], count: all });
    expect(await page({ filter: isIn('status', []), count: true })).toEqual({ rows: [], count: 0 });
  });

  test('is searched by words that may each be in another column', async () => {
    const words = async (query: string) =>
      new Set((await page(parseListQuery(resource, { query }))).rows.map(({ id }) => id));
    const has = (text: string | null | undefined, word: string) =>
      fits(contains('name', word), fields, { name: text ?? null });
    const wanted = (...all: string[]) =>
      new Set(
        records
          .filter(({ name, reference, owner }) =>
            all.every((word) => [name, reference, owner?.name].some((text) => has(text, word))),
          )
          .map(({ id }) => id),
      );
    const [one, two] = [await words('noir'), await words(' NOIR  X ')];
    expect(one.size).toBeGreaterThan(two.size);
    expect(two.size).toBeGreaterThan(0);
    expect(one).toEqual(wanted('noir'));
    expect(two).toEqual(wanted('noir', 'x'));
    expect(await words('%')).toEqual(wanted('%'));
    expect((await words('noirbjørn')).size).toBe(0);
    expect((await words('')).size).toBe(records.length);
  });
});
