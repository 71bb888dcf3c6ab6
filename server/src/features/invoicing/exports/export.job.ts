import { strToU8, zipSync } from 'fflate';
import { amsterdamClock } from '#contract/dates.ts';
import { invoiceExports, invoices } from '#contract/invoicing/invoices.ts';
import { setProcessed } from '#server/features/documents/index.ts';
import type { Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChanges } from '#server/platform/db/history.ts';
import { defineJob, type JobTry } from '#server/platform/jobs/jobs.ts';
import texts from '../locales/export.nl.json' with { type: 'json' };
import { workerCaller } from '../worker-caller.ts';
import { csvOf } from './csv.rules.ts';
import { listStuck } from './exports.repository.ts';
import * as repository from './export-run.repository.ts';
import type { ExportedInvoice } from './exported-invoice.ts';
import { ublOf } from './ubl.rules.ts';

/** Hands approved invoices over to bookkeeping. */
export const exportJob = defineJob<repository.ExportKey>('invoicing-export', {
  retries: 2,
  expireSeconds: 600,
});

const stuckAfterMs = 45 * 60_000;

/**
 * Takes the invoices, writes the file, sets them Processed. From the moment they are taken nobody can withdraw them;
 * a try that was cut off goes on with the same ones. After the last try they are given back (§C1).
 */
export async function runExport(
  services: Services,
  key: repository.ExportKey,
  attempt: Pick<JobTry, 'isLastTry'>,
): Promise<void> {
  const { db, now } = services;
  const taken = await db.transaction().execute((tx) => repository.take(tx, key));
  if (!taken) return;
  try {
    const handed = await repository.listTaken(db, key);
    const file = handed.length === 0 ? null : fileOf(taken.format, handed, now());
    const sha256 = file && (await services.files.put(file.bytes));
    await db.transaction().execute(async (tx) => {
      const result = { count: handed.length, sha256, filename: file?.name ?? '' };
      if (!(await repository.finish(tx, key, result, now()))) return;
      const by = { userId: taken.userId ?? '', name: taken.userName };
      await rememberProcessed(services, tx, key, handed, by);
      await announce(services, tx, key);
    });
  } catch (error) {
    if (attempt.isLastTry) {
      await db.transaction().execute(async (tx) => {
        await repository.fail(tx, key, 'failed', now());
        await announce(services, tx, key);
      });
    }
    throw error;
  }
}

async function rememberProcessed(
  { now }: Services,
  tx: Tx,
  { companyId }: repository.ExportKey,
  handed: readonly ExportedInvoice[],
  by: { readonly userId: string; readonly name: string },
): Promise<void> {
  await setProcessed(
    tx,
    companyId,
    handed.map(({ documentId }) => documentId),
    now(),
  );
  const changes = handed.map(({ id }) => ({
    entity: invoices.permission,
    entityId: id,
    companyId,
    verb: 'export',
    before: { statusValue: 'ReadyForProcessing' },
    after: { statusValue: 'Processed' },
  }));
  await recordChanges(tx, { caller: workerCaller(companyId, by), now }, changes);
}

async function announce(
  { events }: Services,
  tx: Tx,
  { companyId, exportId }: repository.ExportKey,
): Promise<void> {
  await events.publish(tx, { resource: invoices.path, companyId });
  await events.publish(tx, { resource: invoiceExports.path, companyId, id: exportId });
}

function fileOf(
  format: string,
  handed: readonly ExportedInvoice[],
  now: Date,
): { name: string; bytes: Uint8Array } {
  const { day, time } = amsterdamClock(now);
  const stem = `${texts.filename}_${day}_${time.replace(':', '')}`;
  if (format === 'csv') return { name: `${stem}.csv`, bytes: csvOf(handed) };
  const entries = handed.map(
    (invoice) => [`${invoice.documentNumber}.xml`, strToU8(ublOf(invoice))] as const,
  );
  return { name: `${stem}.zip`, bytes: zipSync(Object.fromEntries(entries)) };
}

/** Queues again what lost its job: the last try died with its process. Harmless at any time; gives how many. */
export async function resumeStuck({ db, jobs, now }: Services): Promise<number> {
  const stuck = await listStuck(db, new Date(now().getTime() - stuckAfterMs));
  for (const key of stuck) await jobs.send(db, exportJob, key, { key: key.exportId });
  return stuck.length;
}
