import { companyModules } from '#contract/core/company-modules.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { CreateBody, Parents, Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { findById as findCompany } from '../companies/companies.repository.ts';
import * as repository from './company-modules.repository.ts';

type CompanyModule = Rec<typeof companyModules>;
type Company = Parents<typeof companyModules>;

export const companyModulesService: ResourceService<typeof companyModules> = { list, find, create, remove };

async function list(ctx: Context, query: ListQuery, { companyId }: Company) {
  orNotFound(await findCompany(ctx.db, ctx.scope, companyId));
  return repository.list(ctx.db, ctx.scope, companyId, query);
}

async function find(ctx: Context, id: string, { companyId }: Company): Promise<CompanyModule | null> {
  return (await repository.findById(ctx.db, ctx.scope, companyId, id)) ?? null;
}

async function create(
  ctx: Context,
  { moduleId }: CreateBody<typeof companyModules>,
  { companyId }: Company,
): Promise<CompanyModule> {
  refuseOwnSale(ctx);
  return ctx.transaction(async (tx) => {
    orNotFound(await findCompany(tx, ctx.scope, companyId));
    if (!(await repository.holdModule(tx, moduleId))) throw problem.validation({ module_id: ['unknown'] });
    const id = await repository.insert(tx, ctx, companyId, moduleId);
    const made = orNotFound(await repository.findById(tx, ctx.scope, companyId, id));
    await record(tx, ctx, 'create', made);
    return made;
  });
}

async function remove(ctx: Context, id: string, { companyId }: Company): Promise<void> {
  refuseOwnSale(ctx);
  await ctx.transaction(async (tx) => {
    const before = orNotFound(await repository.findById(tx, ctx.scope, companyId, id));
    if (!(await repository.remove(tx, ctx, companyId, id))) throw problem.notFound();
    await record(tx, ctx, 'remove', before);
  });
}

// A company does not sell itself a module: with it would come rights that nobody there holds (§A4).
function refuseOwnSale(ctx: Context): void {
  if (ctx.scope.reach !== 'system') throw problem.forbidden();
}

async function record(
  tx: Tx,
  ctx: Context,
  verb: 'create' | 'remove',
  { id, companyId, moduleName }: CompanyModule,
): Promise<void> {
  const spoken = { moduleId: moduleName };
  await recordChange(tx, ctx, {
    entity: companyModules.permission,
    entityId: id,
    companyId,
    verb,
    ...(verb === 'create' ? { after: spoken } : { before: spoken }),
  });
  await ctx.events.publish(tx, { resource: companyModules.path, companyId, id });
}
