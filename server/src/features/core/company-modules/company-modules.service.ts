import { companyModules } from '#contract/core/company-modules.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { CreateBody, Parents, Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { findById as findCompany } from '../companies/companies.repository.ts';
import * as repository from './company-modules.repository.ts';

type CompanyModule = Rec<typeof companyModules>;
type Company = Parents<typeof companyModules>;

const audit = auditOf(companyModules, {
  snapshot: ({ moduleName }: CompanyModule) => ({ moduleId: moduleName }),
});

export const companyModulesService: ResourceService<typeof companyModules> = {
  list,
  find: (ctx, id, { companyId }) => repository.findById(ctx.db, ctx.scope, id, { companyId }),
  create,
  remove,
};

async function list(ctx: Context, query: ListQuery, { companyId }: Company) {
  orNotFound(await findCompany(ctx.db, ctx.scope, companyId));
  return repository.list(ctx.db, ctx.scope, query, { companyId });
}

async function create(
  ctx: Context,
  { moduleId }: CreateBody<typeof companyModules>,
  { companyId }: Company,
): Promise<CompanyModule> {
  assertProvider(ctx);
  return ctx.transaction(async (tx) => {
    orNotFound(await findCompany(tx, ctx.scope, companyId));
    if (!(await repository.lockModule(tx, moduleId))) throw problem.validation({ module_id: ['unknown'] });
    const id = await repository.insert(tx, ctx, companyId, moduleId);
    return audit(tx, ctx, { after: orNotFound(await repository.findById(tx, ctx.scope, id, { companyId })) });
  });
}

async function remove(ctx: Context, id: string, { companyId }: Company): Promise<void> {
  assertProvider(ctx);
  await ctx.transaction(async (tx) => {
    const before = orNotFound(await repository.findById(tx, ctx.scope, id, { companyId }));
    if (!(await repository.remove(tx, ctx, companyId, id))) throw problem.notFound();
    await audit(tx, ctx, { before });
  });
}

// A company cannot give itself a module: it would give permissions that nobody there has (§A4).
function assertProvider(ctx: Context): void {
  if (ctx.scope.reach !== 'system') throw problem.forbidden();
}
