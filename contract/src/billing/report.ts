import { z } from 'zod';
import { cents, defineResource, id } from '../resource.ts';
import { billingStates, invoiceTypes, subscriptionTypes } from './codes.ts';
import { billingMonth, billingPeriod } from './periods.ts';

const row = z.object({
  /** `{companyId}-{invoiceType}`. */
  id: z.string(),
  companyId: id,
  name: z.string(),
  /** Null without settings. */
  subscription: z.literal(subscriptionTypes).nullable(),
  /** One row for each variable type in use; 0 where there is none (§I8). */
  invoiceType: z.literal(invoiceTypes),
  /** Fixed costs due in the period, on the first row of the company only, so that columns add up. */
  fixedCosts: cents,
  /** Sum of the three below. Use that no agreement prices stands on the company's first row. */
  totalUse: z.int(),
  variableUseInvoiceScan: z.int(),
  variableUseProcessedInvoice: z.int(),
  // The spelling is fixed (§B7).
  variableUseAttachementScan: z.int(),
  /** NEW: the uses that its price counts; times `price` they are the variable costs, unless `hasPrices`. */
  count: z.int(),
  /** Unit price at the end of the period. */
  price: cents,
  /** NEW: uses of the period have different prices. */
  hasPrices: z.boolean(),
  expendableCosts: cents,
  totalCosts: cents,
  /** NEW, §I10. */
  billingState: z.enum(billingStates),
  /** NEW, §I7: costs are 0. */
  isFree: z.boolean(),
  /** NEW: the company is inactive; its agreements go on until they are ended (§I7). */
  isInactive: z.boolean(),
});

/**
 * `GET fm/reports?period=2026-10`: processed documents and their costs per company, over a month, quarter or year; absent:
 * the previous calendar month (§I8). `metadata` has `count`, `period` and `totals` of the complete list, not of the page.
 * `/export` beside it. `.company` sees its own.
 */
export const reports = defineResource({
  name: 'report line',
  path: 'fm/reports',
  permission: 'fm.report',
  fields: {
    id: 'text',
    companyId: 'id',
    name: 'text',
    subscription: 'number',
    invoiceType: 'number',
    fixedCosts: 'number',
    totalUse: 'number',
    variableUseInvoiceScan: 'number',
    variableUseProcessedInvoice: 'number',
    variableUseAttachementScan: 'number',
    count: 'number',
    price: 'number',
    expendableCosts: 'number',
    totalCosts: 'number',
    billingState: 'text',
    isFree: 'boolean',
  },
  defaultSort: 'name asc',
  pageSizes: [50, 100, 200],
  row,
  record: row,
});

/** The same rows: product 2.7 lists `processeddocuments`. */
export const processedDocuments = defineResource({
  ...reports,
  name: 'processed documents line',
  path: 'fm/processeddocuments',
});

/** Extra parameter of the report. */
export const reportQuery = z.object({ period: billingPeriod.optional() });

/** `metadata.totals`. */
export const reportTotals = row.pick({
  fixedCosts: true,
  totalUse: true,
  variableUseInvoiceScan: true,
  variableUseProcessedInvoice: true,
  variableUseAttachementScan: true,
  count: true,
  expendableCosts: true,
  totalCosts: true,
});

/** `metadata` of the report. */
export const reportMetadata = z.object({
  count: z.int().optional(),
  period: billingPeriod,
  totals: reportTotals,
});

/**
 * `GET fm/reports/usage?from=2025-11&to=2026-10&companyId=&query=`: use per month by kind, for the chart, of the companies
 * that the report finds by the same `query` (§B4); months without any are there with 0. Absent: the twelve months up to the previous one.
 */
export const usageChart = z.array(
  z.object({
    period: billingMonth,
    invoiceScans: z.int(),
    proccessedInvoices: z.int(),
    attachmentScans: z.int(),
  }),
);
/** Parameters of the chart. */
export const usageChartQuery = z.object({
  from: billingMonth.optional(),
  to: billingMonth.optional(),
  companyId: id.optional(),
  query: z.string().max(200).optional(),
});
