import { maxUpdateKeys, updateKeys } from '#contract/releases/updates.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { CreateBody, Parents, Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import * as repository from './update-keys.repository.ts';
import { hashOfKey, hintOf, newUpdateKey } from './update-keys.rules.ts';

type UpdateKey = Rec<typeof updateKeys>;
type Owner = Parents<typeof updateKeys>;

// Of a key only its name and its last characters are recorded.
const audit = auditOf(updateKeys, { snapshot: ({ name, hint }: UpdateKey) => ({ name, hint }) });

export const updateKeysService: ResourceService<typeof updateKeys> = {
  async list(ctx, query, { companyId }) {
    if (!(await repository.hasCompany(ctx.db, ctx.scope, companyId))) throw problem.notFound();
    return repository.list(ctx.db, ctx.scope, companyId, query);
  },
  find: async (ctx, id, { companyId }) => (await repository.find(ctx.db, ctx.scope, companyId, id)) ?? null,
  remove,
};

/** All keys of a company, for an export: names and ends, as the list shows them. */
export async function streamKeys(ctx: Context, query: ListQuery, { companyId }: Owner) {
  if (!(await repository.hasCompany(ctx.db, ctx.scope, companyId))) throw problem.notFound();
  return repository.stream(ctx.db, ctx.scope, companyId, query);
}

/** A new key; its answer is the only one that holds it. */
export async function createKey(
  ctx: Context,
  { name }: CreateBody<typeof updateKeys>,
  { companyId }: Owner,
): Promise<UpdateKey> {
  return ctx.transaction(async (tx) => {
    if (!(await repository.lockCompany(tx, ctx.scope, companyId))) throw problem.notFound();
    if ((await repository.count(tx, companyId)) >= maxUpdateKeys)
      throw problem.of('wrong-state', { sentence: 'update-keys-most' });
    return make(tx, ctx, companyId, name, 'create');
  });
}

/** A new key in the place of one that leaked: the old one stops working at once. */
export async function rotateKey(ctx: Context, id: string, { companyId }: Owner): Promise<UpdateKey> {
  return ctx.transaction(async (tx) => {
    if (!(await repository.lockCompany(tx, ctx.scope, companyId))) throw problem.notFound();
    const before = orNotFound(await repository.find(tx, ctx.scope, companyId, id));
    await repository.remove(tx, companyId, id);
    return make(tx, ctx, companyId, before.name, 'rotate', before);
  });
}

async function remove(ctx: Context, id: string, { companyId }: Owner): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = orNotFound(await repository.find(tx, ctx.scope, companyId, id));
    if (!(await repository.remove(tx, companyId, id))) throw problem.notFound();
    await audit(tx, ctx, { before });
  });
}

async function make(
  tx: Tx,
  ctx: Context,
  companyId: string,
  name: string,
  verb: string,
  before?: UpdateKey,
): Promise<UpdateKey> {
  const key = newUpdateKey();
  const id = await repository.insert(tx, ctx, companyId, {
    name,
    hash: orNotFound(hashOfKey(key)),
    hint: hintOf(key),
  });
  const after = orNotFound(await repository.find(tx, ctx.scope, companyId, id));
  await audit(tx, ctx, { verb, before, after });
  return { ...after, key };
}
