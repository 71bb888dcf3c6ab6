import { modules } from '#contract/core/modules.ts';
import { modulePrefixes } from '#contract/permissions.ts';
import { sentence } from '#contract/problem-texts.ts';
import type { CreateBody, Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { insertRow, updateRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { problem } from '#server/platform/http/problem.ts';
import { storedRecords } from '#server/platform/resource/stored-records.ts';
import { findById, list, listCodes, uniqueFields } from './modules.repository.ts';

type Module = Rec<typeof modules>;

const records = storedRecords(modules, 'modules', findById, { hidden: ['deleted'] });

export const modulesService: ResourceService<typeof modules> = {
  list: (ctx, query) => list(ctx.db, ctx.scope, query),
  find: (ctx, id) => findById(ctx.db, ctx.scope, id),
  create,
  update: (ctx, id, { name, rowVersion }) =>
    ctx.transaction((tx) =>
      records.change(tx, ctx, { id }, rowVersion, () => updateRow(tx, ctx, 'modules', { id }, { name })),
    ),
  remove: (ctx, id) => ctx.transaction((tx) => records.remove(tx, ctx, { id })),
};

async function create(ctx: Context, body: CreateBody<typeof modules>): Promise<Module> {
  // Only the provider decides what it sells.
  if (ctx.scope.reach !== 'system') throw problem.forbidden();
  return ctx.transaction(async (tx) => {
    const code = body.code ?? (await onlyUnusedCode(tx, ctx));
    const id = await insertRow(tx, ctx, 'modules', { ...body, code }, uniqueFields);
    return records.created(tx, ctx, { id });
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
