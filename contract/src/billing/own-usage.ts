import { defineResource } from '../resource.ts';
import { runInvoices } from './billing-runs.ts';
import { usageDocuments } from './costs.ts';

/**
 * The right of a customer's own administrator to see what his company uses and what that costs. It belongs to the module
 * that he uses, `fmmodule`: customers do not hold `fm`, with which the provider works.
 */
export const ownUsagePermission = 'fmmodule.usage';

/**
 * `GET fmmodule/usage?from=&to=`: what the invoices tab of his customer shows, as `customerInvoices`. Always of the
 * caller's own company, whatever his reach.
 */
export const ownUsagePath = 'fmmodule/usage';

/** The documents behind an amount of his own, as `usageDocuments`. */
export const ownUsageDocuments = defineResource({
  ...usageDocuments,
  path: 'fmmodule/usage/documents',
  permission: ownUsagePermission,
});

/** The final invoices to his own company, the newest first; `GET {id}/pdf` and `{id}/ubl` beside it. */
export const ownInvoices = defineResource({
  ...runInvoices,
  path: 'fmmodule/usage/invoices',
  permission: ownUsagePermission,
  fields: { ...runInvoices.fields, invoiceDate: 'day' },
  defaultSort: 'invoiceNumber desc',
});
