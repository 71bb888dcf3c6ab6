import { createHash } from 'node:crypto';
import { formatDay, formatInstant } from '#contract/dates.ts';
import { archiveFiles } from '#contract/invoicing/archive.ts';
import type { Language } from '#contract/problem.ts';
import { fill } from '#contract/texts.ts';
import { isTheirs } from '#server/features/core/index.ts';
import { zipPieces } from '#server/platform/archives/zip-stream.ts';
import { forCompany, type Services } from '#server/platform/context.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { defineJob, type JobTry } from '#server/platform/jobs/jobs.ts';
import { isPassing } from '#server/platform/passing-failures.ts';
import { moneyCell, textCell } from '../exports/csv.rules.ts';
import * as repository from './archive-files.repository.ts';
import { archiveTexts } from './archive-texts.ts';
import { drawAudit } from './audit.pdf.ts';
import { type KeptInvoice, listKept } from './kept.repository.ts';

/** Makes the file of a period (decision 0147). */
export const archiveFileJob = defineJob<repository.ArchiveFileKey>('invoicing-archive-file', {
  retries: 2,
  expireSeconds: 3 * 3600,
});

/** Lets go of files that were ready long enough, every night. */
export const archiveFilesOldJob = defineJob<object>('invoicing-archive-files-old', {
  retries: 1,
  expireSeconds: 600,
  cron: '25 3 * * *',
});

const batchSize = 100;
const keptDays = 7;
const stuckAfterMs = 30 * 60_000;
// A ZIP without the extension for larger ones, which not every program reads.
const maxBytes = 4_000_000_000;

class TooLarge extends Error {}

/** Writes the file piece by piece: one invoice is in memory at a time. A retry begins anew. */
export async function makeArchiveFile(
  all: Pick<Services, 'db' | 'files' | 'events' | 'now'>,
  key: repository.ArchiveFileKey,
  { isLastTry }: Pick<JobTry, 'isLastTry'>,
): Promise<void> {
  const services = forCompany(all, key.companyId);
  const { db, files, now, events } = services;
  const taken = await repository.take(db, key, now());
  if (!taken) return;
  const texts = archiveTexts(taken.language);
  const state = { count: 0, bytes: 0 };
  const end = async (result: Parameters<typeof repository.finish>[2]) =>
    db.transaction().execute(async (tx) => {
      await repository.finish(tx, key, result, now());
      await events.publish(tx, { resource: archiveFiles.path, companyId: key.companyId, id: key.fileId });
    });
  try {
    const { sha256, bytes } = await files.putStream(
      zipPieces(filesOf(services, key, taken, taken.language, state), now()),
    );
    const filename = fill(texts.zip.file, { from: taken.from, to: taken.to });
    await end({ sha256, bytes, filename, count: state.count });
  } catch (error) {
    if (error instanceof TooLarge) return end({ error: 'too-large' });
    if (isLastTry && !isPassing(error)) await end({ error: 'failed' });
    throw error;
  }
}

type Taken = NonNullable<Awaited<ReturnType<typeof repository.take>>>;

/** The files in the ZIP in their order; the index and the hashes come last, when they are known. */
async function* filesOf(
  services: Pick<Services, 'db' | 'files' | 'events' | 'now'>,
  key: repository.ArchiveFileKey,
  taken: Taken,
  language: Language,
  state: { count: number; bytes: number },
): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
  const { db, files, now } = services;
  const { zip } = archiveTexts(language);
  const index = [Object.values(zip.columns).map(textCell).join(';')];
  const hashes: string[] = [];
  const counted = (name: string, bytes: Uint8Array) => {
    state.bytes += bytes.length;
    if (state.bytes > maxBytes) throw new TooLarge();
    hashes.push(`${createHash('sha256').update(bytes).digest('hex')}  ${name}`);
    return { name, bytes };
  };
  for await (const invoice of keptOf(db, key, taken)) {
    const stem = `${invoice.invoiceDate.slice(0, 4)}/${safeName(invoice.documentId)}`;
    const originals: string[] = [];
    for (const { role, filename, sha256 } of invoice.files) {
      if (role === 'edited') continue;
      const bytes = await files.get(sha256);
      originals.push(bytes ? `${zip.originals}/${stem}${extensionOf(filename)}` : zip.missing);
      if (bytes) yield counted(originals.at(-1) ?? '', bytes);
    }
    const [original = zip.missing, eInvoice = ''] = originals;
    const audit = `${zip.audit}/${stem}.pdf`;
    yield counted(audit, (await drawAudit(invoice, language, now())).bytes);
    index.push(rowOf(invoice, { language, original, eInvoice, audit }));
    state.count += 1;
    if (state.count % batchSize === 0) {
      await repository.progress(db, key, state.count, now());
      await services.events.publish(db, {
        resource: archiveFiles.path,
        companyId: key.companyId,
        id: key.fileId,
      });
    }
  }
  yield counted(zip.index, Buffer.from(`\uFEFF${index.join('\r\n')}\r\n`, 'utf8'));
  yield { name: zip.hashes, bytes: Buffer.from(`${hashes.join('\n')}\n`, 'utf8') };
}

async function* keptOf(db: Services['db'], { companyId }: repository.ArchiveFileKey, taken: Taken) {
  const { from, to, administrationId } = taken;
  const theirs = isTheirs({ companyId, userId: taken.userId ?? noCompany }, 'invoices.administration_id');
  let after: { day: string; id: string } | null = null;
  for (;;) {
    const found: KeptInvoice[] = await listKept(db, {
      companyId,
      administrationId,
      from,
      to,
      theirs,
      after,
      max: batchSize,
    });
    yield* found;
    const last = found.at(-1);
    if (!last || found.length < batchSize) return;
    after = { day: last.invoiceDate, id: last.id };
  }
}

function rowOf(
  invoice: KeptInvoice,
  {
    language,
    original,
    eInvoice,
    audit,
  }: {
    readonly language: Language;
    readonly original: string;
    readonly eInvoice: string;
    readonly audit: string;
  },
): string {
  const { status, zip } = archiveTexts(language);
  const values: Record<keyof typeof zip.columns, string> = {
    document: textCell(invoice.documentId),
    date: formatDay(invoice.invoiceDate),
    creditor: textCell(invoice.creditor),
    number: textCell(invoice.invoiceNumber),
    administration: textCell(invoice.administration),
    currency: textCell(invoice.currency),
    total: moneyCell(invoice.totalInCents),
    status: textCell(status[invoice.status]),
    decidedBy: textCell(invoice.decidedBy ?? ''),
    decidedAt: invoice.decidedAt === null ? '' : formatInstant(invoice.decidedAt),
    keptUntil: invoice.keptUntil === null ? '' : formatDay(invoice.keptUntil),
    original: textCell(original),
    hash: invoice.files[0]?.sha256 ?? '',
    eInvoice: textCell(eInvoice),
    eInvoiceHash: invoice.files.find(({ role }) => role === 'data')?.sha256 ?? '',
    audit: textCell(audit),
  };
  return Object.values(values).join(';');
}

// Programs that unpack take a slash for a folder, and Windows refuses other signs.
function safeName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._-]/gu, '_').slice(0, 100);
}

function extensionOf(filename: string): string {
  return /\.[a-z0-9]{1,5}$/i.exec(filename)?.[0].toLowerCase() ?? '';
}

/** Queues again what lost its job; gives how many. */
export async function resumeArchiveFiles({ db, jobs, now }: Services): Promise<number> {
  const stuck = await repository.listStuck(db, new Date(now().getTime() - stuckAfterMs));
  for (const key of stuck) await jobs.send(db, archiveFileJob, key, { key: key.fileId });
  return stuck.length;
}

/** Lets go of what was ready for a week. */
export async function removeOldArchiveFiles({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await repository.removeOld(db, new Date(now().getTime() - keptDays * 86_400_000));
}
