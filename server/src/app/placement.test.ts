import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/platform/testing/database.ts';
import type { Placement } from '#server/platform/db/distribute.ts';
import { placements } from './placement.ts';

// What a database that is spread by company asks of the schema, read from the migrated schema itself.
let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.owner);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const placed: Readonly<Record<string, Placement>> = placements;
const isDistributed = (table: string) => placed[table] === 'distributed';

test('every table has a placement, and every placement a table', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(placements).toSorted());
});

test('the company is in every key and every unique or exclusion constraint of a distributed table', async () => {
  const { rows } = await client.query<{ table: string; name: string; fits: boolean; isPrimary: boolean }>(
    `select t.relname as table, i.relname as name, x.indisprimary as "isPrimary",
       a.attnum = any(x.indkey::smallint[]) as fits
     from pg_index x
       join pg_class t on t.oid = x.indrelid and t.relnamespace = 'public'::regnamespace
       join pg_class i on i.oid = x.indexrelid
       left join pg_attribute a on a.attrelid = t.oid and a.attname = 'company_id'
     where x.indisunique or x.indisprimary or x.indisexclusion`,
  );
  const found = rows.filter(({ table, fits }) => isDistributed(table) && !fits);
  expect(found).toEqual([]);
  const withKey = new Set(rows.filter(({ isPrimary }) => isPrimary).map(({ table }) => table));
  expect(Object.keys(placements).filter((table) => isDistributed(table) && !withKey.has(table))).toEqual([]);
});

test('foreign keys of distributed tables name the company or a reference table, and none points at them from outside', async () => {
  const { rows } = await client.query<{
    from: string;
    to: string;
    name: string;
    columns: string[];
    targets: string[];
    sets: boolean;
  }>(
    `select f.relname as from, t.relname as to, c.conname as name, c.confdeltype in ('n', 'd') as sets,
       array(select attname::text from unnest(c.conkey) with ordinality k (number, place)
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number order by k.place) as columns,
       array(select attname::text from unnest(c.confkey) with ordinality k (number, place)
         join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number order by k.place) as targets
     from pg_constraint c join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
  );
  const fits = ({ from, to, columns, targets, sets }: (typeof rows)[number]) => {
    const [start, end] = [placed[from], placed[to]];
    if (start === 'distributed' && end === 'distributed') {
      const place = columns.indexOf('company_id');
      // Nothing can be set to null where the key names the company, not even the other columns of it.
      return place >= 0 && targets[place] === 'company_id' && !sets;
    }
    // Every server holds the rows of a reference table.
    return end === 'reference' || (start === 'local' && end === 'local');
  };
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter((key) => !fits(key))).toEqual([]);
});

test('no trigger hangs on a distributed or reference table', async () => {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select t.relname as table, g.tgname as name from pg_trigger g
       join pg_class t on t.oid = g.tgrelid and t.relnamespace = 'public'::regnamespace
     where not g.tgisinternal`,
  );
  expect(rows.filter(({ table }) => placed[table] !== 'local')).toEqual([]);
});

test('functions of the database read no table', async () => {
  // Those of extensions belong to them.
  const { rows } = await client.query<{ name: string; body: string }>(
    `select p.proname as name, pg_get_functiondef(p.oid) as body from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  const names = Object.keys(placements).join('|');
  const table = new RegExp(`\\b(from|join|into|update)\\s+(${names})\\b`, 'i');
  // Erases of the history what the product itself may not change, once for a person (decision 0140): a call of its own,
  // which a spread database runs where it is asked.
  const known = ['erase_from_history'];
  expect(rows.filter(({ body }) => table.test(body)).map(({ name }) => name)).toEqual(known);
});

test('names of constraints are told from those that the servers give to parts of a table', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select conname as name from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'c'
     union select i.relname from pg_index x join pg_class i on i.oid = x.indexrelid
       where x.indisunique and i.relnamespace = 'public'::regnamespace`,
  );
  // A name that is too long with the number of a part behind it is cut off. Nobody maps the names of foreign keys.
  const isCut = (name: string) => name.length > 52 && !name.endsWith('_fkey');
  expect(rows.filter(({ name }) => isCut(name) || /_\d{6,}$/.test(name))).toEqual([]);
});

test('the product can only add to what is final and to history', async () => {
  const { rows } = await client.query<{ name: string; isKept: boolean; canAdd: boolean }>(
    `select relname as name, has_table_privilege($1, oid, 'insert') as "canAdd",
       not has_table_privilege($1, oid, 'update') and not has_table_privilege($1, oid, 'delete')
         and not has_table_privilege($1, oid, 'truncate') and not has_any_column_privilege($1, oid, 'update') as "isKept"
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
    [database.app.user],
  );
  const kept = rows.filter(({ isKept, canAdd }) => isKept && canAdd).map(({ name }) => name);
  expect(kept).toEqual([
    'billing_credits',
    'billing_final_days',
    'billing_invoices',
    'billing_numbers',
    'billing_papers',
    'creditor_account_events',
    'final_runs',
    'history',
    'history_seals',
  ]);
});
