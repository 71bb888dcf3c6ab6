import { modules } from '#contract/core/modules.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { refuseStale } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import * as repository from './modules.repository.ts';

type Module = Rec<typeof modules>;

export const modulesService: ResourceService<typeof modules> = {
  list: (ctx, query) => repository.list(ctx.db, ctx.scope, query),
  find: async (ctx, id) => (await repository.findById(ctx.db, ctx.scope, id)) ?? null,
  create,
  update,
  remove,
};

async function create(ctx: Context, body: CreateBody<typeof modules>): Promise<Module> {
  // What the provider sells is the provider's to say.
  if (ctx.scope.reach !== 'system') throw problem.forbidden();
  return ctx.transaction(async (tx) => {
    const id = await repository.insert(tx, ctx, body);
    const made = orNotFound(await repository.findById(tx, ctx.scope, id));
    await record(tx, ctx, 'create', undefined, made);
    return made;
  });
}

async function update(ctx: Context, id: string, body: UpdateBody<typeof modules>): Promise<Module> {
  return ctx.transaction(async (tx) => {
    const before = await load(tx, ctx, id);
    refuseStale(before, body.rowVersion);
    await repository.rename(tx, ctx, id, body.name);
    const after = orNotFound(await repository.findById(tx, ctx.scope, id));
    await record(tx, ctx, 'update', before, after);
    return after;
  });
}

async function remove(ctx: Context, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = await load(tx, ctx, id);
    const usedBy = await repository.findUse(tx, ctx.reach('core.companies.read')?.scope ?? null, id);
    if (usedBy.count > 0) throw problem.of('in-use', { usedBy });
    await repository.remove(tx, ctx, id);
    await record(tx, ctx, 'remove', before, undefined);
  });
}

async function load(tx: Tx, ctx: Context, id: string): Promise<Module> {
  await repository.lock(tx, id);
  return orNotFound(await repository.findById(tx, ctx.scope, id));
}

async function record(
  tx: Tx,
  ctx: Context,
  verb: string,
  before: Module | undefined,
  after: Module | undefined,
): Promise<void> {
  const { id } = orNotFound(after ?? before);
  await recordChange(tx, ctx, {
    entity: modules.permission,
    entityId: id,
    companyId: noCompany,
    verb,
    ...(before ? { before: spoken(before) } : {}),
    ...(after ? { after: spoken(after) } : {}),
  });
  await ctx.events.publish(tx, { resource: modules.path, companyId: noCompany, id });
}

function spoken({ id, name, code }: Module) {
  return { id, name, code };
}
