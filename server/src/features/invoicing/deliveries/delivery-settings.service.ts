import type { z } from 'zod';
import {
  deliverySettings,
  hasExporter,
  type testFolderCommand,
  type testFolderResult,
} from '#contract/invoicing/deliveries.ts';
import type { Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import { assertVersion } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { pathOf, tryFolder } from './folder-target.ts';
import * as repository from './delivery-settings.repository.ts';

type Settings = Rec<typeof deliverySettings>;

const audit = auditOf<Settings>(deliverySettings, { hidden: ['hasExporter', 'readyCount', 'coupling'] });

/** One an administration, with the administration's id; without stored ones, the defaults. */
export const deliverySettingsService: ResourceService<typeof deliverySettings> = {
  list: (ctx, query) => repository.list(ctx.db, ctx.scope, query),
  find: (ctx, id) => repository.findById(ctx.db, ctx.scope, id),
  update,
};

/** Changes how an administration delivers; what was taken already stays as it was taken. */
function update(
  ctx: Context,
  id: string,
  { rowVersion, ...body }: UpdateBody<typeof deliverySettings>,
): Promise<Settings> {
  return ctx.transaction(async (tx) => {
    // There may be no row to lock yet.
    await lockByKey(tx, advisoryLocks.deliverySettings(id));
    const before = orNotFound(await repository.findById(tx, ctx.scope, id));
    assertVersion(before, rowVersion);
    if (body.target === 'mail' && body.mailAddress === '')
      throw problem.validation({ mail_address: ['required'] });
    if (body.target === 'folder' && !Object.hasOwn(ctx.deliveryFolders, body.folderRoot))
      throw problem.validation({ folder_root: [body.folderRoot === '' ? 'required' : 'not-a-choice'] });
    if (body.isAutomatic && !hasExporter(before.coupling))
      throw problem.of('wrong-state', { sentence: 'delivery-no-exporter' });
    const key = { companyId: before.companyId, administrationId: id, by: ctx.caller.userId, at: ctx.now() };
    await repository.write(tx, key, body);
    const after = orNotFound(await repository.findById(tx, ctx.scope, id));
    return audit(tx, ctx, { before, after });
  });
}

/** The names of the folders that the operator gave, to choose from. */
export async function listFolders(ctx: Context, id: string): Promise<string[]> {
  orNotFound(await repository.findById(ctx.db, ctx.scope, id));
  return Object.keys(ctx.deliveryFolders).toSorted();
}

/** Writes a small file to a folder, reads it back and removes it. */
export async function testFolder(
  ctx: Context,
  id: string,
  { folderRoot, folder }: z.output<typeof testFolderCommand>,
): Promise<z.output<typeof testFolderResult>> {
  const { companyId } = orNotFound(await repository.findById(ctx.db, ctx.scope, id));
  const path = pathOf(ctx, { companyId, folderRoot, folder });
  if (path === undefined) throw problem.validation({ folder_root: ['not-a-choice'] });
  const error = await tryFolder(path);
  return { isRight: error === '', path: [folderRoot, companyId, folder].filter(Boolean).join('/'), error };
}
