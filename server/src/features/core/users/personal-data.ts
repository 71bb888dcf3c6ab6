import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { Tables } from '#server/platform/db/schema.ts';

/** Where the name of a user stands beside their id; `app` knows the tables of all areas. */
export type NamedColumn = readonly [table: keyof Tables, id: string, name: string];

/** Rows that an export of somebody's data gives, by the column that names them. */
export interface PersonalRows {
  /** What the part is called in the file. */
  readonly part: string;
  readonly table: keyof Tables;
  readonly user: string;
  readonly columns: readonly string[];
}

/** What the areas keep of people. */
export interface PersonalTables {
  readonly names: readonly NamedColumn[];
  /** Columns with the e-mail address of a user beside their id. */
  readonly addresses: readonly NamedColumn[];
  readonly rows: readonly PersonalRows[];
  /** Whether a table is spread by company: then its rows are asked for by it. */
  readonly isSpread: (table: keyof Tables) => boolean;
}

/** Somebody, and the company that what they did stands under; null for staff, who work in those of all customers. */
export interface Whose {
  readonly userId: string;
  readonly companyId: string | null;
}

/** One part of an export: the rows of somebody, as they are stored. */
export async function readPart(
  db: Db,
  whose: Whose,
  { isSpread }: PersonalTables,
  { table, user, columns }: PersonalRows,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${sql.ref(user)} = ${whose.userId} ${within(whose, isSpread(table))} order by 1`.execute(db);
  return rows;
}

/** Puts another name beside the id of somebody, wherever a name or an address was written with it. */
export async function replaceNames(
  tx: Tx,
  whose: Whose,
  { names, addresses, isSpread }: PersonalTables,
  name: string,
): Promise<void> {
  for (const [table, id, column] of [...names, ...addresses])
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${name}
      where ${sql.ref(id)} = ${whose.userId} ${within(whose, isSpread(table))}`.execute(tx);
}

function within({ companyId }: Whose, isSpread: boolean) {
  return isSpread && companyId !== null ? sql`and company_id = ${companyId}` : sql``;
}
