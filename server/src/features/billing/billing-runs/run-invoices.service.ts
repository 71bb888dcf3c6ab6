import type { issuedInvoices, ownInvoices } from '#contract/billing/own-usage.ts';
import type { runInvoices } from '#contract/billing/billing-runs.ts';
import type { Context } from '#server/platform/context.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import type { StoredFile } from '#server/platform/http/send-stored.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { assertProvider } from '../assert-provider.ts';
import { assertCompany } from '../companies.ts';
import { invoiceFile, invoiceFileName, type InvoiceFileKind } from './invoice-files.routes.ts';
import * as repository from './run-invoices.repository.ts';
import * as runs from './billing-runs.repository.ts';

/** The invoices of a run, for the provider only. */
export const runInvoicesService: ResourceService<typeof runInvoices> = {
  async list(ctx, query, { runId }) {
    assertProvider(ctx);
    return repository.listOfRun(ctx, orNotFound(await runs.findById(ctx.db, runId)), query);
  },
  find: async (ctx, id, { runId }) => repository.findById(ctx, filterForRun(ctx, runId), id),
};

/** The final invoices to the caller's own company. */
export const ownInvoicesService: ResourceService<typeof ownInvoices> = {
  list: (ctx, query) => repository.listOfCompany(ctx, ctx.caller.companyId, query),
  find: (ctx, id) => repository.findById(ctx, filterForCaller(ctx), id),
};

/** The final invoices to a customer, for the provider only. */
export const issuedInvoicesService: ResourceService<typeof issuedInvoices> = {
  async list(ctx, query, { companyId }) {
    assertProvider(ctx);
    await assertCompany(ctx, companyId);
    return repository.listOfCompany(ctx, companyId, query);
  },
  find: (ctx, id, { companyId }) => repository.findById(ctx, filterForCustomer(ctx, companyId), id),
};

/** Those to a customer, for the provider only. */
export function filterForCustomer(ctx: Context, companyId: string) {
  assertProvider(ctx);
  return { companyId };
}

/** Those of a run, for the provider only. */
export function filterForRun(ctx: Context, runId: string) {
  assertProvider(ctx);
  return { runId };
}

/** Those to one's own company. */
export function filterForCaller({ caller: { companyId } }: Context) {
  return { companyId };
}

/** The PDF or UBL of an invoice; 404 while it is not made, or where there is none. */
export async function findInvoiceFile(
  ctx: Context,
  which: repository.WhichInvoices,
  id: string,
  kind: InvoiceFileKind,
): Promise<StoredFile> {
  const found = orNotFound(await repository.findById(ctx, which, id));
  return orNotFound(invoiceFile(kind, invoiceFileName('invoice', found.invoiceNumber, ctx.language), found));
}

/** The lines of all invoices of a run, each with its invoice. */
export async function listExportLines({ db }: Context, runId: string) {
  const { state } = orNotFound(await runs.findById(db, runId));
  const unnumbered = { invoiceNumber: '', invoicedOn: '', dueOn: '' };
  const invoices =
    state === 'final'
      ? await repository.listFinal(db, runId)
      : (await repository.listDrafts(db, runId)).map((draft) => ({ ...draft, ...unnumbered }));
  return invoices.flatMap((invoice) => invoice.lines.map((line) => ({ invoice, line })));
}
