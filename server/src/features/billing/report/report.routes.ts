import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  processedDocuments,
  reportMetadata,
  reportQuery,
  reports,
  usageChart,
  usageChartQuery,
} from '#contract/billing/report.ts';
import { previousMonth } from '#contract/billing/periods.ts';
import { dayOfInstant } from '#contract/dates.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { exportFields, mountExport } from '#server/platform/http/mount-export.ts';
import { listParameters, readListQuery } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { labelsOf } from '../billing-texts.ts';
import { report, usageChartOf } from './report.service.ts';

const list = {
  right: 'read',
  query: listParameters.extend(reportQuery.shape),
  answer: z.object({ result: z.array(reports.row), metadata: reportMetadata }),
};

const exported = {
  ...exportFields(
    'reports',
    async (ctx, query, request) =>
      (await report(ctx, parseInput(reportQuery, request.query).period, query)).all.map((row) => ({
        ...row,
        ...labelsOf(ctx.language, row),
      })),
    [
      ['name', 'text'],
      ['subscription', 'text'],
      ['invoiceType', 'text'],
      ['fixedCosts', 'cents'],
      ['totalUse', 'number'],
      ['variableUseInvoiceScan', 'number'],
      ['variableUseProcessedInvoice', 'number'],
      ['variableUseAttachementScan', 'number'],
      ['count', 'number'],
      ['price', 'cents'],
      ['expendableCosts', 'cents'],
      ['totalCosts', 'cents'],
    ],
  ),
  about: (ctx: Context, request: FastifyRequest) =>
    parseInput(reportQuery, request.query).period ?? previousMonth(dayOfInstant(ctx.now())),
};

/** The report, under both of its names, and the use per month beside it. */
export function reportRoutes(app: FastifyInstance, services: Services): void {
  for (const resource of [reports, processedDocuments]) {
    actionsOf(app, services, resource)('GET', '', list, async (ctx, { query, request }) => {
      const { rows, count, period, totals } = await report(
        ctx,
        query.period,
        readListQuery(resource, request),
      );
      return { result: rows, metadata: { period, totals, ...(count === undefined ? {} : { count }) } };
    });
    mountExport(app, services, resource, exported);
  }
  const chart = { right: 'read', query: usageChartQuery, result: usageChart };
  actionsOf(app, services, reports)('GET', '/usage', chart, (ctx, { query }) => usageChartOf(ctx, query));
}
