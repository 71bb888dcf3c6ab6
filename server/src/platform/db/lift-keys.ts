import type pg from 'pg';

/** A foreign key that waits until its table has its place. */
interface LiftedKey {
  readonly name: string;
  readonly definition: string;
}

/** Where foreign keys wait; see `distribute`. */
export const liftedTable = 'spread_foreign_keys';

const createTable = /^\s*(?:--[^\n]*\n\s*)*create table (?:if not exists )?(\w+)/i;
const foreignKey =
  /,(\s*(?:--[^\n]*\n\s*)*)(?:constraint (\w+) )?(foreign key \(([^)]*)\)\s+references (\w+)(?:\s*\([^)]*\))?(?:\s+on delete (?:cascade|restrict|no action|set null(?: \([^)]*\))?))?)/gi;

/** A `create table` without its foreign keys to these tables, and what they were. */
export function withoutKeysTo(
  statement: string,
  tables: ReadonlySet<string>,
): { readonly text: string; readonly table: string; readonly keys: readonly LiftedKey[] } {
  const table = createTable.exec(statement)?.[1] ?? '';
  const keys: LiftedKey[] = [];
  if (table === '') return { text: statement, table, keys };
  const text = statement.replaceAll(
    foreignKey,
    (
      all: string,
      before: string,
      name: string | undefined,
      definition: string,
      columns: string,
      to: string,
    ) => {
      if (!tables.has(to)) return all;
      const parts = [table, ...columns.split(',').map((column) => column.trim()), 'fkey'];
      keys.push({ name: name ?? parts.join('_').slice(0, 63), definition });
      return before.includes('--') ? before : '';
    },
  );
  return { text, table, keys };
}

/** The tables of a database that are spread by company; none on a single PostgreSQL. */
export async function spreadTables(client: pg.Client): Promise<ReadonlySet<string>> {
  const known = await client.query<{ isThere: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as "isThere"`,
  );
  if (!known.rows[0]?.isThere) return new Set();
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where p.partmethod = 'h' and c.relnamespace = 'public'::regnamespace`,
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * A statement of a migration as a spread database takes it: a new table is on the coordinator until `distribute` gives it
 * its place, and can refer to no table that is spread until then. Those foreign keys are noted for `distribute`.
 */
export async function liftKeys(
  client: pg.Client,
  statement: string,
  spread: ReadonlySet<string>,
): Promise<string> {
  const { text, table, keys } = withoutKeysTo(statement, spread);
  if (keys.length === 0) return statement;
  await client.query(liftedTableSql);
  for (const { name, definition } of keys)
    await client.query(`insert into ${liftedTable} values ($1, $2, $3)`, [table, name, definition]);
  return text;
}

/** Makes the table where foreign keys wait. */
export const liftedTableSql = `create table if not exists ${liftedTable} (owner text, name text, definition text, primary key (owner, name))`;
