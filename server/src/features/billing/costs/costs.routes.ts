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
import type { Context, Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { exportFields, mountExport } from '#server/platform/http/mount-export.ts';
import { listParameters, parentsOf, readListQuery } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { invoicesOf } from './costs.service.ts';
import { listUsageDocuments, streamUsageDocuments } from '../usage-documents/usage-documents.service.ts';

type CompanyOf = (ctx: Context, request: FastifyRequest) => string;
const ofAddress: CompanyOf = (_ctx, request) => parentsOf<typeof usageDocuments>(request).companyId;
const ofCaller: CompanyOf = (ctx) => ctx.caller.companyId;

/** What a customer costs and the documents behind it: for the provider, and for the customer's own people. */
export function billingRoutes(app: FastifyInstance, services: Services): void {
  const mountTab = (name: string, path: string, permission: string, companyOf: CompanyOf) =>
    actionsOf(app, services, { name, path, permission })(
      'GET',
      '',
      { right: 'read', query: invoicesQuery, result: customerInvoices },
      (ctx, { query, request }) => invoicesOf(ctx, companyOf(ctx, request), query),
    );
  const { permission } = customers;
  mountTab('cost overview', 'fm/companies/{companyId}/invoices', permission, ofAddress);
  // Product 2.7 names the collection `invoices`, and below it `companies/{companyId}`.
  mountTab('customer invoices overview', 'fm/invoices/companies/{companyId}', permission, ofAddress);
  mountTab('own cost overview', ownUsagePath, ownUsagePermission, ofCaller);
  mountDocuments(app, services, usageDocuments, ofAddress);
  mountDocuments(app, services, ownUsageDocuments, ofCaller);
}

const list = {
  right: 'read',
  query: listParameters.extend(usageDocumentsQuery.shape),
  answer: z.object({
    result: z.array(usageDocuments.row),
    metadata: z.object({ count: z.int().optional(), totals: usageDocumentTotals }),
  }),
};

function mountDocuments(
  app: FastifyInstance,
  services: Services,
  resource: typeof usageDocuments | typeof ownUsageDocuments,
  companyOf: CompanyOf,
): void {
  actionsOf(app, services, resource)('GET', '', list, async (ctx, { request }) => {
    const asked = parseInput(usageDocumentsQuery, request.query);
    const { rows, ...metadata } = await listUsageDocuments(
      ctx,
      companyOf(ctx, request),
      asked,
      readListQuery(resource, request),
    );
    return { result: rows, metadata };
  });
  const exported = exportFields(
    'usage-documents',
    (ctx, query, request) =>
      streamUsageDocuments(
        ctx,
        companyOf(ctx, request),
        parseInput(usageDocumentsQuery, request.query),
        query,
      ),
    [
      ['at', 'instant'],
      ['kind', 'text'],
      ['number', 'text'],
      ['filename', 'text'],
      ['administrationName', 'text'],
      ['isBillable', 'boolean'],
      ['mark', 'text'],
      ['cost', 'cents'],
    ],
  );
  mountExport(app, services, resource, exported);
}
