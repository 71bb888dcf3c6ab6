import type { documents } from '#contract/documents/documents.ts';
import type { Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { softDelete } from '#server/platform/db/record.ts';
import { auditDocuments, notifyDocument } from '../audit.ts';
import { type DocumentKey, updateDocument } from '../document-rows.ts';
import { StateNumber } from '../document-state.ts';
import { knownReasons, reasonText } from '../reasons.ts';
import { noteProcessed } from '../usage/usage.repository.ts';
import * as repository from './documents.repository.ts';

/** Marks documents as processed and counts their use: their invoices were exported (§D3, §I6). */
export async function markProcessed(
  tx: Tx,
  companyId: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await repository.setProcessed(tx, companyId, ids, at);
  await noteProcessed(tx, companyId, ids, at);
}

/** The invoice of a document is no duplicate after all. */
export async function markOriginal(
  tx: Tx,
  ctx: Context,
  { companyId, documentId: id }: DocumentKey,
): Promise<void> {
  await updateDocument(tx, { companyId, id }, { is_duplicate: false });
  await notifyDocument(ctx, tx, { companyId, documentId: id });
}

/** Puts the document of a removed duplicate in the trash, from where it comes back as one without an invoice. */
export async function removeDuplicate(
  tx: Tx,
  ctx: Context,
  { companyId, documentId: id }: DocumentKey,
): Promise<void> {
  const key = { companyId, id };
  await updateDocument(tx, key, {
    state: StateNumber.Unprocessable,
    reasons: ['duplicate'],
    invoice_id: null,
    is_duplicate: false,
  });
  await softDelete(tx, ctx, 'documents', key);
  await auditDocuments(tx, ctx, [key], { verb: 'remove' });
}

/** Takes back the removal of a duplicate; false where its document was restored or purged since. */
export async function restoreDuplicate(
  tx: Tx,
  ctx: Context,
  { companyId, documentId: id, invoiceId }: DocumentKey & { readonly invoiceId: string },
): Promise<boolean> {
  const key = { companyId, id };
  if (!(await repository.undelete(tx, key))) return false;
  await updateDocument(tx, key, {
    state: StateNumber.Recognised,
    reasons: [],
    invoice_id: invoiceId,
    is_duplicate: true,
  });
  await auditDocuments(tx, ctx, [key], { verb: 'restore' });
  return true;
}

type Stored = NonNullable<Awaited<ReturnType<typeof repository.findById>>>;

export const documentsService: ResourceService<typeof documents> = {
  async list(ctx, query) {
    const page = await repository.list(ctx.db, ctx.scope, query);
    return { ...page, rows: page.rows.map((row) => shown(ctx, row)) };
  },
  async find(ctx, id) {
    const found = await repository.findById(ctx.db, ctx.scope, id);
    return found ? shown(ctx, found) : null;
  },
};

function shown(ctx: Context, { reasons, ...row }: Stored): Rec<typeof documents> {
  const reasonCodes = knownReasons(reasons);
  return { ...row, reasonCodes, reason: reasonText(ctx.language, reasons) };
}
