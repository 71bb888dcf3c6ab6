import { billingRuns } from '#contract/billing/billing-runs.ts';
import type { Services } from '#server/platform/context.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { drawInvoice } from './invoice.pdf.ts';
import { insertPapers, listWithoutPapers } from './run-invoices.repository.ts';
import * as runs from './billing-runs.repository.ts';
import { readHead } from './snapshot.rules.ts';
import type { FinalInvoice } from './stored-invoices.ts';
import { invoiceUbl } from './ubl.rules.ts';

/** Draws the invoices of a final run as PDF and UBL. */
export const papersJob = defineJob<{ runId: string }>('facility-papers', {
  retries: 20,
  expireSeconds: 3600,
});

const atOnce = 20;

/** Draws what is not drawn yet; a try that was cut off goes on where it stopped, and what is drawn stays. */
export async function drawPapers(services: Services, runId: string, signal?: AbortSignal): Promise<void> {
  const { db } = services;
  const run = await runs.findById(db, runId);
  if (run?.state !== 'final') return;
  for (;;) {
    const waiting = await listWithoutPapers(db, runId, atOnce);
    if (waiting.length === 0) return;
    for (const invoice of waiting) {
      signal?.throwIfAborted();
      await drawOne(services, run.snapshot, invoice);
    }
    await db
      .transaction()
      .execute((tx) =>
        services.events.publish(tx, { resource: billingRuns.path, companyId: noCompany, id: runId }),
      );
  }
}

async function drawOne({ db, files, now }: Services, snapshot: string, invoice: FinalInvoice): Promise<void> {
  const { run, seller, finalisedAt } = readHead(snapshot);
  const pdf = await drawInvoice(invoice, seller, { period: run.period, finalisedAt: new Date(finalisedAt) });
  const ubl = invoice.missing.length > 0 ? null : Buffer.from(invoiceUbl(invoice, seller, run), 'utf8');
  const pdfSha256 = await files.put(pdf);
  const ublSha256 = ubl && (await files.put(ubl));
  await insertPapers(db, invoice, { runId: run.id, pdfSha256, ublSha256, at: now() });
}
