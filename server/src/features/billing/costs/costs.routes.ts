import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  customerInvoices,
  invoicesQuery,
  usageDocuments,
  usageDocumentsQuery,
  usageDocumentTotals,
} from '#contract/billing/costs.ts';
import { customers } from '#contract/billing/customers.ts';
import { ownUsageDocuments, ownUsagePath, ownUsagePermission } from '#contract/billing/own-usage.ts';
import type { ExportColumnSpec } from '#contract/export/columns.ts';
import type { Row } from '#contract/resource.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { mountExport } from '#server/platform/http/mount-export.ts';
import { listParameters, parentsOf, readListQuery } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { invoicesOf } from './costs.service.ts';
import { listUsageDocuments, streamUsageDocuments } from '../usage-documents/usage-documents.service.ts';

const answer = z.object({ result: customerInvoices });
const page = z.object({
  result: z.array(usageDocuments.row),
  metadata: z.object({ count: z.int().optional(), totals: usageDocumentTotals }),
});
const read = `${customers.permission}.read`;
const readOwn = `${ownUsagePermission}.read`;
const ofCompany = (request: FastifyRequest) => parentsOf<typeof usageDocuments>(request).companyId;
const ofCaller = (_request: FastifyRequest, ctx: Context) => ctx.caller.companyId;

/** What a customer costs and the documents behind it: for the provider, and for the customer's own people. */
export function billingRoutes(app: FastifyInstance, services: Services): void {
  const mountTab = (
    path: string,
    permission: string,
    whose: (request: FastifyRequest, ctx: Context) => string,
  ) => {
    const schema = { tags: [path], querystring: invoicesQuery, response: { 200: answer } };
    app.get(`/api/${path}`, { config: { permission }, schema }, async (request) => {
      const ctx = contextOf(services, request, permission);
      return { result: await invoicesOf(ctx, whose(request, ctx), parseInput(invoicesQuery, request.query)) };
    });
  };
  mountTab('fm/companies/:companyId/invoices', read, ofCompany);
  // Product 2.7 names the collection `invoices`, and below it `companies/{companyId}`.
  mountTab('fm/invoices/companies/:companyId', read, ofCompany);
  mountTab(ownUsagePath, readOwn, ofCaller);
  mountDocuments(app, services, usageDocuments, ofCompany);
  mountDocuments(app, services, ownUsageDocuments, ofCaller);
}

type UsageDocument = Row<typeof usageDocuments>;

const columns: readonly ExportColumnSpec<UsageDocument>[] = [
  ['at', 'instant', ({ at }) => at],
  ['kind', 'text', ({ kind }) => kind],
  ['number', 'text', ({ number }) => number],
  ['filename', 'text', ({ filename }) => filename],
  ['administrationName', 'text', ({ administrationName }) => administrationName],
  ['isBillable', 'boolean', ({ isBillable }) => isBillable],
  ['mark', 'text', ({ mark }) => mark],
  ['cost', 'cents', ({ cost }) => cost],
];

function mountDocuments(
  app: FastifyInstance,
  services: Services,
  resource: typeof usageDocuments | typeof ownUsageDocuments,
  whose: (request: FastifyRequest, ctx: Context) => string,
): void {
  const permission = `${resource.permission}.read`;
  const url = `/api/${resource.path.replace(/\{(\w+)\}/g, ':$1')}`;
  const schema = {
    tags: [resource.path],
    querystring: listParameters.extend(usageDocumentsQuery.shape),
    response: { 200: page },
  };
  app.get(url, { config: { permission }, schema }, async (request) => {
    const ctx = contextOf(services, request, permission);
    const asked = parseInput(usageDocumentsQuery, request.query);
    const { rows, count, totals } = await listUsageDocuments(
      ctx,
      whose(request, ctx),
      asked,
      readListQuery(resource, request),
    );
    return { result: rows, metadata: { ...(count === undefined ? {} : { count }), totals } };
  });
  mountExport(app, services, resource, {
    list: 'usage-documents',
    rows: (ctx, query, request) =>
      streamUsageDocuments(ctx, whose(request, ctx), parseInput(usageDocumentsQuery, request.query), query),
    columns,
  });
}
