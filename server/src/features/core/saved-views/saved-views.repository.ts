import { sql, type SqlBool } from 'kysely';
import { savedViews } from '#contract/core/saved-views.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import { type Db, type Tx, violatedConstraint } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { problem } from '#server/platform/http/problem.ts';
import '../core.tables.ts';
import './saved-views.tables.ts';

/** The owner of views: a user in their own company, whatever their permissions. */
export type Owner = Extract<Scope, { reach: 'user' }>;

/** What is stored of a view; its state as JSON text. */
export interface ViewValues {
  readonly name: string;
  readonly is_shared: boolean;
  readonly state: string;
}

function visible(db: Db, { companyId, userId }: Owner) {
  return db
    .selectFrom('saved_views')
    .innerJoin('users as owner', 'owner.id', 'saved_views.user_id')
    .where('saved_views.company_id', '=', companyId)
    .where(
      sql<SqlBool>`(saved_views.user_id = ${userId} or (saved_views.is_shared and owner.deleted_at is null))`,
    )
    .select([
      'saved_views.id',
      'saved_views.screen',
      'saved_views.name',
      'saved_views.is_shared as isShared',
      'saved_views.state',
      sql<boolean>`saved_views.user_id = ${userId}`.as('isOwn'),
      sql<string>`owner.first_name || ' ' || owner.last_name`.as('ownerName'),
      'saved_views.updated_at as updatedAt',
      'saved_views.row_version as rowVersion',
    ]);
}

function columnsFor({ userId }: Owner) {
  return listColumns(savedViews.fields, {
    id: 'saved_views.id',
    screen: { sql: 'saved_views.screen', nullable: false },
    name: { sql: 'saved_views.name', natural: true, nullable: false },
    isShared: 'saved_views.is_shared',
    isOwn: sql`(saved_views.user_id = ${userId})`,
  });
}
const search = searchColumns(['saved_views.name']);

export function list(db: Db, owner: Owner, query: ListQuery) {
  return listPage(query, { base: visible(db, owner), columns: columnsFor(owner), search });
}

export async function findById(db: Db, owner: Owner, id: string) {
  if (!isId(id)) return undefined;
  return visible(db, owner).where('saved_views.id', '=', id).executeTakeFirst();
}

/** Like `findById`, locked until the transaction ends. */
export async function lockById(tx: Tx, owner: Owner, id: string) {
  if (!isId(id)) return undefined;
  return visible(tx, owner).where('saved_views.id', '=', id).forUpdate('saved_views').executeTakeFirst();
}

export async function countOwn(db: Db, { companyId, userId }: Owner, screen: string): Promise<number> {
  const { count } = await db
    .selectFrom('saved_views')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('screen', '=', screen)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insert(
  tx: Tx,
  ctx: Context,
  owner: Owner,
  screen: string,
  values: ViewValues,
): Promise<string> {
  const id = newId(ctx.now().getTime());
  const at = ctx.now().toISOString();
  await tx
    .insertInto('saved_views')
    .values({
      company_id: owner.companyId,
      id,
      user_id: owner.userId,
      screen,
      ...values,
      created_at: at,
      updated_at: at,
    })
    .execute()
    .catch(nameTheField);
  return id;
}

export async function update(
  tx: Tx,
  ctx: Context,
  owner: Owner,
  id: string,
  values: ViewValues,
): Promise<void> {
  await tx
    .updateTable('saved_views')
    .set({ ...values, updated_at: ctx.now().toISOString(), row_version: sql`row_version + 1` })
    .where('company_id', '=', owner.companyId)
    .where('id', '=', id)
    .where('user_id', '=', owner.userId)
    .execute()
    .catch(nameTheField);
}

export async function remove(tx: Tx, owner: Owner, id: string): Promise<void> {
  await tx
    .deleteFrom('saved_views')
    .where('company_id', '=', owner.companyId)
    .where('id', '=', id)
    .where('user_id', '=', owner.userId)
    .execute();
}

function nameTheField(error: unknown): never {
  if (violatedConstraint(error) === 'saved_views_name_taken') throw problem.validation({ name: ['taken'] });
  throw error;
}
