import { z } from 'zod';
import { cents, day, defineResource, id, shortText } from '../resource.ts';
import { ownUsagePermission } from './own-usage.ts';

const creditLine = z.object({
  /** Which line of the invoice, from 0. */
  place: z.int().min(0),
  description: z.string(),
  from: day,
  to: day,
  /** What is taken back of it, positive, excl. VAT. */
  amount: cents,
});

const row = z.object({
  id,
  runId: id,
  companyId: id,
  invoiceId: id,
  invoiceNumber: z.string(),
  /** From the same series as the invoices: `F2026-00012`. */
  creditNumber: z.string(),
  name: z.string(),
  creditDate: day,
  reason: z.string(),
  /** Positive: what the customer gets back. */
  totalAmount: cents,
  vatAmount: cents,
  totalInclVatAmount: cents,
  lines: z.array(creditLine),
  hasUbl: z.boolean(),
  createdBy: z.string(),
});

/**
 * Credit invoices to invoices of a final run (decision 0038): the run stays as it is, what was wrong is taken back line by
 * line. POST takes `fm.billing.finalise`; without `lines` all that is left of the invoice. 400 `lines` when a line would
 * be taken back for more than it was; 409 `wrong-state` for a run that is not final, or when nothing is left. `GET
 * {id}/pdf` and `{id}/ubl` download. They never change and are never deleted.
 */
export const runCredits = defineResource({
  name: 'billing credit',
  path: 'fm/billing-runs/{runId}/credits',
  permission: 'fm.billing',
  fields: {
    id: 'id',
    companyId: 'id',
    invoiceId: 'id',
    creditNumber: 'text',
    invoiceNumber: 'text',
    name: 'text',
    creditDate: 'day',
    totalAmount: 'number',
  },
  defaultSort: 'creditNumber desc',
  row,
  record: row,
  create: z.object({
    invoiceId: id,
    reason: shortText(500),
    lines: z
      .array(z.object({ place: z.int().min(0), amount: z.int().min(1) }))
      .min(1)
      .max(1000)
      .optional(),
  }),
});

/** Those to the caller's own company, the newest first, with their PDF and UBL. */
export const ownCredits = defineResource({
  ...runCredits,
  name: 'own billing credit',
  path: 'fmmodule/usage/credits',
  permission: ownUsagePermission,
});
