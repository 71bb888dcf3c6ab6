import type { FastifyInstance } from 'fastify';
import { billingRuns, runInvoices, runStep, runVerification } from '#contract/billing/billing-runs.ts';
import { issuedInvoices, ownInvoices } from '#contract/billing/own-usage.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { mountExport } from '#server/platform/http/mount-export.ts';
import { mountResource, parentsOf } from '#server/platform/http/mount-resource.ts';
import { assertProvider } from '../assert-provider.ts';
import {
  findInvoiceFile,
  filterForCaller,
  filterForCustomer,
  issuedInvoicesService,
  filterForRun,
  ownInvoicesService,
  runInvoicesService,
  listExportLines,
} from './run-invoices.service.ts';
import { mountInvoiceFiles } from './invoice-files.routes.ts';
import { sendPapers } from './run-papers.service.ts';
import { steps, takeStep, verifyRun } from './billing-runs.service.ts';

/** Runs with their steps and invoices; and the customer's own invoices. */
export function runRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, billingRuns);
  for (const name of ['recalculate', 'review', 'reopen', 'finalise'] as const)
    action(
      'POST',
      `/:id/${name}`,
      { right: steps[name].verb, body: runStep, result: billingRuns.record },
      (ctx, { id, body }) => takeStep(ctx, id, name, body.rowVersion),
    );
  action(
    'GET',
    '/:id/verify',
    { right: 'read', config: { does: 'verification' }, result: runVerification },
    (ctx, { id }) => verifyRun(ctx, id),
  );

  action('GET', '/:id/papers', { right: 'read', file: 'application/zip' }, (ctx, { id, reply }) =>
    sendPapers(ctx, id, reply),
  );

  mountResource(app, services, runInvoices, runInvoicesService);
  mountInvoiceFiles(app, services, runInvoices, (ctx, { parents: { runId }, id }, kind) =>
    findInvoiceFile(ctx, filterForRun(ctx, runId), id, kind),
  );
  mountExport(app, services, runInvoices, {
    list: 'billing-run',
    async rows(ctx, _query, request) {
      assertProvider(ctx);
      return listExportLines(ctx, parentsOf<typeof runInvoices>(request).runId);
    },
    columns: [
      ['invoiceNumber', 'text', ({ invoice }) => invoice.invoiceNumber],
      ['invoiceDate', 'day', ({ invoice }) => invoice.invoicedOn],
      ['dueDate', 'day', ({ invoice }) => invoice.dueOn],
      ['fmCustomerId', 'number', ({ invoice }) => invoice.fmCustomerId],
      ['name', 'text', ({ invoice }) => invoice.name],
      ['description', 'text', ({ line }) => line.description],
      ['from', 'day', ({ line }) => line.from],
      ['to', 'day', ({ line }) => line.to],
      ['quantity', 'number', ({ line }) => line.quantity],
      ['price', 'cents', ({ line }) => line.price],
      ['amount', 'cents', ({ line }) => line.amount],
      ['totalAmount', 'cents', ({ invoice }) => invoice.totalInCents],
      ['vatAmount', 'cents', ({ invoice }) => invoice.vatInCents],
      ['totalInclVatAmount', 'cents', ({ invoice }) => invoice.totalInCents + invoice.vatInCents],
    ],
  });
  mountResource(app, services, issuedInvoices, issuedInvoicesService);
  mountInvoiceFiles(app, services, issuedInvoices, (ctx, { parents: { companyId }, id }, kind) =>
    findInvoiceFile(ctx, filterForCustomer(ctx, companyId), id, kind),
  );
  mountResource(app, services, ownInvoices, ownInvoicesService);
  mountInvoiceFiles(app, services, ownInvoices, (ctx, { id }, kind) =>
    findInvoiceFile(ctx, filterForCaller(ctx), id, kind),
  );
}
