import { sql } from 'kysely';
import { trash } from '#contract/core/trash.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import { actorName } from '#server/platform/db/actor-name.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, noCompany } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import type { TrashedRecord, TrashKind } from '#server/platform/resource/trash.ts';
import '../core.tables.ts';

/** A kind, and how far the caller sees into it. */
export interface VisibleKind {
  readonly kind: TrashKind;
  readonly scope: Scope;
}

interface Deleted {
  entity: string;
  id: string;
  company_id: string | null;
  name: string;
  deleted_at: string;
  deleted_by: string | null;
}

// Not a join: a spread database takes no outer one beside the names of the kinds.
const companyName = sql<string | null>`(select c.name from companies c where c.id = removed.company_id)`;
const columns = listColumns(trash.fields, {
  id: 'removed.id',
  entity: 'removed.entity',
  name: { sql: 'removed.name', natural: true },
  companyName: { sql: companyName, natural: true },
  deletedAt: 'removed.deleted_at',
  deletedBy: actorName('removed.deleted_by'),
});
const search = searchColumns(['removed.name']);

/** What is in the trash since then, of all these kinds; each kind within its own scope. */
function sourceOf(db: Db, kinds: readonly VisibleKind[], since: string) {
  const parts = kinds.map(
    ({ kind, scope }) =>
      sql`select ${sql.lit(kind.entity)} as entity, part.* from (${kind.deleted(scope)}) part`,
  );
  const all = sql<Deleted>`(${sql.join(parts, sql` union all `)})`;
  const base = db
    .selectFrom(all.as('removed'))
    .where('removed.deleted_at', '>', since)
    .select([
      'removed.id',
      'removed.entity',
      'removed.company_id as companyId',
      companyName.as('companyName'),
      'removed.name',
      'removed.deleted_at as deletedAt',
      actorName('removed.deleted_by').as('deletedBy'),
    ]);
  return { base, columns, search };
}

/** One page of what is in the trash since then. */
export function list(db: Db, kinds: readonly VisibleKind[], since: string, query: ListQuery) {
  return listPage(query, sourceOf(db, kinds, since));
}

/** All of it, in its order, for an export. */
export function stream(db: Db, kinds: readonly VisibleKind[], since: string, query: ListQuery) {
  return streamList(db, query, sourceOf(db, kinds, since));
}

/** One record in the trash, or undefined; with its company and name. */
export async function find(db: Db, { kind, scope }: VisibleKind, since: string, id: string) {
  if (!isId(id)) return undefined;
  const { rows } = await sql<TrashedRecord & { readonly name: string }>`
    select part.id, part.company_id as "companyId", part.name from (${kind.deleted(scope)}) part where part.id = ${id} and part.deleted_at > ${since}`.execute(
    db,
  );
  return rows[0];
}

/** Makes restores and purges of one record come one after the other, until the transaction ends. */
export async function lock(tx: Tx, id: string): Promise<void> {
  await lockByKey(tx, advisoryLocks.trash(id));
}

// Kinds that narrow by person (carpet orders) compare the user in SQL, where it must be an id.
const everything: Scope = { reach: 'system', userId: noCompany };

/** The next records of a kind that have been in the trash since before then, in the order of their ids. */
export async function listOld(
  db: Db,
  kind: TrashKind,
  before: string,
  afterId: string,
  max: number,
): Promise<TrashedRecord[]> {
  const { rows } = await sql<TrashedRecord>`
    select part.id, part.company_id as "companyId" from (${kind.deleted(everything)}) part
    where part.deleted_at <= ${before} and part.id > ${afterId}::uuid order by part.id limit ${max}`.execute(
    db,
  );
  return rows;
}
