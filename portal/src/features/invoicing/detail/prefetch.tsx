import { invoiceHooks } from '../invoices/invoice.ts';

/** Prefetches the next invoice; renders nothing. */
export function Prefetch({ invoiceId }: { readonly invoiceId: string }) {
  invoiceHooks.useOne(invoiceId, {});
  return null;
}
