import { defineResource } from '../resource.ts';
import { runInvoices } from './billing-runs.ts';
import { usageDocuments } from './costs.ts';

/**
 * The right of a customer's own administrator to see what their company uses and what that costs. It belongs to the
 * module that they use, `fmmodule`: customers have no rights of `fm`, the provider's own.
 */
export const ownUsagePermission = 'fmmodule.usage';

/**
 * `GET fmmodule/usage?from=&to=`: what the provider sees in the invoices tab, as `customerInvoices`. Always of the
 * caller's own company, whatever their scope.
 */
export const ownUsagePath = 'fmmodule/usage';

/** The documents behind an amount, as `usageDocuments`. */
export const ownUsageDocuments = defineResource({
  ...usageDocuments,
  name: 'own billed document',
  path: 'fmmodule/usage/documents',
  permission: ownUsagePermission,
});

/** The final invoices to the caller's company, the newest first; `GET {id}/pdf` and `{id}/ubl` beside it. */
export const ownInvoices = defineResource({
  ...runInvoices,
  name: 'own billing invoice',
  path: 'fmmodule/usage/invoices',
  permission: ownUsagePermission,
  fields: { ...runInvoices.fields, invoiceDate: 'day' },
  defaultSort: 'invoiceNumber desc',
});

/** NEW: the same of any customer, for the provider. */
export const issuedInvoices = defineResource({
  ...ownInvoices,
  name: 'issued billing invoice',
  path: 'fm/companies/{companyId}/issued-invoices',
  permission: runInvoices.permission,
});
