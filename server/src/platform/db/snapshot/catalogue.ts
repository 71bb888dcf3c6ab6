import pg from 'pg';
import type { Sequences } from './archive.ts';

/** A table with the columns that can be written: generated ones are computed again. */
export type Table = { readonly name: string; readonly columns: readonly string[] };

/** Everything of the product lies in this schema; the queue has one of its own. */
export const schema = 'public';
const notOurs = ['schema_migrations', 'unfinished_restore'];

/** A name as SQL, with its schema. */
export function quoted(table: string): string {
  return `${schema}.${pg.escapeIdentifier(table)}`;
}

/** A table with its columns in brackets, as COPY wants them. */
export function target({ name, columns }: Table): string {
  return `${quoted(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}

/** All tables of the schema but those of extensions and partitions, which travel inside their parent. */
export async function readTables(client: pg.Client, leaveOut: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
        and c.relname <> all ($2)
      group by c.relname order by c.relname`,
    [schema, [...notOurs, ...leaveOut]],
  );
  return rows;
}

/** Where every sequence that belongs to a column stands. */
export async function readSequences(client: pg.Client): Promise<Sequences> {
  const { rows: owned } = await client.query<{ table: string; column: string; sequence: string }>(
    `select t.relname as table, a.attname as column, format('%I.%I', n.nspname, s.relname) as sequence
       from pg_depend d
       join pg_class s on s.oid = d.objid and s.relkind = 'S'
       join pg_namespace n on n.oid = s.relnamespace
       join pg_class t on t.oid = d.refobjid and t.relnamespace = $1::regnamespace
       join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
      where d.deptype in ('a', 'i') order by 1, 2`,
    [schema],
  );
  const found: Sequences = [];
  for (const { table, column, sequence } of owned) {
    const { rows } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${sequence}`,
    );
    for (const { last, called } of rows) found.push({ table, column, lastValue: last, isCalled: called });
  }
  return found;
}

/** Sets the sequences back to where they stood. */
export async function writeSequences(client: pg.Client, sequences: Sequences): Promise<void> {
  for (const { table, column, lastValue, isCalled } of sequences) {
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3::bigint, $4)', [
      quoted(table),
      column,
      lastValue,
      isCalled,
    ]);
  }
}

/**
 * Takes away what would check or change rows while they are loaded table by table: foreign keys and triggers.
 * The answer puts all of it back, checking every row; both belong in the loading transaction.
 */
export async function liftRules(client: pg.Client, tables: readonly Table[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = $1::regnamespace and conparentid = 0`,
    [schema],
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`);
  return async () => {
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`);
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
  };
}
