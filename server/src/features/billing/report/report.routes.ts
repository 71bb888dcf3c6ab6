import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ExportColumnSpec } from '#contract/export/columns.ts';
import {
  processedDocuments,
  reportMetadata,
  reportQuery,
  reports,
  usageChart,
  usageChartQuery,
} from '#contract/billing/report.ts';
import type { Row } from '#contract/resource.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { mountExport } from '#server/platform/http/mount-export.ts';
import { listParameters, readListQuery } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { report, usageChartOf } from './report.service.ts';

const permission = `${reports.permission}.read`;
const page = z.object({ result: z.array(reports.row), metadata: reportMetadata });

const columns: readonly ExportColumnSpec<Row<typeof reports>>[] = [
  ['name', 'text', ({ name }) => name],
  ['subscription', 'number', ({ subscription }) => subscription],
  ['invoiceType', 'number', ({ invoiceType }) => invoiceType],
  ['fixedCosts', 'cents', ({ fixedCosts }) => fixedCosts],
  ['totalUse', 'number', ({ totalUse }) => totalUse],
  ['variableUseInvoiceScan', 'number', (row) => row.variableUseInvoiceScan],
  ['variableUseProcessedInvoice', 'number', (row) => row.variableUseProcessedInvoice],
  ['variableUseAttachementScan', 'number', (row) => row.variableUseAttachementScan],
  ['count', 'number', ({ count }) => count],
  ['price', 'cents', ({ price }) => price],
  ['expendableCosts', 'cents', ({ expendableCosts }) => expendableCosts],
  ['totalCosts', 'cents', ({ totalCosts }) => totalCosts],
];

/** The report, under both of its names, and the use per month beside it. */
export function reportRoutes(app: FastifyInstance, services: Services): void {
  for (const resource of [reports, processedDocuments]) {
    const schema = {
      tags: [resource.path],
      querystring: listParameters.extend(reportQuery.shape),
      response: { 200: page },
    };
    app.get(`/api/${resource.path}`, { config: { permission }, schema }, async (request) => {
      const ctx = contextOf(services, request, permission);
      const { period } = parseInput(reportQuery, request.query);
      const { rows, count, totals, ...found } = await report(ctx, period, readListQuery(resource, request));
      return {
        result: rows,
        metadata: { period: found.period, totals, ...(count === undefined ? {} : { count }) },
      };
    });
    mountExport(app, services, resource, {
      list: 'reports',
      rows: async (ctx, query, request) => {
        const { all } = await report(ctx, parseInput(reportQuery, request.query).period, query);
        return (async function* () {
          yield* all;
        })();
      },
      columns,
    });
  }
  const chart = z.object({ result: usageChart });
  const schema = { tags: [reports.path], querystring: usageChartQuery, response: { 200: chart } };
  app.get(`/api/${reports.path}/usage`, { config: { permission }, schema }, async (request) => ({
    result: await usageChartOf(
      contextOf(services, request, permission),
      parseInput(usageChartQuery, request.query),
    ),
  }));
}
