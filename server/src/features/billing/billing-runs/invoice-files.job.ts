import { billingRuns } from '#contract/billing/billing-runs.ts';
import type { Services } from '#server/platform/context.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { drawInvoice } from './invoice.pdf.ts';
import { insertFiles, listWithoutFiles } from './run-invoices.repository.ts';
import * as runs from './billing-runs.repository.ts';
import { parseSnapshot } from './snapshot.rules.ts';
import type { FinalInvoice } from './stored-invoices.ts';
import { invoiceUbl } from './ubl.rules.ts';

/** Makes the PDF and UBL of the invoices of a final run. */
export const invoiceFilesJob = defineJob<{ runId: string }>('facility-papers', {
  retries: 20,
  expireSeconds: 3600,
});

const batchSize = 20;

/** Makes the files that are missing; a retry continues where the last try stopped. */
export async function makeInvoiceFiles(
  services: Services,
  runId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { db } = services;
  const run = await runs.findById(db, runId);
  if (run?.state !== 'final') return;
  for (;;) {
    const waiting = await listWithoutFiles(db, runId, batchSize);
    if (waiting.length === 0) return;
    for (const invoice of waiting) {
      signal?.throwIfAborted();
      await makeFiles(services, run.snapshot, invoice);
    }
    await db
      .transaction()
      .execute((tx) =>
        services.events.publish(tx, { resource: billingRuns.path, companyId: noCompany, id: runId }),
      );
  }
}

async function makeFiles(
  { db, files, now }: Services,
  snapshot: string,
  invoice: FinalInvoice,
): Promise<void> {
  const { run, seller, finalisedAt } = parseSnapshot(snapshot);
  const pdf = await drawInvoice(invoice, seller, { period: run.period, finalisedAt: new Date(finalisedAt) });
  const ubl = invoice.missing.length > 0 ? null : Buffer.from(invoiceUbl(invoice, seller, run), 'utf8');
  const pdfSha256 = await files.put(pdf);
  const ublSha256 = ubl && (await files.put(ubl));
  await insertFiles(db, invoice, { runId: run.id, pdfSha256, ublSha256 }, now());
}
