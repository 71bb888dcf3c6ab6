import { modules } from '#contract/core/modules.ts';
import { modulePrefixes } from '#contract/permissions.ts';
import { sentence } from '#contract/problem-texts.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { assertVersion, insertRow, lockRow, softDelete, updateRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { assertUnused } from '#server/platform/resource/record-links.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { findById, list, listCodes, uniqueFields } from './modules.repository.ts';

type Module = Rec<typeof modules>;

const audit = auditOf<Module>(modules, { hidden: ['deleted'] });

export const modulesService: ResourceService<typeof modules> = {
  list: (ctx, query) => list(ctx.db, ctx.scope, query),
  find: (ctx, id) => findById(ctx.db, ctx.scope, id),
  create,
  update,
  remove,
};

async function create(ctx: Context, body: CreateBody<typeof modules>): Promise<Module> {
  // Only the provider decides what it sells.
  if (ctx.scope.reach !== 'system') throw problem.forbidden();
  return ctx.transaction(async (tx) => {
    const code = body.code ?? (await onlyUnusedCode(tx, ctx));
    const id = await insertRow(tx, ctx, 'modules', { ...body, code }, uniqueFields);
    return audit(tx, ctx, { after: await load(tx, ctx, id) });
  });
}

// The dialog of product 2.3 has a name only.
async function onlyUnusedCode(tx: Tx, ctx: Context): Promise<string> {
  const used = new Set(await listCodes(tx));
  const [code, ...others] = modulePrefixes.filter((prefix) => !used.has(prefix));
  if (code === undefined) throw problem.of('wrong-state', { sentence: 'modules-all-there' });
  if (others.length === 0) return code;
  const values = { codes: [code, ...others].join(', ') };
  throw problem.of('validation', {
    codes: { code: ['required'] },
    texts: { code: [sentence(ctx.language, 'module-which', values)] },
  });
}

async function update(ctx: Context, id: string, body: UpdateBody<typeof modules>): Promise<Module> {
  return ctx.transaction(async (tx) => {
    const before = await lock(tx, ctx, id);
    assertVersion(before, body.rowVersion);
    await updateRow(tx, ctx, 'modules', { id }, { name: body.name });
    return audit(tx, ctx, { before, after: await load(tx, ctx, id) });
  });
}

async function remove(ctx: Context, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = await lock(tx, ctx, id);
    await assertUnused(tx, ctx, modules, { id, companyId: noCompany });
    await softDelete(tx, ctx, 'modules', { id });
    await audit(tx, ctx, { before });
  });
}

async function lock(tx: Tx, ctx: Context, id: string): Promise<Module> {
  await lockRow(tx, 'modules', { id });
  return load(tx, ctx, id);
}

async function load(tx: Tx, ctx: Context, id: string): Promise<Module> {
  return orNotFound(await findById(tx, ctx.scope, id));
}
