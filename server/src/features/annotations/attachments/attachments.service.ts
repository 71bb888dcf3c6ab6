import { attachments, maxAttachmentBytes } from '#contract/annotations/annotations.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { FieldCode } from '#contract/problem.ts';
import { collectionUrl, type Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sentName } from '#server/platform/files/sent-files.ts';
import { mimeOf, sniff } from '#server/platform/files/sniff.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { findOwner, findOwnerToChange, mayUpdate, type Owner } from '../owners.ts';
import type { OwnerKind } from '#server/platform/resource/slice.ts';
import { tell } from '../tell.ts';
import * as repository from './attachments.repository.ts';

type Attachment = Rec<typeof attachments>;
type Kinds = readonly OwnerKind[];
type Stored = NonNullable<Awaited<ReturnType<typeof repository.findById>>>;

function asAttachment(
  ctx: Context,
  { userId, fullName, sha256: _hash, isFixed, ...file }: Stored,
  isOwners: boolean,
): Attachment {
  const path = `${collectionUrl(attachments, { entityId: file.entityId })}/${file.id}/file`;
  return {
    ...file,
    path,
    user: { id: userId, fullName },
    canDelete: !isFixed && (isOwners || userId === ctx.caller.userId),
  };
}

export async function listAttachments(ctx: Context, kinds: Kinds, entityId: string, query: ListQuery) {
  const owner = await findOwner(ctx, kinds, entityId);
  const isOwners = await mayUpdate(ctx, owner);
  const page = await repository.list(ctx.db, owner, query);
  return { ...page, rows: page.rows.map((file) => asAttachment(ctx, file, isOwners)) };
}

/** A file as it came in; no bytes where what was sent could not be read as such. */
export interface Upload {
  readonly name: string;
  readonly bytes: Uint8Array | undefined;
  readonly isTruncated?: boolean;
}

/** Refuses what may not be added before its bytes are read. */
export function checkOwner(ctx: Context, kinds: Kinds, entityId: string) {
  return findOwnerToChange(ctx, kinds, entityId);
}

export async function addAttachment(
  ctx: Context,
  kinds: Kinds,
  entityId: string,
  upload: Upload,
): Promise<Attachment> {
  const owner = await findOwnerToChange(ctx, kinds, entityId);
  const { name, bytes } = checked(upload);
  const sha256 = await ctx.files.put(bytes);
  const present = await repository.findFixed(ctx.db, owner, { name, sha256 });
  if (present) return asAttachment(ctx, present, true);
  return ctx.transaction(async (tx) => {
    const file = { name, sha256, mime: mimeOf[sniff(bytes)], bytes: bytes.byteLength };
    const id = await repository.insert(tx, ctx, owner, file);
    await owner.kind.onAttached?.(tx, ctx, { id, entityId: owner.entityId, companyId: owner.companyId });
    await tell(tx, ctx, owner, {
      resource: attachments.path,
      verb: 'add-attachment',
      after: { attachment: name },
    });
    return asAttachment(ctx, orNotFound(await repository.findById(tx, owner, id)), true);
  });
}

/** Attaches what a record of another area made, in its transaction: nobody takes it away by itself. */
export async function attachFixed(
  tx: Tx,
  ctx: Context,
  owner: Owner,
  file: Omit<repository.KeptFile, 'isFixed'>,
): Promise<void> {
  await repository.insert(tx, ctx, owner, { ...file, isFixed: true });
  await tell(tx, ctx, owner, {
    resource: attachments.path,
    verb: 'add-attachment',
    after: { attachment: file.name },
  });
}

function checked(upload: Upload): { readonly name: string; readonly bytes: Uint8Array } {
  const codes: Record<string, FieldCode[]> = {};
  const name = sentName(upload.name);
  const { bytes, isTruncated = false } = upload;
  if (name === '') codes['name'] = ['required'];
  if (isTruncated || (bytes && bytes.byteLength > maxAttachmentBytes)) codes['content'] = ['file-too-large'];
  else if (!bytes) codes['content'] = ['invalid'];
  else if (bytes.byteLength === 0) codes['content'] = ['required'];
  if (!bytes || Object.keys(codes).length > 0) throw problem.validation(codes);
  return { name, bytes };
}

/** One's own, or with the right to change the owner (§B9). The bytes stay until nothing points at them. */
export async function removeAttachment(
  ctx: Context,
  kinds: Kinds,
  entityId: string,
  id: string,
): Promise<void> {
  const owner = await findOwner(ctx, kinds, entityId);
  const isOwners = await mayUpdate(ctx, owner);
  await ctx.transaction(async (tx) => {
    const file = asAttachment(ctx, orNotFound(await repository.findById(tx, owner, id)), isOwners);
    if (!file.canDelete) throw problem.forbidden();
    orNotFound((await repository.remove(tx, ctx, owner, id)) || undefined);
    await tell(tx, ctx, owner, {
      resource: attachments.path,
      verb: 'remove-attachment',
      before: { attachment: file.name },
    });
  });
}

/** Where the bytes of an attachment are, for who may read its owner. */
export async function findAttachmentFile(ctx: Context, kinds: Kinds, entityId: string, id: string) {
  const owner = await findOwner(ctx, kinds, entityId);
  const { sha256, mimeType, name } = orNotFound(await repository.findById(ctx.db, owner, id));
  return { sha256, mime: mimeType, filename: name };
}
