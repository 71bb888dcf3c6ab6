import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { invoicePage, invoices } from '#contract/invoicing/invoices.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';

/** One page of a document. */
export type InvoicePage = z.output<typeof invoicePage>;

const answer = z.object({ result: z.array(invoicePage) });
const pagesPath = `${invoices.path}/pages`;

/** The pages of a document, in order. */
export function useInvoicePages(documentKey: string | undefined) {
  const http = useHttp();
  return useQuery({
    queryKey: [...useKeyStart(), pagesPath, documentKey],
    queryFn: async ({ signal }): Promise<readonly InvoicePage[]> => {
      const query = new URLSearchParams({ documentId: documentKey ?? '' });
      return (await http.call(`${collectionUrl(invoices, {})}/pages?${query}`, answer, { signal })).result;
    },
    enabled: documentKey !== undefined,
  });
}
