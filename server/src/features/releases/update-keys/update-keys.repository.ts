import { sql } from 'kysely';
import { updateKeys } from '#contract/releases/updates.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Row } from '#contract/resource.ts';
import { reaches, type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import '../releases.tables.ts';

const columns = listColumns(updateKeys.fields, {
  id: 'k.id',
  name: { sql: 'k.name', natural: true, nullable: false },
  createdAt: 'k.created_at',
  lastUsedAt: { sql: 'k.last_used_at', nullable: true },
});

function visible(db: Db, scope: Scope, companyId: string) {
  return db
    .selectFrom('update_keys as k')
    .innerJoin('companies as c', 'c.id', 'k.company_id')
    .leftJoin('users as u', 'u.id', 'k.created_by')
    .where('k.company_id', '=', companyId)
    .where('c.deleted_at', 'is', null)
    .where(within(scope, 'k.company_id'))
    .select([
      'k.id',
      'k.company_id as companyId',
      'k.name',
      'k.hint',
      'k.created_at as createdAt',
      sql<string | null>`trim(u.first_name || ' ' || u.last_name)`.as('createdBy'),
      'k.last_used_at as lastUsedAt',
    ]);
}

/** Whether there is such a company within the scope; locks it, so that its keys are counted one request at a time. */
export async function lockCompany(db: Db, scope: Scope, companyId: string): Promise<boolean> {
  if (!isId(companyId) || !reaches(scope, companyId)) return false;
  const found = await db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether there is such a company within the scope. */
export async function hasCompany(db: Db, scope: Scope, companyId: string): Promise<boolean> {
  if (!isId(companyId) || !reaches(scope, companyId)) return false;
  const found = await db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}

/** A page of the keys of a company. */
export function list(db: Db, scope: Scope, companyId: string, query: ListQuery) {
  return listPage(query, { base: visible(db, scope, companyId), columns });
}

/** All of them in their order, for an export. */
export function stream(db: Db, scope: Scope, companyId: string, query: ListQuery) {
  return streamList(db, query, { base: visible(db, scope, companyId), columns });
}

/** One key of a company, or undefined. */
export async function find(
  db: Db,
  scope: Scope,
  companyId: string,
  id: string,
): Promise<Row<typeof updateKeys> | undefined> {
  if (!isId(companyId) || !isId(id)) return undefined;
  return visible(db, scope, companyId).where('k.id', '=', id).executeTakeFirst();
}

/** How many keys a company has. */
export async function count(db: Db, companyId: string): Promise<number> {
  const { number } = await db
    .selectFrom('update_keys')
    .where('company_id', '=', companyId)
    .select(sql<number>`count(*)`.as('number'))
    .executeTakeFirstOrThrow();
  return number;
}

/** Stores a key by its hash. */
export async function insert(
  tx: Tx,
  ctx: Context,
  companyId: string,
  key: { readonly name: string; readonly hash: string; readonly hint: string },
): Promise<string> {
  const id = newId(ctx.now().getTime());
  const made = { created_at: ctx.now().toISOString(), created_by: ctx.caller.userId };
  await tx
    .insertInto('update_keys')
    .values({ company_id: companyId, id, ...key, last_used_at: null, ...made })
    .execute();
  return id;
}

/** Takes a key away for good: nobody can make its hash work again. Whether it was there. */
export async function remove(tx: Tx, companyId: string, id: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('update_keys')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning('id')
    .execute();
  return removed.length > 0;
}

/** Whose key it is: of an active company (§A8), else undefined. */
export async function findOwner(
  db: Db,
  hash: string,
): Promise<
  { readonly id: string; readonly companyId: string; readonly lastUsedAt: string | null } | undefined
> {
  return db
    .selectFrom('update_keys as k')
    .innerJoin('companies as c', 'c.id', 'k.company_id')
    .where('k.hash', '=', hash)
    .where('c.is_active', '=', true)
    .where('c.deleted_at', 'is', null)
    .select(['k.id', 'k.company_id as companyId', 'k.last_used_at as lastUsedAt'])
    .executeTakeFirst();
}

/** Notes that a key was used. */
export async function noteUse(db: Db, companyId: string, id: string, now: Date): Promise<void> {
  await db
    .updateTable('update_keys')
    .set({ last_used_at: now.toISOString() })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}
