import { z } from 'zod';
import { cents, day, defineResource, id, instant, optionalText, rowVersion, shortText } from '../resource.ts';
import { billingCycles, invoiceTypes, usageKinds } from './codes.ts';
import { mailStates, paymentStates } from './invoice-states.ts';
import { billingPeriod } from './periods.ts';

/** The states of a run, in order; the index is the number in the database. A final run never changes again. */
export const runStates = ['concept', 'review', 'final'] as const;
/** The state of a run. */
export type RunState = (typeof runStates)[number];

const progress = z.object({ done: z.int(), total: z.int() });

const row = z.object({
  id,
  /** `2026-10`, `2026-Q4` or `2026`. */
  period: billingPeriod,
  from: day,
  to: day,
  state: z.enum(runStates),
  /** Customers whose figures are there, of all; live events of `fm/billing-runs` notify of changes. */
  figures: progress,
  /** Invoices of a final run that have their PDF and UBL. */
  papers: progress,
  /** Why the figures stopped; empty when they did not. */
  error: z.string(),
  /** Customers that get an invoice. */
  invoiceCount: z.int(),
  /** Excl. VAT, VAT, and both. */
  totalAmount: cents,
  vatAmount: cents,
  totalInclVatAmount: cents,
  /** Customers whose data is not enough for a UBL (see the invoice). */
  incompleteCount: z.int(),
  /** NEW: the customers that it is for; empty: all. */
  companyIds: z.array(id),
  /** NEW: another run of (some of) its days is final already; this one bills what that did not. */
  isSupplementary: z.boolean(),
  /** NEW: customers without an invoice since their address was missing when it became final, by name. */
  leftOut: z.array(z.string()),
  createdAt: instant,
  createdBy: z.string(),
  finalisedAt: instant.nullable(),
  finalisedBy: z.string(),
  rowVersion,
});

/**
 * Runs of invoices to customers. POST starts the figures of all customers, or of those in `companyIds`, as a job: what
 * each owes for the days of the period that no final run has billed them for. A second run of a period is therefore a
 * supplementary one, and no day of a customer is billed twice (decision 0090). Only the provider sees runs.
 * DELETE (`fm.billing.delete`) deletes a concept or review; a final run is 409 `wrong-state`.
 *
 * `POST {id}/recalculate` (concept), `{id}/review` (concept → review), `{id}/reopen` (review → concept), all with
 * `fm.billing.create`; `{id}/finalise` (review → final; `fm.billing.finalise`): numbers the invoices without gaps, freezes
 * the run and starts the PDFs and UBLs; invoices that lack the customer's address are left out. 409 `wrong-state` otherwise,
 * with why: the period is not over, there is nothing to invoice, the seller's data is not complete, or amounts changed
 * since they were counted. All answer the run.
 *
 * NEW: `GET {id}/papers`: a ZIP with the PDF and UBL of every invoice of a final run; 409 `wrong-state` until all are made.
 * `GET` and `POST {id}/mail` mail them to the customers; see `invoice-states.ts`.
 */
export const billingRuns = defineResource({
  name: 'billing run',
  path: 'fm/billing-runs',
  permission: 'fm.billing',
  fields: {
    id: 'id',
    period: 'text',
    from: 'day',
    to: 'day',
    state: 'text',
    createdAt: 'instant',
    finalisedAt: 'instant',
  },
  defaultSort: 'from desc,createdAt desc',
  pageSizes: [50, 100, 200],
  row,
  record: row.extend({
    /** SHA-256 of the snapshot of a final run, in hex; empty before. */
    hash: z.string(),
    /** Missing fields of the seller, without which it cannot be made final. */
    missing: z.array(z.string()),
    /** NEW: customers whose address is not complete, by name; making it final leaves them out. */
    withoutAddress: z.array(z.string()),
    /** NEW: customers of a run that is not final yet whose company is inactive, by name: their fixed fees go on (§I7). */
    inactive: z.array(z.string()),
  }),
  create: z.object({ period: billingPeriod, companyIds: z.array(id).max(10_000).optional() }),
});

/** `GET {id}/verify`: the stored hash, and that of the data now. */
export const runVerification = z.object({ hash: z.string(), recomputed: z.string(), matches: z.boolean() });

/** `POST` of the four steps of a run. */
export const runStep = z.object({ rowVersion: rowVersion.optional() });

/** One line of an invoice to a customer. */
export const billingLine = z.object({
  /** Of the customer agreement; null for use that has more than one, and for a one-off line. */
  customerAgreementId: id.nullable(),
  description: z.string(),
  invoiceType: z.literal(invoiceTypes),
  /** Null for a one-off line. */
  cycleInMonths: z.literal(billingCycles).nullable(),
  /** The days that it is for, both included. */
  from: day,
  to: day,
  /** What is counted; null on a fixed line. With `from` and `to` it opens the documents. */
  kind: z.enum(usageKinds).nullable(),
  /** Units: the quantity of a fixed line, the counted items of a variable one. */
  quantity: z.int(),
  /** Of one unit; a prorated line has the full price here and the prorated one in `amount`. */
  price: cents,
  /** Days billed of the days of the period; equal unless prorated. Both 0 on a variable or one-off line. */
  days: z.int(),
  periodDays: z.int(),
  /** Excl. VAT. */
  amount: cents,
});

const invoiceRow = z.object({
  id,
  runId: id,
  companyId: id,
  name: z.string(),
  fmCustomerId: z.int(),
  period: billingPeriod,
  /** Given when the run is made final, per year without gaps: `F2026-00001`; empty before. */
  invoiceNumber: z.string(),
  invoiceDate: day.nullable(),
  dueDate: day.nullable(),
  fixedAmount: cents,
  variableAmount: cents,
  totalAmount: cents,
  vatAmount: cents,
  totalInclVatAmount: cents,
  /** NEW: the sum of its credit invoices, excl. VAT. */
  creditedAmount: cents,
  /** What the customer's data lacks for a UBL, by name: `street`, `zipCode`, `city`, `kvkNumber`…; it is entered at their relation. */
  missing: z.array(z.string()),
  hasPdf: z.boolean(),
  hasUbl: z.boolean(),
  /** NEW: how far its mail is, to whom it last went, and when; see `invoice-states.ts`. */
  mailState: z.enum(mailStates),
  mailedTo: z.string(),
  mailedAt: instant.nullable(),
  /** NEW: the day that it was paid; null: not yet. */
  paidOn: day.nullable(),
  paymentState: z.enum(paymentStates),
});

/**
 * The invoices of a run; customers without an amount have none. `GET {id}/pdf` and `{id}/ubl` download; `GET
 * fm/billing-runs/{runId}/invoices/export?format=csv|xlsx` is one file of all, a row a line.
 */
export const runInvoices = defineResource({
  name: 'billing invoice',
  path: 'fm/billing-runs/{runId}/invoices',
  permission: 'fm.billing',
  fields: {
    id: 'id',
    companyId: 'id',
    name: 'text',
    fmCustomerId: 'number',
    invoiceNumber: 'text',
    fixedAmount: 'number',
    variableAmount: 'number',
    totalAmount: 'number',
    mailState: 'text',
    paymentState: 'text',
    paidOn: 'day',
  },
  defaultSort: 'name asc',
  pageSizes: [50, 100, 200],
  row: invoiceRow,
  record: invoiceRow.extend({ lines: z.array(billingLine) }),
});

/** `GET`, `PUT fm/billing-settings`: who sends the invoices. `fm.billing.read` and `fm.billing.finalise`, of every company. */
export const billingSettings = z.object({
  name: z.string(),
  street: z.string(),
  zipCode: z.string(),
  city: z.string(),
  kvkNumber: z.string(),
  vatId: z.string(),
  iban: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Percent, at most two decimals. */
  vatPercentage: z.number(),
  paymentDays: z.int(),
  /** What is missing of it, by name. */
  missing: z.array(z.string()),
  rowVersion,
});

/** Body of that PUT: the complete form. */
export const billingSettingsWrite = z.object({
  name: shortText(),
  street: shortText(),
  zipCode: shortText(16),
  city: shortText(100),
  kvkNumber: shortText(20),
  vatId: shortText(30),
  iban: shortText(50),
  email: optionalText(254),
  phone: optionalText(40),
  vatPercentage: z.number().min(0).max(100),
  paymentDays: z.int().min(0).max(120),
  rowVersion: rowVersion.optional(),
});
