import type { z } from 'zod';
import {
  deliverySettings,
  hasExporter,
  type newDeliverySecretResult,
  type testFolderCommand,
  type testFolderResult,
  type testSftpCommand,
  type testSftpResult,
} from '#contract/invoicing/deliveries.ts';
import type { FieldCode } from '#contract/problem.ts';
import { sentence } from '#contract/problem-texts.ts';
import type { Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import { seal } from '#server/platform/auth/seal.ts';
import { codeOfAddress } from '#server/features/core/index.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { assertVersion } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import * as repository from './delivery-settings.repository.ts';
import { tryStore } from './file-store.ts';
import { folderStore, pathOf } from './folder-target.ts';
import { sftpPurpose, trySftp } from './sftp-target.ts';
import { newSecret } from './webhook-target.ts';

type Settings = Rec<typeof deliverySettings>;

const audit = auditOf<Settings>(deliverySettings, {
  hidden: ['hasExporter', 'readyCount', 'coupling', 'hasSftpSecret', 'hasWebhookSecret'],
});

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
    const codes = await remoteProblems(ctx, before, body);
    if (Object.keys(codes).length > 0) throw problem.validation(codes);
    const key = { companyId: before.companyId, administrationId: id, by: ctx.caller.userId, at: ctx.now() };
    const { sftpSecret = '', ...given } = body;
    const sealedSecret =
      sftpSecret === '' ? undefined : seal(ctx.secretKey, sftpPurpose, sftpSecret).toString('base64');
    // Another server has another key.
    const isOther = body.sftpHost !== before.sftpHost || body.sftpPort !== before.sftpPort;
    const sftpHostKey = isOther && body.sftpHostKey === before.sftpHostKey ? '' : body.sftpHostKey;
    await repository.write(tx, key, { ...given, sftpHostKey, sealedSecret });
    // Nothing leaves unsigned; who receives asks for a secret that they see.
    if (body.target === 'webhook' && !before.hasWebhookSecret)
      await repository.setWebhookSecret(tx, key, newSecret(ctx.secretKey).sealed);
    const after = orNotFound(await repository.findById(tx, ctx.scope, id));
    return audit(tx, ctx, { before, after });
  });
}

async function remoteProblems(
  ctx: Context,
  before: Settings,
  body: UpdateBody<typeof deliverySettings>,
): Promise<Record<string, FieldCode[]>> {
  if (body.target === 'webhook') {
    if (body.webhookUrl === '') return { webhook_url: ['required'] };
    const address = await ctx.callOut.check(body.webhookUrl);
    return address === null ? {} : { webhook_url: [codeOfAddress(address)] };
  }
  if (body.target !== 'sftp') return {};
  return {
    ...(body.sftpHost === '' ? { sftp_host: ['required'] } : {}),
    ...(body.sftpUser === '' ? { sftp_user: ['required'] } : {}),
    ...(before.hasSftpSecret || body.sftpSecret ? {} : { sftp_secret: ['required'] }),
  };
}

/** Logs in to a server, writes a small file, reads it back and removes it; with the stored secret where none is given. */
export async function testSftp(
  ctx: Context,
  id: string,
  { sftpSecret = '', ...server }: z.output<typeof testSftpCommand>,
): Promise<z.output<typeof testSftpResult>> {
  const { companyId, sftpHost, sftpPort, sftpUser } = orNotFound(
    await repository.findById(ctx.db, ctx.scope, id),
  );
  const stored = await repository.settingsOf(ctx.db, companyId, id);
  // A stored secret goes to the server that it was given for, and to no other.
  const isStored =
    server.sftpHost === sftpHost && server.sftpPort === sftpPort && server.sftpUser === sftpUser;
  const place = {
    host: server.sftpHost,
    port: server.sftpPort,
    username: server.sftpUser,
    folder: server.sftpFolder,
    hostKey: server.sftpHostKey,
    sealed: isStored ? (stored?.sftp.sealed ?? null) : null,
  };
  const { hostKey, error, code } = await trySftp(ctx, place, sftpSecret === '' ? undefined : sftpSecret);
  const why = code === null ? error : sentence(ctx.language, `delivery-sftp-${code}`);
  return { isRight: why === '', hostKey, error: why };
}

/** Makes a new secret for the webhook of an administration; it is shown this once. */
export async function renewWebhookSecret(
  ctx: Context,
  id: string,
): Promise<z.output<typeof newDeliverySecretResult>> {
  return ctx.transaction(async (tx) => {
    await lockByKey(tx, advisoryLocks.deliverySettings(id));
    const { companyId } = orNotFound(await repository.findById(tx, ctx.scope, id));
    const { secret, sealed } = newSecret(ctx.secretKey);
    await repository.setWebhookSecret(tx, { companyId, administrationId: id }, sealed);
    await recordChange(tx, ctx, {
      entity: deliverySettings.permission,
      entityId: id,
      companyId,
      verb: 'renew-secret',
      after: {},
    });
    return { secret };
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
  const error = await tryStore(folderStore(path));
  return { isRight: error === '', path: [folderRoot, companyId, folder].filter(Boolean).join('/'), error };
}
