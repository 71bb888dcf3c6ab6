import type { CustomerInvoices } from '#contract/billing/costs.ts';
import type { UsageKind } from '#contract/billing/codes.ts';

/** The table of each kind of use, by its name on the wire. */
export const tableOf = {
  scan: 'invoiceScans',
  processed: 'proccessedInvoices',
  attachment: 'attachmentScans',
} as const satisfies Record<UsageKind, keyof CustomerInvoices & keyof CustomerInvoices['usageTotals']>;
