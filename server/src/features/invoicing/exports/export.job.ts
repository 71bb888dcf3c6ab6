import { zipSync } from 'fflate';
import { sql, type SqlBool } from 'kysely';
import { amsterdamClock } from '#contract/dates.ts';
import { invoiceExports, invoices } from '#contract/invoicing/invoices.ts';
import { forCompany, type Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { defineJob, type JobTry } from '#server/platform/jobs/jobs.ts';
import { isPassing } from '#server/platform/passing-failures.ts';
import texts from '../locales/export.nl.json' with { type: 'json' };
import { csvOf } from './csv.rules.ts';
import { listStuck } from './exports.repository.ts';
import * as repository from './export-run.repository.ts';
import type { ExportedInvoice } from './exported-invoice.ts';
import { listExported } from './exported-invoices.repository.ts';
import { processTaken } from './process-taken.ts';
import { approvedUbl } from '../ubl/approved-ubl.ts';
import { readStored } from './read-stored.ts';

/** Exports approved invoices to bookkeeping. */
export const exportJob = defineJob<repository.ExportKey>('invoicing-export', {
  retries: 2,
  expireSeconds: 600,
});

const stuckAfterMs = 45 * 60_000;

/**
 * Takes the invoices, writes the file, sets them Processed. From the moment they are taken nobody can withdraw them;
 * a retry goes on with the same ones. After the last try they are released (§C1).
 */
export async function runExport(
  all: Services,
  key: repository.ExportKey,
  attempt: Pick<JobTry, 'isLastTry'>,
): Promise<void> {
  const services = forCompany(all, key.companyId);
  const { db, now } = services;
  const taken = await db.transaction().execute((tx) => repository.take(tx, key));
  if (!taken) return;
  try {
    const exported = await listExported(db, key.companyId, sql<SqlBool>`i.export_id = ${key.exportId}`);
    const file = exported.length === 0 ? null : await fileOf(services, taken.format, exported);
    const sha256 = file && (await services.files.put(file.bytes));
    await db.transaction().execute(async (tx) => {
      const result = { count: exported.length, sha256, filename: file?.name ?? '' };
      if (!(await repository.finish(tx, key, result, now()))) return;
      await processTaken(tx, now, key, { userId: taken.userId, name: taken.userName });
      await notify(services, tx, key);
    });
  } catch (error) {
    if (attempt.isLastTry && !isPassing(error)) {
      await db.transaction().execute(async (tx) => {
        await repository.fail(tx, key, 'failed', now());
        await notify(services, tx, key);
      });
    }
    throw error;
  }
}

async function notify(
  { events }: Services,
  tx: Tx,
  { companyId, exportId }: repository.ExportKey,
): Promise<void> {
  await events.publish(tx, { resource: invoices.path, companyId });
  await events.publish(tx, { resource: invoiceExports.path, companyId, id: exportId });
}

async function fileOf(
  services: Services,
  format: string,
  exported: readonly ExportedInvoice[],
): Promise<{ name: string; bytes: Uint8Array }> {
  const { day, time } = amsterdamClock(services.now());
  const stem = `${texts.filename}_${day}_${time.replace(':', '')}`;
  if (format === 'csv') return { name: `${stem}.csv`, bytes: csvOf(exported) };
  const read = (sha256: string) => readStored(services, sha256);
  const entries: Record<string, Uint8Array> = {};
  // A handover can hold everything of a company: its files travel without pictures.
  for (const invoice of exported)
    entries[`${invoice.documentNumber}.xml`] = (await approvedUbl(invoice, { read, embeds: false })).bytes;
  return { name: `${stem}.zip`, bytes: zipSync(entries) };
}

/** Queues again what lost its job: the last try died with its process. Harmless at any time; gives how many. */
export async function resumeStuck({ db, jobs, now }: Services): Promise<number> {
  const stuck = await listStuck(db, new Date(now().getTime() - stuckAfterMs));
  for (const key of stuck) await jobs.send(db, exportJob, key, { key: key.exportId });
  return stuck.length;
}
