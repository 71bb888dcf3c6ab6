import { sql } from 'kysely';
import { companyModules } from '#contract/core/company-modules.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import { asTakenField, removedBy } from '#server/platform/db/record.ts';
import type { RecordUse } from '#server/platform/resource/record-links.ts';
import '../core.tables.ts';

const columns = listColumns(companyModules.fields, {
  id: 'company_modules.id',
  moduleName: { sql: 'modules.name', natural: true, nullable: false },
  createdAt: 'company_modules.created_at',
});
const search = searchColumns(['modules.name']);

function visible(db: Db, scope: Scope, companyId: string) {
  return db
    .selectFrom('company_modules')
    .innerJoin('modules', 'modules.id', 'company_modules.module_id')
    .innerJoin('companies', 'companies.id', 'company_modules.company_id')
    .where('company_modules.company_id', '=', companyId)
    .where('company_modules.deleted_at', 'is', null)
    .where(within(scope, 'company_modules.company_id'))
    .select([
      'company_modules.id',
      'company_modules.company_id as companyId',
      'company_modules.module_id as moduleId',
      'company_modules.created_at as createdAt',
      'modules.name as moduleName',
      'companies.name as companyName',
      sql<boolean>`false`.as('deleted'),
    ]);
}

type Stored = Awaited<ReturnType<ReturnType<typeof visible>['executeTakeFirstOrThrow']>>;

function asRecord(row: Stored) {
  return { ...row, module: { name: row.moduleName } };
}

export async function list(db: Db, scope: Scope, companyId: string, query: ListQuery) {
  const page = await listPage(query, { base: visible(db, scope, companyId), columns, search });
  return { ...page, rows: page.rows.map(asRecord) };
}

/** All of a list, in its order, for an export. */
export function stream(db: Db, scope: Scope, companyId: string, query: ListQuery) {
  return streamList(db, query, { base: visible(db, scope, companyId), columns, search });
}

export async function findById(db: Db, scope: Scope, companyId: string, id: string) {
  if (!isId(id) || !isId(companyId)) return undefined;
  const found = await visible(db, scope, companyId).where('company_modules.id', '=', id).executeTakeFirst();
  return found && asRecord(found);
}

/** Whether there is such a module, locked so that nobody deletes it meanwhile. */
export async function lockModule(tx: Tx, moduleId: string): Promise<boolean> {
  if (!isId(moduleId)) return false;
  const found = await tx
    .selectFrom('modules')
    .select('id')
    .where('id', '=', moduleId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return found !== undefined;
}

const uniqueFields = { company_modules_taken: 'module_id' };

export async function insert(tx: Tx, ctx: Context, companyId: string, moduleId: string): Promise<string> {
  const id = newId(ctx.now().getTime());
  const made = {
    created_at: ctx.now().toISOString(),
    created_by: ctx.caller.userId,
    deleted_at: null,
    deleted_by: null,
  };
  await tx
    .insertInto('company_modules')
    .values({ company_id: companyId, id, module_id: moduleId, ...made })
    .execute()
    .catch(asTakenField(uniqueFields));
  return id;
}

/** Only marked (§J2): what the company had, and when, stays known. */
export async function remove(tx: Tx, ctx: Context, companyId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('company_modules')
    .set(removedBy(ctx))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(within(ctx.scope, 'company_modules.company_id'))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The companies that have a module: they keep it from being deleted (§B6). */
export const findModuleUse: RecordUse = async (tx, ctx, { id }) => {
  const using = tx
    .selectFrom('company_modules')
    .innerJoin('companies', 'companies.id', 'company_modules.company_id')
    .where('company_modules.module_id', '=', id)
    .where('company_modules.deleted_at', 'is', null)
    .where('companies.deleted_at', 'is', null);
  const { count } = await using.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const reader = ctx.reach('core.companies.read')?.scope;
  if (!reader) return { count, first: [] };
  const rows = await using
    .where(within(reader, 'companies.id'))
    .select(['companies.id', 'companies.name'])
    .orderBy(sql`companies.name collate natural_order`)
    .limit(5)
    .execute();
  return { count, first: rows.map((row) => ({ resource: 'core/companies', ...row })) };
};
