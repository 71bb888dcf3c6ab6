import { invoices } from '#contract/invoicing/invoices.ts';
import type { Rec, Row } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';

/** One row of the list. */
export type InvoiceRow = Row<typeof invoices>;
/** An invoice with its booking. */
export type Invoice = Rec<typeof invoices>;

/** The maximum number of rows that the list loads (product 1.9). */
export const maxInvoices = 250;

export const invoiceHooks = resourceHooks(invoices);
