import {
  type DocumentJob,
  fileKey,
  findFound,
  type FoundDocument,
  isPair,
  joinDocuments,
  listUnread,
  pictureName,
  type PairFile,
  stemKey,
} from '#server/features/documents/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { numberKey, valuesOf } from '../creation/invoice.rules.ts';
import { auditInvoice } from '../invoices/invoices.audit.ts';
import { updateFromDocument } from '../invoices/update-from-document.ts';
import * as repository from './pairs.repository.ts';

type Who = Pick<Context, 'caller' | 'now' | 'events'>;

/**
 * Joins a document that was read with the invoice whose other file it is (§C21); invoices of the company are locked.
 * Gives whether there is one.
 */
export async function joinWithInvoice(
  tx: Tx,
  who: Who,
  { companyId, documentId }: DocumentJob,
  found: FoundDocument,
): Promise<boolean> {
  if (found.splitBefore.length > 0) return false;
  const file = fileOf(documentId, found);
  const candidates = await repository.listCandidates(tx, companyId, {
    documentId,
    isData: file.isData,
    numberKey: file.numberKey,
    stem: stemKey(found.filename),
    keys: file.isData ? file.attached : [`sha256:${found.sha256}`, `name:${fileKey(found.filename)}`],
  });
  for (const invoice of candidates) {
    const other = await findFound(tx, { companyId, documentId: invoice.documentId });
    if (other && isPair(file, fileOf(invoice.documentId, other)))
      return join(tx, who, { companyId, ...invoice }, documentId);
  }
  return false;
}

/** Joins pictures that nobody could read with the e-invoice that was made an invoice. */
export async function joinUnread(
  tx: Tx,
  who: Who,
  invoice: { readonly companyId: string; readonly id: string; readonly documentId: string },
  found: FoundDocument,
): Promise<void> {
  const file = fileOf(invoice.documentId, found);
  if (!file.isData) return;
  const named = (kind: string) =>
    file.attached.filter((key) => key.startsWith(kind)).map((key) => key.slice(kind.length));
  const unread = await listUnread(tx, invoice, {
    sha256: named('sha256:'),
    names: named('name:'),
    stem: stemKey(found.filename),
  });
  for (const documentId of unread) {
    const other = await findFound(tx, { companyId: invoice.companyId, documentId });
    if (!other || !isPair(file, fileOf(documentId, other))) continue;
    if (await join(tx, who, invoice, documentId)) return;
  }
}

async function join(
  tx: Tx,
  who: Who,
  {
    companyId,
    id,
    documentId: keptId,
  }: { readonly companyId: string; readonly id: string; readonly documentId: string },
  partId: string,
): Promise<boolean> {
  const joined = await joinDocuments(tx, who, companyId, { keptId, partId });
  if (!joined) return false;
  const key = { companyId, documentId: keptId };
  const now = await findFound(tx, key);
  const picture = now?.firstPicture ? pictureName(now.firstPicture) : null;
  const description = now && valuesOf(now)?.description;
  const file = { picture, ...(description === undefined ? {} : { description }) };
  if (now) await repository.setFile(tx, companyId, id, { fileSha256: now.sha256, ...file });
  await updateFromDocument(tx, who, key);
  await auditInvoice(tx, who, { companyId, id }, { verb: 'join', after: joined });
  return true;
}

function fileOf(id: string, found: FoundDocument): PairFile {
  const { sureValues: read } = found;
  const cents = Number(read.total);
  return {
    id,
    filename: found.filename,
    sha256: found.sha256,
    isData: found.mime === 'application/xml',
    attached: found.attachedFiles,
    arrival: found.arrival,
    apartFrom: found.apartFrom,
    administrationId: found.administrationId,
    numberKey: read.number === undefined ? null : numberKey(read.number),
    date: read.date ?? null,
    totalInCents: read.total !== undefined && Number.isSafeInteger(cents) ? cents : null,
    supplier: {
      name: read.creditor ?? '',
      kvk: read.kvk ?? null,
      vatId: read.vatId ?? null,
      iban: read.iban ?? null,
      knownId: found.knownCreditorId,
    },
  };
}
