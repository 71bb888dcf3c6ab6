import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { invoices } from '#contract/invoicing/invoices.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import type { Page } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import type { InvoiceRow } from './invoice.ts';

/**
 * Says that the pages of an invoice are in view, so that it may be approved together with others. A call that fails only
 * means that it has to be opened again.
 */
export function useNoteOpened(id: string | undefined): void {
  const http = useHttp();
  const client = useQueryClient();
  const mayApprove = usePermission()('fmmodule.invoices.approve');
  useEffect(() => {
    if (id === undefined || !mayApprove) return;
    const url = `${collectionUrl(invoices, {})}/${encodeURIComponent(id)}/opened`;
    const lists = {
      predicate: ({ queryKey: [, , path, kind] }: { queryKey: readonly unknown[] }) =>
        path === invoices.path && kind === 'list',
    };
    void http.send(url, { method: 'PUT', body: {} }).then(
      () =>
        client.setQueriesData<Page<InvoiceRow>>(
          lists,
          (page) =>
            page && {
              ...page,
              result: page.result.map((row) => (row.id === id ? { ...row, isOpened: true } : row)),
            },
        ),
      () => undefined,
    );
  }, [id, mayApprove, http, client]);
}
