import sharp from 'sharp';
import type { Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Files } from '#server/platform/files/files.ts';
import type { JobTry } from '#server/platform/jobs/jobs.ts';
import type { OcrReader } from '#server/platform/ocr/ocr.ts';
import type { PdfReader } from '#server/platform/pdf/pdf.ts';
import { announceDocument } from '../announce.ts';
import { listKnown } from '../creditors/creditors.repository.ts';
import { type DocumentJob, invoiceFromDocumentJob, recogniseJob } from '../jobs.ts';
import { recogniseDocument, recognisePages } from '../recognition/recognise.ts';
import { sharedMatcher } from '../triggers/matcher.ts';
import { triggersOf } from '../triggers/run-triggers.ts';
import type { Identity, RecognisedDocument, RecognisedPage, RefusedDocument } from '../recognition/recognised.ts';
import * as findings from './findings.repository.ts';
import { outcomeOf, settled, textLength } from './outcome.rules.ts';
import { noteUsage } from '../usage/usage.repository.ts';
import * as repository from './recognising.repository.ts';
import { findStoredPages } from './stored-pages.repository.ts';

/** What reading needs beside the world: processes of their own. */
export interface ReadingTools {
  readonly pdf: PdfReader;
  readonly ocr: OcrReader;
}

/** Names what read a document; raise it when reading changes, so that old readings can be told apart. */
export const engineVersion = '2';

/** Width of the small picture in a list of pages, in pixels. */
export const thumbnailWidth = 148;

const stuckAfterMs = 45 * 60_000;

/** Reads one document. Any try may be cut off: the next one starts over and writes everything anew, in one go. */
export async function recogniseStored(
  services: Services,
  tools: ReadingTools,
  job: DocumentJob,
  attempt: Pick<JobTry, 'isLastTry'>,
): Promise<void> {
  const { db, now } = services;
  const started = await repository.begin(db, job, now());
  if (!started) return;
  await announceDocument(services, db, job);
  try {
    await read(services, tools, job, started);
  } catch (error) {
    await repository.noteFailure(db, job, describe(error), attempt.isLastTry, now());
    if (attempt.isLastTry) await announceDocument(services, db, job);
    throw error;
  }
}

type Started = NonNullable<Awaited<ReturnType<typeof repository.begin>>>;

async function read(
  services: Services,
  tools: ReadingTools,
  job: DocumentJob,
  started: Started,
): Promise<void> {
  const { db, files, now } = services;
  const own = await repository.listOwn(db, job.companyId);
  const result = await recognise(services, tools, job, { ...started, excluded: own.identities });
  if (result.kind === 'refused') {
    const reading = { state: 'Onverwerkbaar', reasons: [result.reason], engineVersion } as const;
    await db.transaction().execute(async (tx) => {
      if (await repository.finish(tx, job, reading, now())) await announceDocument(services, tx, job);
    });
    return;
  }
  // Pages that were read before keep their pictures.
  const pages = result.isReadBefore ? null : await keepPictures(files, result.pages);
  await db.transaction().execute(async (tx) => {
    const fields = settled(result.fields, await findings.listManual(tx, job));
    const outcome = outcomeOf({ ...result, fields }, { ...own, ...started });
    await write(services, tx, job, { ...result, pages }, outcome);
  });
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
  const result = await recogniseDocument(bytes, { ...options, ocrAlways: job.byOcr ?? false });
  return result.kind === 'refused' ? result : { ...result, isReadBefore: false };
}

async function write(
  services: Services,
  tx: Tx,
  job: DocumentJob,
  found: Omit<RecognisedDocument, 'pages'> & { readonly pages: readonly findings.KeptPage[] | null },
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
    await services.jobs.send(tx, invoiceFromDocumentJob, job, { key: job.documentId });
  await announceDocument(services, tx, job);
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
