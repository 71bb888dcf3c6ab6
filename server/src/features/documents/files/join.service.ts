import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { changedBy, removedBy } from '#server/platform/db/record.ts';
import { auditDocuments } from '../audit.ts';
import { type DocumentKey, updateDocument } from '../document-rows.ts';
import { StateNumber } from '../document-state.ts';
import { recogniseJob } from '../jobs.ts';
import { replaceFile } from '../pages/page-work.repository.ts';
import { minConfidence } from '../processing/outcome.rules.ts';
import { pagesOf, replacePages } from '../pages/reused-pages.repository.ts';
import { markUsage } from '../usage/usage.repository.ts';
import * as repository from './files.repository.ts';
import { placedOn } from './place.rules.ts';

type Who = Pick<Context, 'caller' | 'now' | 'events'>;

const xml = 'application/xml';

/**
 * Makes two documents one (§C21): `kept`, which has the invoice, gets the other's file. Its values are those of the
 * e-invoice, under what a person wrote; its pages those of the picture. The other one is in no list any more, and its
 * scan is marked (§I6).
 *
 * @returns undefined where one of them was joined or deleted meanwhile
 */
export async function joinDocuments(
  tx: Tx,
  who: Who,
  companyId: string,
  { keptId, partId }: { readonly keptId: string; readonly partId: string },
): Promise<{ readonly filename: string } | undefined> {
  const [kept, part] = await lockBoth(tx, companyId, keptId, partId);
  if (!isFree(kept) || !isFree(part) || part.invoiceId !== null) return undefined;
  const [picture, data] = part.mime === xml ? [kept, part] : [part, kept];
  const key = { companyId, documentId: kept.id };
  const keyOf = ({ id }: repository.LockedFile) => ({ companyId, documentId: id });
  const ofPicture = await repository.listFields(tx, keyOf(picture));
  const ofData = await repository.listFields(tx, keyOf(data));
  const at = who.now();
  const difference = differentTotal(ofPicture, ofData);
  await repository.insertData(tx, key, data, { pictureTotalInCents: difference, at });
  const written = (kept === picture ? ofPicture : ofData).filter(({ method }) => method === 'user');
  const read = ofData.filter(({ method }) => method !== 'user');
  await repository.replaceFields(tx, key, underWritten(written, read, ofPicture));
  if (kept === picture && !kept.hasEditedLines) await repository.copyLines(tx, key, keyOf(data));
  if (kept === data) {
    const pages = await pagesOf(tx, companyId, picture.id);
    await replacePages(
      tx,
      kept,
      [...pages.values()].toSorted((a, b) => a.number - b.number),
    );
  }
  await updateDocument(tx, kept, {
    ...fileOf(picture),
    page_count: picture.pageCount,
    text_length: picture.textLength,
    is_credit: kept.isEdited ? kept.isCredit : data.isCredit,
    supplier_place: data.supplierPlace && JSON.stringify(data.supplierPlace),
    vat_rates: data.vatRates && JSON.stringify(data.vatRates),
    addressed_to: data.addressedTo,
    attached_files: [...data.attachedFiles],
    administration_id: kept.administrationId ?? part.administrationId,
    split_before: [],
    trigger_id: null,
    ...changedBy(who),
  });
  await updateDocument(tx, part, { joined_into: kept.id, ...removedBy(who), ...changedBy(who) });
  await markUsage(tx, companyId, [part.id]);
  await auditDocuments(tx, who, [part], { verb: 'join', after: { documentId: kept.number } });
  await auditDocuments(tx, who, [kept], {
    verb: 'join',
    after: { filename: part.filename, with: [part.number] },
  });
  return { filename: part.filename };
}

function isFree(found: repository.LockedFile | undefined): found is repository.LockedFile {
  return found !== undefined && found.deletedAt === null && found.joinedInto === null && !found.hasTwoFiles;
}

// In the order of their ids, so that two of these wait for each other instead of for ever.
async function lockBoth(tx: Tx, companyId: string, keptId: string, partId: string) {
  const found = new Map<string, repository.LockedFile | undefined>();
  for (const documentId of [keptId, partId].toSorted())
    found.set(documentId, await repository.lockFile(tx, { companyId, documentId }));
  return [found.get(keptId), found.get(partId)] as const;
}

function fileOf(file: repository.LockedFile) {
  return {
    sha256: file.sha256,
    mime: file.mime,
    filename: file.filename,
    bytes: file.bytes,
    source_sha256: file.sourceSha256,
    source_mime: file.sourceMime,
    source_filename: file.sourceFilename,
  };
}

const maxCandidates = 5;

// The total of the picture where it was read and is another one (§C21).
function differentTotal(
  ofPicture: readonly repository.FieldRow[],
  ofData: readonly repository.FieldRow[],
): number | null {
  const total = (fields: readonly repository.FieldRow[]) =>
    fields.find(
      ({ property, rank, confidence }) => property === 'total' && rank === 0 && confidence >= minConfidence,
    )?.value;
  const [shown, said] = [total(ofPicture), total(ofData)];
  const cents = Number(shown);
  return shown && said && shown !== said && Number.isSafeInteger(cents) ? cents : null;
}

function underWritten(
  written: readonly repository.FieldRow[],
  read: readonly repository.FieldRow[],
  ofPicture: readonly repository.FieldRow[],
): repository.FieldRow[] {
  const isWritten = new Set(written.map(({ property }) => property));
  const [properties, shown] = [read, ofPicture].map((fields) =>
    Map.groupBy(fields, ({ property }) => property),
  );
  return [
    ...written,
    ...[...(properties ?? [])].flatMap(([property, rows]) =>
      placedOn(rows, shown?.get(property) ?? [])
        .toSorted((a, b) => a.rank - b.rank)
        .map((row, index) => ({ ...row, rank: index + (isWritten.has(property) ? 1 : 0) }))
        .filter(({ rank }) => rank < maxCandidates),
    ),
  ];
}

/**
 * Takes the two files of a document apart (§C21): each is a document again and is read anew, and they stay apart.
 *
 * @returns the two documents, or undefined where there is one file
 */
export async function takeApart(
  tx: Tx,
  ctx: Context,
  key: DocumentKey,
): Promise<readonly { readonly id: string; readonly number: string }[] | undefined> {
  const kept = await repository.lockFile(tx, key);
  const data = await repository.findData(tx, key);
  const partId = await repository.findPart(tx, key);
  const part =
    partId === undefined ? undefined : await repository.lockFile(tx, { ...key, documentId: partId });
  if (!kept || !data || !part) return undefined;
  await repository.removeFiles(tx, key);
  const own =
    part.mime === xml ? { ...kept } : { ...data, sourceSha256: '', sourceMime: '', sourceFilename: '' };
  await replaceFile(tx, ctx, kept, own, true);
  await updateDocument(tx, kept, { attached_files: [] });
  await updateDocument(tx, part, {
    deleted_at: null,
    deleted_by: null,
    joined_into: null,
    apart_from: kept.id,
    state: StateNumber.Reading,
    reasons: [],
    ...changedBy(ctx),
  });
  const by = { userId: ctx.caller.userId, name: ctx.caller.name };
  for (const { id, mime, updatesInvoice } of [
    { id: kept.id, mime: own.mime, updatesInvoice: true },
    { id: part.id, mime: part.mime, updatesInvoice: false },
  ]) {
    const job = {
      companyId: key.companyId,
      documentId: id,
      by,
      ...(mime === xml ? { isData: true } : {}),
      ...(updatesInvoice ? { updatesInvoice } : {}),
    };
    await ctx.jobs.send(tx, recogniseJob, job, { key: id, priority: 1 });
  }
  await auditDocuments(tx, ctx, [kept], { verb: 'take-apart', after: { with: [part.number] } });
  await auditDocuments(tx, ctx, [part], { verb: 'take-apart', after: { with: [kept.number] } });
  return [kept, part].map(({ id, number }) => ({ id, number }));
}
