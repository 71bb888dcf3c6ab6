import sharp from 'sharp';
import { forCompany, type Services } from '#server/platform/context.ts';
import { commitLazily, type Tx } from '#server/platform/db/database.ts';
import type { Files } from '#server/platform/files/files.ts';
import type { JobTry } from '#server/platform/jobs/jobs.ts';
import type { OcrReader } from '#server/platform/ocr/ocr.ts';
import type { PdfReader } from '#server/platform/pdf/pdf.ts';
import { isPassing } from '#server/platform/passing-failures.ts';
import { notifyDocument } from '../audit.ts';
import { listKnown } from '../creditors/creditors.repository.ts';
import { type DocumentJob, invoiceFromDocumentJob, recogniseJob } from '../jobs.ts';
import {
  type Identity,
  type RecognisedDocument,
  recogniseDocument,
  type RecognisedPage,
  recognisePages,
  type RefusedDocument,
  type SupplierCodes,
} from '#server/recognition/index.ts';
import { listExamples } from '../memory/memory.repository.ts';
import { listSharedLayouts } from '../memory/shared-layouts.repository.ts';
import { thumbnailWidth } from '../pages/pages.repository.ts';
import { sharedMatcher } from '../triggers/matcher.ts';
import { rejectedReason } from '../reasons.ts';
import * as rejections from '../rejections/rejections.repository.ts';
import { rejectedAgain } from '../rejections/rejections.rules.ts';
import { triggersOf } from '../triggers/run-triggers.ts';
import { findSavedAt } from '../triggers/triggers.repository.ts';
import * as extractions from './extraction.repository.ts';
import { addressedTo, type Outcome, outcomeOf, textLength, valuesRead, withManual } from './outcome.rules.ts';
import { noteUsage } from '../usage/usage.repository.ts';
import type { DocumentKey } from '../document-rows.ts';
import { attachedKeys } from '../files/pairs.rules.ts';
import { placedOnPages } from '../files/place.rules.ts';
import * as repository from './processing.repository.ts';
import { findStoredPages } from './stored-pages.repository.ts';

/** What processing needs beside the services: processes of their own. */
export interface ReadingTools {
  readonly pdf: PdfReader;
  readonly ocr: OcrReader;
  /**
   * Creates the invoice of a document that is processed inline, in the same transaction. Documents may not import
   * invoicing, so `app` passes this in; without it, and for other documents, a job of its own creates the invoice.
   */
  readonly createInvoice?: (tx: Tx, job: DocumentJob) => Promise<void>;
}

/** Names what read a document; raise it when reading changes, so that older results can be recognised. */
export const engineVersion = '2';

const stuckAfterMs = 45 * 60_000;

/** Processes one document. Any try may be interrupted: the next one starts over and writes everything at once. */
export async function processDocument(
  all: Services,
  tools: ReadingTools,
  job: DocumentJob,
  attempt: Pick<JobTry, 'isLastTry'>,
): Promise<void> {
  const services = forCompany(all, job.companyId);
  if (job.isData === true && (await processInline(services, tools, job))) return;
  const { db, now } = services;
  const started = await repository.start(db, job, now());
  if (!started) return;
  await notifyDocument(services, db, job);
  try {
    const extraction = await extract(services, tools, job, started);
    await db.transaction().execute(async (tx) => {
      await commitLazily(tx);
      await persist(services, tx, job, started, extraction);
    });
  } catch (error) {
    const isLast = attempt.isLastTry && !isPassing(error);
    await repository.recordFailure(db, { ...job, ...started }, describe(error), isLast, now());
    if (isLast) await notifyDocument(services, db, job);
    throw error;
  }
}

// A data file takes some milliseconds, too short to show progress: it is started, read, stored and made an invoice in one
// transaction. On any error that is rolled back, and the queued way does it again and handles the failure.
async function processInline(services: Services, tools: ReadingTools, job: DocumentJob): Promise<boolean> {
  try {
    await services.db.transaction().execute(async (tx) => {
      await commitLazily(tx);
      const started = await repository.start(tx, job, services.now());
      if (!started) return;
      const extraction = await extract({ ...services, db: tx }, tools, job, started);
      await persist(services, tx, job, started, extraction, tools.createInvoice);
    });
    return true;
  } catch (err) {
    services.log.warn(
      { err, documentId: job.documentId },
      'document not processed inline, trying the queued way',
    );
    return false;
  }
}

type Started = NonNullable<Awaited<ReturnType<typeof repository.start>>>;

interface Extraction {
  readonly own: Awaited<ReturnType<typeof repository.findBuyerIdentities>>;
  readonly result: Read;
  /** Null: the stored pages stay as they are. */
  readonly pages: readonly extractions.ExtractedPage[] | null;
}

/** Reads the values of a document and stores the images of its pages; no row is written yet. */
async function extract(
  services: Services,
  tools: ReadingTools,
  job: DocumentJob,
  started: Started,
): Promise<Extraction> {
  const own = await repository.findBuyerIdentities(services.db, job.companyId);
  const result = await recognise(services, tools, job, { ...started, excluded: own.identities });
  const hasNewPages = result.kind !== 'refused' && !result.isReadBefore;
  return { own, result, pages: hasNewPages ? await storeImages(services.files, result.pages) : null };
}

/** Writes what was read, with the usage, the events and the invoice or its job. */
async function persist(
  services: Services,
  tx: Tx,
  job: DocumentJob,
  started: Started,
  { own, result, pages }: Extraction,
  createInvoice?: ReadingTools['createInvoice'],
): Promise<void> {
  const at = services.now();
  const file = { ...job, ...started };
  if (result.kind === 'refused') {
    const reading = { state: 'Onverwerkbaar', reasons: [result.reason], engineVersion } as const;
    if (await repository.finish(tx, file, reading, at)) await notifyDocument(services, tx, job);
    return;
  }
  const manual = await extractions.listManual(tx, job);
  const fields = withManual(result.fields, manual);
  const read = outcomeOf({ ...result, fields }, { ...own, ...started });
  const outcome = started.wasRejected ? await unlessRejected(tx, job, read, result, manual) : read;
  const reading = {
    ...outcome,
    mime: result.mime,
    isCredit: result.creditNote,
    triggerId: result.trigger?.id ?? null,
    ...(pages ? { pageCount: pages.length, textLength: textLength(pages) } : {}),
    splitBefore: result.splitBefore,
    addressedTo: addressedTo(result, { ...own, ...started }),
    supplierPlace: result.sellerPlace ?? null,
    vatRates: result.vatRates,
    attachedFiles: result.attached ? attachedKeys(result.attached) : [],
    engineVersion,
  };
  if (!(await repository.finish(tx, file, reading, at))) return;
  const lines = started.hasEditedLines ? null : result.lines;
  await extractions.replace(tx, job, { fields: result.fields, lines, pages });
  await noteUsage(tx, 'scan', { ...job, subjectId: job.documentId }, at);
  // What could not be read may be the picture of an e-invoice (§C21).
  if (outcome.state === 'Herkend' || result.mime !== 'application/xml')
    await (createInvoice?.(tx, job) ??
      services.jobs.send(tx, invoiceFromDocumentJob, job, { key: job.documentId }));
  await notifyDocument(services, tx, job);
}

// What a person rejected does not come back by itself (§D2).
async function unlessRejected(
  tx: Tx,
  job: DocumentJob,
  outcome: Outcome,
  { fields, trigger }: RecognisedDocument,
  manual: Awaited<ReturnType<typeof extractions.listManual>>,
): Promise<Outcome> {
  const rejected = await rejections.list(tx, job);
  const values = valuesRead(fields, manual);
  const triggerSavedAt = trigger?.id ? await findSavedAt(tx, trigger.id) : null;
  const again = rejectedAgain(rejected, { values, triggerSavedAt });
  if (again.length === 0) return outcome;
  const named = rejected.filter(({ isNamed, property }) => isNamed && again.includes(property));
  const reason = rejectedReason(named.map(({ property }) => property));
  return { ...outcome, state: 'Onbekend', reasons: [reason, ...outcome.reasons] };
}

type Read = (RecognisedDocument & { readonly isReadBefore: boolean }) | RefusedDocument;

async function recognise(
  { db, files }: Services,
  tools: ReadingTools,
  job: DocumentJob,
  {
    sha256,
    dataSha256,
    filename,
    excluded,
  }: Pick<Started, 'sha256' | 'dataSha256' | 'filename'> & { excluded: readonly Identity[] },
): Promise<Read> {
  const known = await listKnown(db, job.companyId);
  const triggers = await triggersOf(db, sharedMatcher(), job.companyId);
  const ocr = tools.ocr.forCompany(job.companyId);
  const memory = (creditorId: string) => listExamples(db, { companyId: job.companyId, creditorId });
  const layouts = (codes: SupplierCodes) => listSharedLayouts(db, codes);
  const taught = { memory, layouts, ...(triggers ? { triggers } : {}) };
  const options = { filename, ...tools, ocr, excluded, known, ...taught };
  const stored = job.keepsText ? await findStoredPages(db, job) : null;
  const besideData = async (read: Read): Promise<Read> =>
    dataSha256 === null || read.kind === 'refused'
      ? read
      : withData(read, await recogniseDocument(await storedFile(files, dataSha256), options));
  if (stored) return besideData({ ...(await recognisePages(stored, options)), isReadBefore: true });
  const bytes = await storedFile(files, sha256);
  const readBefore = job.readsOnly ? await pagesReadBefore({ db, files }, job, job.readsOnly) : undefined;
  const result = await recogniseDocument(bytes, {
    ...options,
    ocrAlways: job.byOcr ?? false,
    ...(readBefore ? { readBefore } : {}),
  });
  return besideData(result.kind === 'refused' ? result : { ...result, isReadBefore: false });
}

async function storedFile(files: Files, sha256: string): Promise<Buffer> {
  const bytes = await files.get(sha256);
  if (!bytes) throw new Error('the file is missing');
  return bytes;
}

/** The values of an e-invoice on the pages of its picture (§C21). */
function withData(picture: Exclude<Read, RefusedDocument>, data: RecognisedDocument | RefusedDocument): Read {
  if (data.kind === 'refused') return picture;
  const { mime, pages, isReadBefore } = picture;
  return { ...data, mime, pages, isReadBefore, fields: placedOnPages(data.fields, picture.fields) };
}

// Page work reuses them; a page whose image is missing is read like a new one.
async function pagesReadBefore(
  { db, files }: Pick<Services, 'db' | 'files'>,
  key: DocumentKey,
  toRead: readonly number[],
): Promise<ReadonlyMap<number, RecognisedPage>> {
  const readBefore = new Map<number, RecognisedPage>();
  for (const { imageSha256, ...page } of (await findStoredPages(db, key))?.pages ?? []) {
    if (toRead.includes(page.number)) continue;
    const jpeg = await files.get(imageSha256);
    if (jpeg) readBefore.set(page.number, { ...page, jpeg });
  }
  return readBefore;
}

async function storeImages(
  files: Files,
  pages: readonly RecognisedPage[],
): Promise<extractions.ExtractedPage[]> {
  const stored: extractions.ExtractedPage[] = [];
  // One after the other: images are large.
  for (const { jpeg, ...page } of pages) {
    const small = await sharp(jpeg)
      .resize({ width: thumbnailWidth, withoutEnlargement: true })
      .jpeg({ quality: 75 })
      .toBuffer();
    stored.push({ ...page, imageSha256: await files.put(jpeg), thumbnailSha256: await files.put(small) });
  }
  return stored;
}

// For the operator. The messages come from our own readers and from the database, not from the document.
function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
}

/** Queues again what lost its job: the last try died with its process. Harmless at any time; gives how many. */
export async function resumeStuck({ db, jobs, now }: Services): Promise<number> {
  const stuck = await repository.listStuck(db, new Date(now().getTime() - stuckAfterMs));
  for (const { companyId, documentId, userId, userName, isRead } of stuck) {
    if (userId === null) continue;
    const job = { companyId, documentId, by: { userId, name: userName } };
    await jobs.send(db, isRead ? invoiceFromDocumentJob : recogniseJob, job, { key: documentId });
  }
  return stuck.length;
}
