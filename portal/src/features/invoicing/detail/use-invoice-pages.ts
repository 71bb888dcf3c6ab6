import { z } from 'zod';
import { invoicePage, invoices } from '#contract/invoicing/invoices.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';

/** One page of a document. */
export type InvoicePage = z.output<typeof invoicePage>;

/** The pages of a document, in order. */
export function useInvoicePages(documentKey: string | undefined) {
  const query = new URLSearchParams({ documentId: documentKey ?? '' });
  return useAnswer(
    [`${invoices.path}/pages`, documentKey],
    `${collectionUrl(invoices, {})}/pages?${query}`,
    z.array(invoicePage),
    { enabled: documentKey !== undefined },
  );
}
