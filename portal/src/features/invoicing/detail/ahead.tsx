import { invoiceHooks } from '../invoices/invoice.ts';

/** Fetches the next invoice while this one is read; draws nothing. */
export function Ahead({ invoiceId }: { readonly invoiceId: string }) {
  invoiceHooks.useOne(invoiceId, {});
  return null;
}
