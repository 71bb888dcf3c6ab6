import sharp from 'sharp';
import type { Services } from '#server/platform/context.ts';
import { commitLazily, type Tx } from '#server/platform/db/database.ts';
import type { Files } from '#server/platform/files/files.ts';
import type { JobTry } from '#server/platform/jobs/jobs.ts';
import type { OcrReader } from '#server/platform/ocr/ocr.ts';
import type { PdfReader } from '#server/platform/pdf/pdf.ts';
import { notifyDocument } from '../audit.ts';
import { listKnown } from '../creditors/creditors.repository.ts';
import { type DocumentJob, invoiceFromDocumentJob, recogniseJob } from '../jobs.ts';
import { recogniseDocument, recognisePages } from '../recognition/recognise.ts';
import { sharedMatcher } from '../triggers/matcher.ts';
import { triggersOf } from '../triggers/run-triggers.ts';
import type {
  Identity,
  RecognisedDocument,
  RecognisedPage,
  RefusedDocument,
} from '../recognition/recognised.ts';
import * as findings from './extraction.repository.ts';
import { outcomeOf, settled, textLength } from './outcome.rules.ts';
import { noteUsage } from '../usage/usage.repository.ts';
import * as repository from './processing.repository.ts';
import { findStoredPages } from './stored-pages.repository.ts';

/** What reading needs beside the world: processes of their own. */
export interface ReadingTools {
  readonly pdf: PdfReader;
  readonly ocr: OcrReader;
  /**
   * Makes the invoice of a document that was read in a moment, in the same transaction. Invoicing stands to the left, so
   * `app` hands this over; without it, and where reading took longer, a job of its own makes it.
   */
  readonly createInvoice?: (tx: Tx, job: DocumentJob) => Promise<void>;
}

/** Names what read a document; raise it when reading changes, so that old readings can be told apart. */
export const engineVersion = '2';

/** Width of the small picture in a list of pages, in pixels. */
export const thumbnailWidth = 148;

const stuckAfterMs = 45 * 60_000;

/** Reads one document. Any try may be cut off: the next one starts over and writes everything anew, in one go. */
export async function processDocument(
  services: Services,
  tools: ReadingTools,
  job: DocumentJob,
  attempt: Pick<JobTry, 'isLastTry'>,
): Promise<void> {
  if (job.isData === true && (await processInline(services, tools, job))) return;
  const { db, now } = services;
  const started = await repository.begin(db, job, now());
  if (!started) return;
  await notifyDocument(services, db, job);
  try {
    await read(services, tools, job, started);
  } catch (error) {
    await repository.noteFailure(db, job, describe(error), attempt.isLastTry, now());
    if (attempt.isLastTry) await notifyDocument(services, db, job);
    throw error;
  }
}

// A file of data takes some milliseconds, in which nobody would see that it is being read: begun, read, ended and made an
// invoice in one transaction. Whatever goes wrong undoes it all, and is met and told by the ordinary way.
async function processInline(services: Services, tools: ReadingTools, job: DocumentJob): Promise<boolean> {
  try {
    await services.db.transaction().execute(async (tx) => {
      await commitLazily(tx);
      const started = await repository.begin(tx, job, services.now());
      if (!started) return;
      const found = await look({ ...services, db: tx }, tools, job, started);
      await end(services, tx, job, started, { ...found, createInvoice: tools.createInvoice });
    });
    return true;
  } catch {
    return false;
  }
}

type Started = NonNullable<Awaited<ReturnType<typeof repository.begin>>>;

async function read(
  services: Services,
  tools: ReadingTools,
  job: DocumentJob,
  started: Started,
): Promise<void> {
  const found = await look(services, tools, job, started);
  await services.db.transaction().execute(async (tx) => {
    await commitLazily(tx);
    await end(services, tx, job, started, found);
  });
}

interface Looked {
  readonly own: Awaited<ReturnType<typeof repository.listOwn>>;
  readonly result: Read;
  readonly pages: readonly findings.KeptPage[] | null;
  readonly createInvoice?: ReadingTools['createInvoice'];
}

/** All that is found out about a document, with the pictures of its pages kept; nothing of it is written yet. */
async function look(
  services: Services,
  tools: ReadingTools,
  job: DocumentJob,
  started: Started,
): Promise<Looked> {
  const own = await repository.listOwn(services.db, job.companyId);
  const result = await recognise(services, tools, job, { ...started, excluded: own.identities });
  // Pages that were read before keep their pictures.
  const isAnew = result.kind !== 'refused' && !result.isReadBefore;
  return { own, result, pages: isAnew ? await keepPictures(services.files, result.pages) : null };
}

async function end(
  services: Services,
  tx: Tx,
  job: DocumentJob,
  started: Started,
  { own, result, pages, createInvoice }: Looked,
): Promise<void> {
  if (result.kind === 'refused') {
    const reading = { state: 'Onverwerkbaar', reasons: [result.reason], engineVersion } as const;
    if (await repository.finish(tx, job, reading, services.now())) await notifyDocument(services, tx, job);
    return;
  }
  const fields = settled(result.fields, await findings.listManual(tx, job));
  const outcome = outcomeOf({ ...result, fields }, { ...own, ...started });
  await write(services, tx, job, { ...result, pages, createInvoice }, outcome);
}

type Read = (RecognisedDocument & { readonly isReadBefore: boolean }) | RefusedDocument;

async function recognise(
  { db, files }: Services,
  tools: ReadingTools,
  job: DocumentJob,
  { sha256, filename, excluded }: Pick<Started, 'sha256' | 'filename'> & { excluded: readonly Identity[] },
): Promise<Read> {
  const known = await listKnown(db, job.companyId);
  const triggers = await triggersOf(db, sharedMatcher(), job.companyId);
  const options = { filename, ...tools, excluded, known, ...(triggers ? { triggers } : {}) };
  const stored = job.keepsText ? await findStoredPages(db, job) : null;
  if (stored) return { ...(await recognisePages(stored, options)), isReadBefore: true };
  const bytes = await files.get(sha256);
  if (!bytes) throw new Error('the file is gone');
  const readBefore = job.readsOnly ? await pagesReadBefore({ db, files }, job, job.readsOnly) : undefined;
  const result = await recogniseDocument(bytes, {
    ...options,
    ocrAlways: job.byOcr ?? false,
    ...(readBefore ? { readBefore } : {}),
  });
  return result.kind === 'refused' ? result : { ...result, isReadBefore: false };
}

// Page work carried them over; a page whose picture is gone is read like a new one.
async function pagesReadBefore(
  { db, files }: Pick<Services, 'db' | 'files'>,
  key: repository.DocumentKey,
  anew: readonly number[],
): Promise<ReadonlyMap<number, RecognisedPage>> {
  const kept = new Map<number, RecognisedPage>();
  for (const { imageSha256, ...page } of (await findStoredPages(db, key))?.pages ?? []) {
    if (anew.includes(page.number)) continue;
    const jpeg = await files.get(imageSha256);
    if (jpeg) kept.set(page.number, { ...page, jpeg });
  }
  return kept;
}

async function write(
  services: Services,
  tx: Tx,
  job: DocumentJob,
  found: Omit<RecognisedDocument, 'pages'> & Pick<Looked, 'pages' | 'createInvoice'>,
  outcome: ReturnType<typeof outcomeOf>,
): Promise<void> {
  const isOurs = await repository.finish(
    tx,
    job,
    {
      ...outcome,
      mime: found.mime,
      isCredit: found.creditNote,
      triggerId: found.trigger?.id ?? null,
      ...(found.pages ? { pageCount: found.pages.length, textLength: textLength(found.pages) } : {}),
      engineVersion,
    },
    services.now(),
  );
  if (!isOurs) return;
  await findings.replace(tx, job, found);
  await noteUsage(tx, 'scan', { ...job, subjectId: job.documentId }, services.now());
  if (outcome.state === 'Herkend')
    await (found.createInvoice?.(tx, job) ??
      services.jobs.send(tx, invoiceFromDocumentJob, job, { key: job.documentId }));
  await notifyDocument(services, tx, job);
}

async function keepPictures(files: Files, pages: readonly RecognisedPage[]): Promise<findings.KeptPage[]> {
  const kept: findings.KeptPage[] = [];
  // One after the other: pictures are large.
  for (const { jpeg, ...page } of pages) {
    const small = await sharp(jpeg)
      .resize({ width: thumbnailWidth, withoutEnlargement: true })
      .jpeg({ quality: 75 })
      .toBuffer();
    kept.push({ ...page, imageSha256: await files.put(jpeg), thumbnailSha256: await files.put(small) });
  }
  return kept;
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
