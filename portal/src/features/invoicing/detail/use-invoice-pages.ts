import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { z } from 'zod';
import { invoicePage, invoices } from '#contract/invoicing/invoices.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';

/** One page of a document. */
export type InvoicePage = z.output<typeof invoicePage>;

const answer = z.object({ result: z.array(invoicePage) });
const pagesPath = `${invoices.path}/pages`;
/** A picture is named by its content, so it never grows old; it goes when nobody looked at it for this long. */
const keptMs = 120_000;
/** The one other width that the server has of a page, for the page list. */
export const thumbnailWidth = 148;

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

/** Fetches a page's picture with the person's token; the same one is fetched once. */
export function useLoadPicture(): (filename: string, width?: number) => Promise<Blob> {
  const http = useHttp();
  const client = useQueryClient();
  const [user] = useKeyStart();
  return useCallback(
    (filename, width) =>
      client.fetchQuery({
        queryKey: [user, '', 'fmmodule/images', filename, width],
        queryFn: async ({ signal }) => {
          const query = new URLSearchParams({ filename, ...(width === undefined ? {} : { width: String(width) }) });
          const url = `/api/fmmodule/images?${query}`;
          return (await http.open(url, { signal })).blob();
        },
        staleTime: Infinity,
        gcTime: keptMs,
      }),
    [http, client, user],
  );
}
