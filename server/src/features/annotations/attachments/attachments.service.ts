import { attachments, maxAttachmentBytes } from '#contract/annotations/annotations.ts';
import type { FieldCode } from '#contract/problem.ts';
import { collectionUrl, type Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Writer } from '#server/platform/db/history.ts';
import { sentName } from '#server/platform/files/sent-files.ts';
import { mimeOf, sniff } from '#server/platform/files/sniff.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import type { OwnerKind } from '#server/platform/resource/slice.ts';
import { auditChild, type ChildKind, childService } from '../child-records.service.ts';
import { findOwner, findOwnerToChange, type Owner } from '../owners.ts';
import * as repository from './attachments.repository.ts';

type Attachment = Rec<typeof attachments>;
type Kinds = readonly OwnerKind[];

const attachmentKind: ChildKind<repository.StoredAttachment, Attachment> = {
  resource: attachments,
  table: 'attachments',
  word: 'attachment',
  list: repository.list,
  findById: repository.findById,
  nameOf: ({ name }) => name,
  asRecord(ctx, { userId, fullName, sha256: _hash, isFixed, ...file }, mayUpdateOwner) {
    const path = `${collectionUrl(attachments, { entityId: file.entityId })}/${file.id}/file`;
    return {
      ...file,
      path,
      user: { id: userId, fullName },
      canDelete: !isFixed && (mayUpdateOwner || userId === ctx.caller.userId),
    };
  },
};

// The bytes of a removed attachment stay until nothing refers to them.
export const attachmentsService = childService(attachmentKind);

/** An uploaded file; without bytes if they could not be read. */
export interface Upload {
  readonly name: string;
  readonly bytes: Uint8Array | undefined;
  readonly isTruncated?: boolean;
}

/** Checks the permission before the bytes are read. */
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
  if (present) return attachmentKind.asRecord(ctx, present, true);
  return ctx.transaction(async (tx) => {
    const file = { name, sha256, mime: mimeOf[sniff(bytes)], bytes: bytes.byteLength };
    const id = await repository.insert(tx, ctx, owner, file);
    await owner.kind.onAttached?.(tx, ctx, { id, entityId: owner.entityId, companyId: owner.companyId });
    await auditChild(tx, ctx, owner, attachmentKind, { after: name });
    return attachmentKind.asRecord(ctx, orNotFound(await repository.findById(tx, owner, id)), true);
  });
}

/** Attaches what a record of another area made, in its transaction; it cannot be removed by itself. */
export async function attachFixed(
  tx: Tx,
  ctx: Writer & Pick<Context, 'events'>,
  owner: Owner,
  file: Omit<repository.StoredFile, 'isFixed'>,
): Promise<void> {
  await repository.insert(tx, ctx, owner, { ...file, isFixed: true });
  await auditChild(tx, ctx, owner, attachmentKind, { after: file.name });
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

/** Where the bytes of an attachment are, for callers who may read its owner. */
export async function findAttachmentFile(ctx: Context, kinds: Kinds, entityId: string, id: string) {
  const owner = await findOwner(ctx, kinds, entityId);
  const { sha256, mimeType, name } = orNotFound(await repository.findById(ctx.db, owner, id));
  return { sha256, mime: mimeType, filename: name };
}
