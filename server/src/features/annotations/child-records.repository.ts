import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { Writer } from '#server/platform/db/history.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { columnAt } from '#server/platform/db/list-columns.ts';
import { listPage, type ListSource } from '#server/platform/db/list-page.ts';
import { removedBy } from '#server/platform/db/record.ts';
import type { Owner } from './owners.ts';
import './annotations.tables.ts';

/** The tables of records that belong to a record of any resource. */
export type ChildTable = 'notes' | 'attachments';

/** Holds for the child records of an owner. Finding the owner checked the permission: it stands for the scope. */
export function belongsTo(table: ChildTable, { kind, entityId, companyId }: Owner) {
  return sql<SqlBool>`(${sql.ref(`${table}.company_id`)} = ${companyId} and ${sql.ref(`${table}.entity_id`)} = ${entityId}
    and ${sql.ref(`${table}.owner_kind`)} = ${kind.entity} and ${sql.ref(`${table}.deleted_at`)} is null)`;
}

/** The columns that all child records show. */
export function sharedColumns<Table extends ChildTable>(table: Table) {
  return [
    `${table}.id`,
    `${table}.entity_id as entityId`,
    `${table}.created_by as userId`,
    `${table}.created_by_name as fullName`,
    `${table}.created_at as createdAt`,
  ] as const;
}

/** The readers of child records, from the select that their list is made of. */
export function childReaders<DB, TB extends keyof DB, Row>({
  base,
  ...source
}: Omit<ListSource<DB, TB, Row>, 'base'> & {
  readonly base: (db: Db, owner: Owner) => SelectQueryBuilder<DB, TB, Row>;
}) {
  const isIt = (id: string) => sql<SqlBool>`${columnAt(source.columns, 'id').sql} = ${id}`;
  return {
    list: (db: Db, owner: Owner, query: ListQuery) => listPage(query, { ...source, base: base(db, owner) }),
    findById: async (db: Db, owner: Owner, id: string): Promise<Row | undefined> =>
      isId(id) ? base(db, owner).where(isIt(id)).executeTakeFirst() : undefined,
  };
}

/** The values that all new child records of an owner have. */
export function newChild({ now, caller }: Writer, { kind, entityId, companyId }: Owner) {
  return {
    company_id: companyId,
    id: newId(now().getTime()),
    owner_kind: kind.entity,
    entity_id: entityId,
    created_at: now().toISOString(),
    created_by: caller.userId,
    created_by_name: caller.name,
    deleted_at: null,
    deleted_by: null,
  };
}

/** Removes a child record; false if it was removed already. */
export async function removeChild(
  tx: Tx,
  ctx: Context,
  table: ChildTable,
  { companyId }: Owner,
  id: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable(table)
    .set(removedBy(ctx))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
