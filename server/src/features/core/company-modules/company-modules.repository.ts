import { sql } from 'kysely';
import { companyModules } from '#contract/core/company-modules.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { asTakenField, removedBy } from '#server/platform/db/record.ts';
import { recordReaders, rowsOf } from '#server/platform/db/record-readers.ts';
import type { RecordUse } from '#server/platform/resource/record-links.ts';
import '../core.tables.ts';

export const { list, stream, findById } = recordReaders(companyModules, {
  table: 'company_modules',
  rows: (db, scope) =>
    rowsOf('company_modules')(db, scope)
      .innerJoin('modules', 'modules.id', 'company_modules.module_id')
      .innerJoin('companies', 'companies.id', 'company_modules.company_id'),
  columns: {
    moduleName: { sql: 'modules.name', natural: true, nullable: false },
    'module/name': 'modules.name',
    companyName: 'companies.name',
    deleted: sql`false`,
  },
  search: ['modules.name'],
});

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
