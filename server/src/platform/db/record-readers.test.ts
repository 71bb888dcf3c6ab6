import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { parseListQuery } from '#contract/list-query.ts';
import type { Scope } from '../auth/scope.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDb, createPool, type Db } from './database.ts';
import type { Writer } from './history.ts';
import { newId } from './ids.ts';
import { insertRow, insertRows, updateRow } from './record.ts';
import { recordReaders, rowsOf } from './record-readers.ts';

let database: TestDatabase;
let db: Db;
const writer: Writer = {
  caller: { userId: null, name: 'Test' },
  now: () => new Date('2026-11-23T09:00:00Z'),
};
const everything: Scope = { reach: 'system', userId: newId() };
const row = z.object({ id: z.string(), name: z.string(), tag: z.string() });
const record = row.extend({
  mail: z.object({ host: z.string(), isActive: z.boolean() }),
  reach: z.string(),
  updatedBy: z.string().nullable(),
  rowVersion: z.int(),
});
const fields = { id: 'id', name: 'text', 'mail/host': 'text' } as const;
const readers = recordReaders(
  { fields, row, record },
  {
    table: 'administrations',
    rows: rowsOf('administrations'),
    columns: {
      name: { natural: true, nullable: false },
      'mail/host': 'administrations.mail_hostname',
      'mail/isActive': 'administrations.mail_is_active',
      reach: ({ reach }) => sql.val(reach),
    },
    search: ['administrations.name'],
  },
);
const queryOf = (query: Record<string, string>) =>
  parseListQuery({ fields, defaultSort: 'name asc' }, { $count: 'true', ...query });

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.app));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

async function twoCompanies(): Promise<[string, string]> {
  const of = (name: string) => ({ name, domainName: newId(), license: newId() });
  const ids = await db
    .transaction()
    .execute((tx) => insertRows(tx, writer, 'companies', [of('Mine'), of('Theirs')]));
  return [ids[0] ?? '', ids[1] ?? ''];
}

test('fields are selected by the columns of their names, objects included', async () => {
  const [companyId] = await twoCompanies();
  const values = { companyId, name: 'Hoofd', tag: 'H', coupling: 'csv', mailHostname: 'imap.example' };
  const id = await db.transaction().execute((tx) => insertRow(tx, writer, 'administrations', values));
  expect(await readers.findById(db, everything, id)).toEqual({
    id,
    name: 'Hoofd',
    tag: 'H',
    mail: { host: 'imap.example', isActive: false },
    reach: 'system',
    updatedBy: null,
    rowVersion: 1,
  });
  const { rows, count } = await readers.list(
    db,
    everything,
    queryOf({ $filter: "mail/host eq 'imap.example'" }),
  );
  expect({ rows, count }).toEqual({ rows: [{ id, name: 'Hoofd', tag: 'H' }], count: 1 });
});

test('a scope and a parent narrow what is read', async () => {
  const [mine, theirs] = await twoCompanies();
  const of = (companyId: string) => ({ companyId, name: 'Zelfde naam', tag: 'Z', coupling: 'csv' });
  const [id = '', other = ''] = await db
    .transaction()
    .execute((tx) => insertRows(tx, writer, 'administrations', [of(mine), of(theirs)]));
  const scope: Scope = { reach: 'company', userId: newId(), companyId: mine };
  const query = queryOf({ query: 'zelfde' });
  expect((await readers.list(db, scope, query)).rows.map((found) => found.id)).toEqual([id]);
  expect(
    (await readers.list(db, everything, query, { companyId: theirs })).rows.map((found) => found.id),
  ).toEqual([other]);
  expect(await readers.findById(db, scope, other)).toBeUndefined();
  expect(await readers.findById(db, everything, other, { companyId: mine })).toBeUndefined();
  expect(await readers.findById(db, everything, 'no id')).toBeUndefined();
});

test('an update leaves what is undefined, and a taken value names its field', async () => {
  const [companyId] = await twoCompanies();
  const values = { companyId, name: 'Eerste', tag: 'E', coupling: 'csv' };
  const taken = { administrations_tag_taken: 'tag' };
  const id = await db.transaction().execute((tx) => insertRow(tx, writer, 'administrations', values, taken));
  await db
    .transaction()
    .execute((tx) =>
      updateRow(tx, writer, 'administrations', { companyId, id }, { name: 'Nieuw', tag: undefined }),
    );
  expect(await readers.findById(db, everything, id)).toMatchObject({
    name: 'Nieuw',
    tag: 'E',
    rowVersion: 2,
  });
  const again = db.transaction().execute((tx) => insertRow(tx, writer, 'administrations', values, taken));
  await expect(again).rejects.toMatchObject({ extras: { codes: { tag: ['taken'] } } });
});
