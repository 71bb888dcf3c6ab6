import { CompiledQuery, sql } from 'kysely';
import type { Scope } from '../auth/scope.ts';
import { type Db, executeLater, type Tx } from './database.ts';
import { isId, noCompany } from './ids.ts';
import type { Tables } from './schema.ts';

let workers = 0;

/** Over how many servers the companies are spread (decision 0076); 0 on a single PostgreSQL. Known from the start on. */
export const spreadOver = (): number => workers;

/** Looks once whether the database is spread, for `spreadOver`. */
export async function detectSpread(db: Db): Promise<number> {
  const { rows } = await sql<{
    table: string | null;
  }>`select to_regclass('pg_catalog.pg_dist_node')::text as "table"`.execute(db);
  if (rows[0]?.table === null) return (workers = 0);
  const { rows: counts } = await sql<{ total: number }>`
    select case when exists (select from pg_dist_partition where logicalrelid = 'companies'::regclass)
      then (select count(*)::integer from pg_dist_node where noderole = 'primary' and shouldhaveshards and isactive)
      else 0 end as total`.execute(db);
  return (workers = counts[0]?.total ?? 0);
}

/**
 * The scope of a caller who reaches all companies, narrowed to the company of one record: in a spread database a lock is
 * taken on the server of that company. Costs nothing on a single PostgreSQL, and for callers of one company.
 */
export async function narrowToRow(db: Db, scope: Scope, table: keyof Tables, id: string): Promise<Scope> {
  if (workers === 0 || scope.reach !== 'system' || !isId(id)) return scope;
  const { rows } = await sql<{ companyId: string }>`
    select company_id as "companyId" from ${sql.table(table)} where id = ${id}`.execute(db);
  // A record that is not there is looked for on one server too: Citus locks on no more.
  return { reach: 'company', userId: scope.userId, companyId: rows[0]?.companyId ?? noCompany };
}

/** Locks the row of a record within a scope until the transaction ends; see `lockRow`. No row, no lock. */
export async function lockRowWithin(tx: Tx, scope: Scope, table: keyof Tables, id: string): Promise<void> {
  if (!isId(id)) return;
  const narrowed = await narrowToRow(tx, scope, table, id);
  const company = narrowed.reach === 'system' ? sql`true` : sql`company_id = ${narrowed.companyId}`;
  await executeLater(tx, sql`select from ${sql.table(table)} where ${company} and id = ${id} for update`);
}

// A table of the coordinator that the servers know of: a statement on it that changes nothing makes the commit one in two
// phases. A plain table, as those of the queue are, does not (decision 0102).
const touch = CompiledQuery.raw('delete from idempotency_keys where false');

/**
 * Has what a transaction writes on the coordinator commit together with what it writes on another server, whatever ends in
 * between. Does nothing on a single PostgreSQL.
 */
export async function commitTogether(tx: Db): Promise<void> {
  if (workers > 0) await executeLater(tx, touch);
}
