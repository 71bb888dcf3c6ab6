import { sql } from 'kysely';
import { modules } from '#contract/core/modules.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { UsedBy } from '#contract/problem.ts';
import type { Rec } from '#contract/resource.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import { type Db, type Tx, violatedConstraint } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import { changedBy, madeBy, removedBy } from '#server/platform/db/record.ts';
import { problem } from '#server/platform/http/problem.ts';
import '../core.tables.ts';

const columns = listColumns(modules.fields, {
  id: 'modules.id',
  name: { sql: 'modules.name', natural: true, nullable: false },
  code: { sql: 'modules.code', nullable: false },
  createdAt: 'modules.created_at',
});
const search = searchColumns(['modules.name', 'modules.code']);

/** Modules belong to the provider: only who reaches everything sees them. */
function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('modules')
    .leftJoin('users as editor', 'editor.id', 'modules.updated_by')
    .where('modules.deleted_at', 'is', null)
    .where(sql<boolean>`${sql.lit(scope.reach === 'system')}`)
    .select([
      'modules.id',
      'modules.name',
      'modules.code',
      'modules.created_at as createdAt',
      'modules.updated_at as updatedAt',
      'modules.row_version as rowVersion',
      sql<boolean>`false`.as('deleted'),
      sql<string | null>`trim(editor.first_name || ' ' || editor.last_name)`.as('updatedBy'),
    ]);
}

export function list(db: Db, scope: Scope, query: ListQuery) {
  return listPage(query, { base: visible(db, scope), columns, search });
}

/** All of a list, in its order, for an export. */
export function stream(db: Db, scope: Scope, query: ListQuery) {
  return streamList(db, query, { base: visible(db, scope), columns, search });
}

export async function findById(db: Db, scope: Scope, id: string): Promise<Rec<typeof modules> | undefined> {
  return isId(id) ? visible(db, scope).where('modules.id', '=', id).executeTakeFirst() : undefined;
}

/** Holds the record until the transaction ends, so that two writers come one after the other. */
export async function lock(tx: Tx, id: string): Promise<void> {
  if (isId(id)) await tx.selectFrom('modules').select('id').where('id', '=', id).forUpdate().execute();
}

export async function insert(
  tx: Tx,
  ctx: Context,
  values: { readonly name: string; readonly code: string },
): Promise<string> {
  const id = newId(ctx.now().getTime());
  await tx
    .insertInto('modules')
    .values({ id, ...values, deleted_at: null, deleted_by: null, ...madeBy(ctx) })
    .execute()
    .catch(nameTheField);
  return id;
}

export async function rename(tx: Tx, ctx: Context, id: string, name: string): Promise<void> {
  await tx
    .updateTable('modules')
    .set({ name, ...changedBy(ctx) })
    .where('id', '=', id)
    .execute();
}

export async function remove(tx: Tx, ctx: Context, id: string): Promise<void> {
  await tx
    .updateTable('modules')
    .set({ ...removedBy(ctx), ...changedBy(ctx) })
    .where('id', '=', id)
    .execute();
}

/** How many companies have a module, and the first five of those that the reader may see (§B6). */
export async function findUse(
  db: Db,
  reader: Scope | null,
  moduleId: string,
): Promise<{ count: number; first: UsedBy[] }> {
  const using = db
    .selectFrom('company_modules')
    .innerJoin('companies', 'companies.id', 'company_modules.company_id')
    .where('company_modules.module_id', '=', moduleId)
    .where('company_modules.deleted_at', 'is', null)
    .where('companies.deleted_at', 'is', null);
  const { count } = await using.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  if (!reader) return { count, first: [] };
  const rows = await using
    .where(within(reader, 'companies.id'))
    .select(['companies.id', 'companies.name'])
    .orderBy(sql`companies.name collate natural_order`)
    .limit(5)
    .execute();
  return { count, first: rows.map((row) => ({ resource: 'core/companies', ...row })) };
}

function nameTheField(error: unknown): never {
  if (violatedConstraint(error) === 'modules_code_taken') throw problem.validation({ code: ['taken'] });
  throw error;
}
