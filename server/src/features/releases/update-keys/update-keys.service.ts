import { maxUpdateKeys, updateKeys } from '#contract/releases/updates.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { CreateBody, Parents, Rec } from '#contract/resource.ts';
import { reaches } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { rowExists } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import * as repository from './update-keys.repository.ts';
import { hashOfKey, hintOf, newUpdateKey } from './update-keys.rules.ts';

type UpdateKey = Rec<typeof updateKeys>;
type Owner = Parents<typeof updateKeys>;

// The history has the name and the last characters of a key only.
const audit = auditOf(updateKeys, { snapshot: ({ name, hint }: UpdateKey) => ({ name, hint }) });

export const updateKeysService: ResourceService<typeof updateKeys> = {
  async list(ctx, query, { companyId }) {
    await assertCompany(ctx.db, ctx, companyId);
    return repository.list(ctx.db, ctx.scope, query, { companyId });
  },
  find: (ctx, id, { companyId }) => repository.findById(ctx.db, ctx.scope, id, { companyId }),
  remove,
};

/** All keys of a company, for an export: names and ends, as the list shows them. */
export async function streamKeys(ctx: Context, query: ListQuery, { companyId }: Owner) {
  await assertCompany(ctx.db, ctx, companyId);
  return repository.stream(ctx.db, ctx.scope, query, { companyId });
}

/** A new key; only this answer contains it. */
export async function createKey(
  ctx: Context,
  { name }: CreateBody<typeof updateKeys>,
  { companyId }: Owner,
): Promise<UpdateKey> {
  return ctx.transaction(async (tx) => {
    await assertCompany(tx, ctx, companyId);
    await repository.lockCompany(tx, companyId);
    if ((await repository.count(tx, companyId)) >= maxUpdateKeys)
      throw problem.of('wrong-state', { sentence: 'update-keys-most' });
    return make(tx, ctx, companyId, name, 'create');
  });
}

/** Replaces a key that leaked; the old one stops working immediately. */
export async function rotateKey(ctx: Context, id: string, { companyId }: Owner): Promise<UpdateKey> {
  return ctx.transaction(async (tx) => {
    await assertCompany(tx, ctx, companyId);
    await repository.lockCompany(tx, companyId);
    const before = orNotFound(await repository.findById(tx, ctx.scope, id, { companyId }));
    await repository.remove(tx, companyId, id);
    return make(tx, ctx, companyId, before.name, 'rotate', before);
  });
}

async function remove(ctx: Context, id: string, { companyId }: Owner): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = orNotFound(await repository.findById(tx, ctx.scope, id, { companyId }));
    if (!(await repository.remove(tx, companyId, id))) throw problem.notFound();
    await audit(tx, ctx, { before });
  });
}

// 404 unless the company exists within the scope.
async function assertCompany(db: Db, { scope }: Context, id: string): Promise<void> {
  if (!reaches(scope, id) || !(await rowExists(db, 'companies', { id }))) throw problem.notFound();
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
  const after = orNotFound(await repository.findById(tx, ctx.scope, id, { companyId }));
  await audit(tx, ctx, { verb, before, after });
  return { ...after, key };
}
