import type { ownInvoices } from '#contract/billing/own-usage.ts';
import type { runInvoices } from '#contract/billing/billing-runs.ts';
import type { Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import type { StoredFile } from '#server/platform/http/send-stored.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { providerOnly } from '../provider-only.ts';
import * as repository from './run-invoices.repository.ts';
import * as runs from './billing-runs.repository.ts';

type Invoice = Rec<typeof runInvoices>;

/** The invoices of a run, for who reaches every company. */
export const runInvoicesService: ResourceService<typeof runInvoices> = {
  async list(ctx, query, { runId }) {
    providerOnly(ctx);
    orNotFound(await runs.findById(ctx.db, runId));
    return repository.list(ctx.db, { runId }, query);
  },
  find: (ctx, id, { runId }) => find(ctx, ofRun(ctx, runId), id),
};

/** The final invoices to the caller's own company. */
export const ownInvoicesService: ResourceService<typeof ownInvoices> = {
  list: (ctx, query) => repository.list(ctx.db, ofCaller(ctx), query),
  find: (ctx, id) => find(ctx, ofCaller(ctx), id),
};

/** Those of a run, for the provider only. */
export function ofRun(ctx: Context, runId: string): repository.WhichInvoices {
  providerOnly(ctx);
  return { runId };
}

/** Those to one's own company. */
export function ofCaller(ctx: Context): repository.WhichInvoices {
  return { companyId: ctx.caller.companyId };
}

async function find(ctx: Context, which: repository.WhichInvoices, id: string): Promise<Invoice | null> {
  return (await repository.findById(ctx.db, which, id)) ?? null;
}

/** The PDF or UBL of an invoice; 404 as long as it is not drawn, or where there is none. */
export async function findPaper(
  ctx: Context,
  which: repository.WhichInvoices,
  id: string,
  kind: 'pdf' | 'ubl',
): Promise<StoredFile> {
  const { pdfSha256, ublSha256, invoiceNumber } = orNotFound(await repository.findById(ctx.db, which, id));
  const sha256 = orNotFound((kind === 'pdf' ? pdfSha256 : ublSha256) ?? undefined);
  return kind === 'pdf'
    ? { sha256, mime: 'application/pdf', filename: `${invoiceNumber}.pdf` }
    : { sha256, mime: 'application/xml', filename: `${invoiceNumber}.xml` };
}

/** A line of the one file of all invoices, with what its invoice says. */
export async function listExportLines(ctx: Context, runId: string) {
  const { period } = orNotFound(await runs.findById(ctx.db, runId));
  const invoices = await repository.listStored(ctx.db, runId);
  return invoices.flatMap((invoice) => invoice.lines.map((line) => ({ period, invoice, line })));
}
