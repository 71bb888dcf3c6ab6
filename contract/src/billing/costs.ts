import { z } from 'zod';
import { cents, day, defineResource, id, instant } from '../resource.ts';
import {
  agreementTypes,
  billingCycles,
  billingStates,
  invoiceTypes,
  subscriptionTypes,
  usageKinds,
  usageMarks,
} from './codes.ts';
import { billingMonth, billingPeriod } from './periods.ts';

const cost = z.object({
  /** Of the customer agreement. */
  id,
  priceAgreementId: id,
  name: z.string(),
  type: z.literal(agreementTypes),
  typeName: z.string(),
  price: cents,
  quantity: z.int(),
  /** price × quantity: each cycle when fixed, each counted item when variable. */
  cost: cents,
  cycleInMonths: z.literal(billingCycles),
  invoiceType: z.literal(invoiceTypes),
  startdate: day.nullable(),
  enddate: day.nullable(),
  /** NEW: whether it runs today. */
  isCurrent: z.boolean(),
});

/**
 * One line of a usage table: a month, or the days of it that had one unit price (§I5). `count` × `cost` is `totalCost`;
 * with a trial or preview that is shown struck through (§I7).
 */
export const usageRow = z.object({
  /** `2026-10`. */
  period: billingMonth,
  /** NEW: the days of this line, both included, for the documents behind it. */
  from: day,
  to: day,
  /** All events. */
  totalUse: z.int(),
  /** The events that count: not duplicate, unprocessable or of a trial. */
  count: z.int(),
  cost: cents,
  totalCost: cents,
});

/** NEW: a fixed fee that fell due in the months shown, prorated where it ran in part (§I3). No document stands behind it. */
export const fixedFee = z.object({
  /** Of the customer agreement. */
  id,
  name: z.string(),
  /** The month, quarter or year that it is of. */
  period: billingPeriod,
  from: day,
  to: day,
  /** Days billed of the days of the period. */
  days: z.int(),
  periodDays: z.int(),
  price: cents,
  quantity: z.int(),
  amount: cents,
});
/** A fixed fee that fell due. */
export type FixedFee = z.output<typeof fixedFee>;

/** One line of a usage table. */
export type UsageRow = z.output<typeof usageRow>;

const cycleTotals = z.object({ perMonth: cents, perQuarter: cents, perYear: cents, yearly: cents });

/**
 * `GET fm/companies/{companyId}/invoices?from=2025-12&to=2026-11`: what the invoices tab shows. Months are inclusive;
 * absent: the last twelve, the running one included. Permission `fm.customers.read`; `.company` sees its own. The same at
 * `GET fm/invoices/companies/{companyId}`, and of the caller's own company at `GET fmmodule/usage` (see own-usage.ts).
 */
export const customerInvoices = z.object({
  companyId: id,
  from: billingMonth,
  to: billingMonth,
  startDate: day.nullable(),
  subscriptionType: z.literal(subscriptionTypes).nullable(),
  /** §I10: `no-start`, `not-started`: 'start nog niet ingesteld', and all amounts are 0. */
  billingState: z.enum(billingStates),
  /** §I7: amounts are shown struck through; the totals are 0. */
  isFree: z.boolean(),
  fixedCosts: z.array(cost),
  variableCosts: z.array(cost),
  invoiceScans: z.array(usageRow),
  // The spelling is fixed (§B7).
  proccessedInvoices: z.array(usageRow),
  attachmentScans: z.array(usageRow),
  /** NEW: their sum is what the report calls fixed costs of these months (0 there with a trial). */
  fixedFees: z.array(fixedFee),
  /** Of the agreements that run today, by cycle (§I4); `yearly` NEW: all of them × 12 / cycle. 0 with a trial. */
  fixedTotals: cycleTotals,
  /** Sum of `totalCost` of each table over the months shown; 0 with a trial. */
  usageTotals: z.object({
    invoiceScans: cents,
    proccessedInvoices: cents,
    attachmentScans: cents,
    total: cents,
  }),
});

/** The answer of the invoices tab. */
export type CustomerInvoices = z.output<typeof customerInvoices>;

/** Its parameters. */
export const invoicesQuery = z.object({ from: billingMonth.optional(), to: billingMonth.optional() });
/** Most months of one answer. */
export const maxMonths = 60;

const usageDocument = z.object({
  id,
  companyId: id,
  kind: z.enum(usageKinds),
  /** The document that it is of; null if it was deleted. `number` and `filename` are empty then. */
  documentId: id.nullable(),
  number: z.string(),
  filename: z.string(),
  administrationName: z.string(),
  at: instant,
  /** The day in Amsterdam on which it counts. */
  day,
  isBillable: z.boolean(),
  mark: z.enum(usageMarks),
  /** What it costs, in cents: the unit price of that day, or 0. The sum of all equals `totalCost` of the usage row. */
  cost: cents,
});

/**
 * The documents behind an amount. `?kind=scan&from=2026-10-01&to=2026-10-31` are the days of a usage row, both included;
 * absent ones leave open. Newest last; all list parameters work. `metadata.totals` sums the complete list.
 */
export const usageDocuments = defineResource({
  name: 'billed document',
  path: 'fm/companies/{companyId}/usage-documents',
  permission: 'fm.customers',
  fields: {
    id: 'id',
    kind: 'text',
    number: 'text',
    filename: 'text',
    administrationName: 'text',
    day: 'day',
    at: 'instant',
    isBillable: 'boolean',
    mark: 'text',
  },
  defaultSort: 'at asc',
  pageSizes: [50, 100, 200],
  row: usageDocument,
  record: usageDocument,
});

/** Extra parameters of the documents behind an amount. */
export const usageDocumentsQuery = z.object({
  kind: z.enum(usageKinds).optional(),
  from: day.optional(),
  to: day.optional(),
  /** What they cost by this customer agreement only: a line of an invoice is of one, where others may price the same use. */
  agreementId: id.optional(),
});

/** `metadata.totals` of that list. */
export const usageDocumentTotals = z.object({ totalUse: z.int(), count: z.int(), totalCost: cents });
