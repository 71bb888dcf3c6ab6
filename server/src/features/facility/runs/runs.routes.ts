import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { billingRuns, runInvoices, runStep, runVerification } from '#contract/facility/billing-runs.ts';
import { ownInvoices } from '#contract/facility/own-usage.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { mountExport } from '#server/platform/http/mount-export.ts';
import { idOf, mountResource, parentsOf } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import { providerOnly } from '../provider-only.ts';
import type { WhichInvoices } from './run-invoices.repository.ts';
import { findPaper, listExportLines, ofCaller, ofRun, ownInvoicesService, runInvoicesService } from './run-invoices.service.ts';
import { runsService, steps, takeStep, verifyRun } from './runs.service.ts';

const url = `/api/${billingRuns.path}`;
const tags = [billingRuns.path];
const one = z.object({ result: billingRuns.record });

/** Runs with their steps and invoices; and the customer's own invoices. */
export function runRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, billingRuns, runsService);
  mountSteps(app, services);
  mountResource(app, services, runInvoices, runInvoicesService);
  mountPapers(app, services, runInvoices, (ctx, request) => ofRun(ctx, parentsOf<typeof runInvoices>(request).runId));
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
  mountPapers(app, services, ownInvoices, ofCaller);
}

function mountSteps(app: FastifyInstance, services: Services): void {
  for (const name of ['recalculate', 'review', 'reopen', 'finalise'] as const) {
    const permission = `${billingRuns.permission}.${steps[name].verb}`;
    app.post(`${url}/:id/${name}`, { config: { permission }, schema: { tags, body: runStep, response: { 200: one } } }, async (request) => {
      const ctx = contextOf(services, request, permission);
      return { result: await takeStep(ctx, idOf(request), name, parseInput(runStep, request.body).rowVersion) };
    });
  }
  const permission = `${billingRuns.permission}.read`;
  const response = { 200: z.object({ result: runVerification }) };
  app.get(`${url}/:id/verify`, { config: { permission }, schema: { tags, response } }, async (request) => ({
    result: await verifyRun(contextOf(services, request, permission), idOf(request)),
  }));
}

function mountPapers(
  app: FastifyInstance,
  services: Services,
  resource: typeof runInvoices | typeof ownInvoices,
  which: (ctx: Context, request: FastifyRequest) => WhichInvoices,
): void {
  const permission = `${resource.permission}.read`;
  const path = `/api/${resource.path.replace(/\{(\w+)\}/g, ':$1')}`;
  for (const kind of ['pdf', 'ubl'] as const) {
    app.get(`${path}/:id/${kind}`, { config: { permission }, schema: { tags: [resource.path] } }, async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      return sendStored(reply, ctx.files, { ...(await findPaper(ctx, which(ctx, request), idOf(request), kind)), isImmutable: true });
    });
  }
}
