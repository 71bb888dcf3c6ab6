import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { billingRuns, runInvoices, runStep, runVerification } from '#contract/billing/billing-runs.ts';
import { ownInvoices } from '#contract/billing/own-usage.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { mountExport } from '#server/platform/http/mount-export.ts';
import { idOf, mountResource, parentsOf } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { providerOnly } from '../provider-only.ts';
import {
  findPaper,
  listExportLines,
  ofCaller,
  ofRun,
  ownInvoicesService,
  runInvoicesService,
} from './run-invoices.service.ts';
import { mountPapers } from './invoice-files.routes.ts';
import { steps, takeStep, verifyRun } from './billing-runs.service.ts';

const url = `/api/${billingRuns.path}`;
const tags = [billingRuns.path];
const one = z.object({ result: billingRuns.record });

/** Runs with their steps and invoices; and the customer's own invoices. */
export function runRoutes(app: FastifyInstance, services: Services): void {
  mountSteps(app, services);
  mountResource(app, services, runInvoices, runInvoicesService);
  mountPapers(app, services, runInvoices, (ctx, request, ...paper) =>
    findPaper(ctx, ofRun(ctx, parentsOf<typeof runInvoices>(request).runId), ...paper),
  );
  mountExport(app, services, runInvoices, {
    list: 'billing-run',
    async rows(ctx, _query, request) {
      providerOnly(ctx);
      const lines = await listExportLines(ctx, parentsOf<typeof runInvoices>(request).runId);
      return (async function* () {
        yield* lines;
      })();
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
  mountResource(app, services, ownInvoices, ownInvoicesService);
  mountPapers(app, services, ownInvoices, (ctx, _request, ...paper) =>
    findPaper(ctx, ofCaller(ctx), ...paper),
  );
}

function mountSteps(app: FastifyInstance, services: Services): void {
  for (const name of ['recalculate', 'review', 'reopen', 'finalise'] as const) {
    const permission = `${billingRuns.permission}.${steps[name].verb}`;
    app.post(
      `${url}/:id/${name}`,
      { config: { permission }, schema: { tags, body: runStep, response: { 200: one } } },
      async (request) => {
        const ctx = contextOf(services, request, permission);
        return {
          result: await takeStep(ctx, idOf(request), name, parseInput(runStep, request.body).rowVersion),
        };
      },
    );
  }
  const permission = `${billingRuns.permission}.read`;
  const response = { 200: z.object({ result: runVerification }) };
  app.get(`${url}/:id/verify`, { config: { permission }, schema: { tags, response } }, async (request) => ({
    result: await verifyRun(contextOf(services, request, permission), idOf(request)),
  }));
}
