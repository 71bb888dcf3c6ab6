import { type Expression, sql, type SqlBool } from 'kysely';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { changeOf } from '../rights/links.repository.ts';
import '../core.tables.ts';

/**
 * The condition that keeps a query within the administrations that a person was narrowed to; who was not, and the
 * provider's people over all companies, pass (decision 0117). It stands beside `within`, never in its place.
 *
 * @param administration the column with the administration's id; a record without one is not theirs
 */
export function withinAdministrations(scope: Scope, administration: string): Expression<SqlBool> {
  if (scope.reach === 'system') return sql<SqlBool>`true`;
  return isTheirs(scope, administration);
}

/**
 * `within` and `withinAdministrations` in one, for what belongs to an administration: programs are narrowed by their
 * scope, people by rows, and neither half may be forgotten.
 *
 * @param table the table with `company_id` and `administration_id`, or its alias
 */
export function withinBoth(scope: Scope, table: string): Expression<SqlBool> {
  const administration = `${table}.administration_id`;
  const company = within(scope, `${table}.company_id`, undefined, administration);
  return sql<SqlBool>`(${company} and ${withinAdministrations(scope, administration)})`;
}

/**
 * The condition that keeps a query within the period of an inspector; everybody else passes (decision 0149). It stands
 * beside `within` wherever the archive is read.
 *
 * @param day the column with the day of the invoice
 */
export function withinPeriod(scope: Scope, day: string): Expression<SqlBool> {
  if (scope.reach === 'system') return sql<SqlBool>`true`;
  return sql<SqlBool>`not exists (select from inspectors i
    where i.company_id = ${scope.companyId} and i.user_id = ${scope.userId}
      and ${sql.ref(day)} not between i.from_day and i.to_day)`;
}

/** `withinAdministrations` for one person of a company, in a job. */
export function isTheirs(
  { companyId, userId }: { readonly companyId: string; readonly userId: string },
  administration: string,
): Expression<SqlBool> {
  const own = sql`from user_administrations n where n.company_id = ${companyId} and n.user_id = ${userId}`;
  return sql<SqlBool>`(not exists (select ${own}) or ${sql.ref(administration)} in (select n.administration_id ${own}))`;
}

/** The administrations that a person was narrowed to; none: all of their company. */
export async function administrationsOf(db: Db, companyId: string, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('user_administrations')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .select('administration_id as id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The names of administrations of a company that a person may see, by id. */
export async function administrationNames(
  db: Db,
  person: { readonly companyId: string; readonly userId: string },
  ids: readonly string[],
): Promise<Map<string, string>> {
  const own = await administrationsOf(db, person.companyId, person.userId);
  return knownAdministrations(
    db,
    person.companyId,
    ids.filter((id) => isId(id) && (own.length === 0 || own.includes(id))),
  );
}

/** Narrows a person to other administrations; without a new list, nothing changes. */
export async function changeAdministrations(
  tx: Tx,
  key: { readonly companyId: string; readonly userId: string },
  before: readonly string[],
  after: readonly string[] | undefined,
): Promise<void> {
  const { added, removed } = changeOf(before, after);
  const of = { company_id: key.companyId, user_id: key.userId };
  if (removed.length > 0)
    await tx
      .deleteFrom('user_administrations')
      .where('company_id', '=', key.companyId)
      .where('user_id', '=', key.userId)
      .where('administration_id', 'in', removed)
      .execute();
  if (added.length > 0)
    await tx
      .insertInto('user_administrations')
      .values(added.map((id) => ({ ...of, administration_id: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Those of the given ids that are administrations of the company. */
export async function knownAdministrations(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('administrations')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', ids)
    .select(['id', 'name'])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
