import { useCallback, useMemo } from 'react';
import { invoices } from '#contract/invoicing/invoices.ts';
import { UploadButton, UploadPanel, UploadZone } from '#portal/features/documents/index.ts';
import type { Asking } from '#portal/kit/data/resource-hooks.ts';
import { ListPage } from '#portal/kit/list/list-page.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useListState, type ListState } from '#portal/kit/list/use-list-state.ts';
import { useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useIsPhone } from '#portal/kit/use-width.ts';
import { ExportButton } from '../export/export-button.tsx';
import { InvoicesTable } from './invoices-table.tsx';
import { StatusView } from './status-view.tsx';
import { invoiceQuery, useInvoiceRows } from './use-invoice-rows.ts';
import { invoiceHooks } from './invoice.ts';
import { useOpenInvoice } from './use-open-invoice.ts';
import { viewOf } from './views.ts';

/** Asks for the invoices that wait, as the list will. */
export function askInvoices(asking: Asking): Promise<void> {
  return invoiceHooks.askList(asking, invoiceQuery(invoices.defaultSort, ''), {});
}

/** Home of who approves: the invoices that wait, each opening in its place. */
export function InvoicesList() {
  const [url] = useUrlState();
  const { status } = viewOf(url['status']);
  // Another view is another list: nothing of the one before may show through while it loads.
  return (
    <UploadZone>
      <InvoicesView key={status} status={status} />
    </UploadZone>
  );
}

function InvoicesView({ status }: { readonly status: string }) {
  const text = useText();
  const isPhone = useIsPhone();
  const list = useInvoiceListState();
  const loaded = useInvoiceRows(list, status);
  const opened = useOpenInvoice(list, loaded.rows, loaded.arrival.isLoaded);

  return (
    <ListPage
      title={text(`invoicing.view.${viewOf(status).key}`)}
      count={loaded.count}
      search={<SearchBox list={list} label="invoicing.search" />}
      filters={
        <>
          <StatusView status={status} onChange={(to) => list.setFilter('status', to)} />
          {isPhone && <ExportButton />}
        </>
      }
      actions={
        <>
          {!isPhone && <ExportButton />}
          <UploadButton />
        </>
      }
    >
      <UploadPanel onOpenInvoice={opened.open} />
      <InvoicesTable list={list} loaded={loaded} opened={opened} status={status} />
    </ListPage>
  );
}

const filterNames = ['status'];

/** The list's state; whatever changes which rows there are closes the open one. */
function useInvoiceListState(): ListState {
  const list = useListState(invoices, { filters: filterNames });
  const [, change] = useUrlState();
  const setSearch = useCallback(
    (search: string) =>
      change({ search: search === '' ? undefined : search, page: undefined, open: undefined }),
    [change],
  );
  return useMemo(
    () => ({
      ...list,
      sizes: list.sizes.toSorted((a, b) => a - b),
      // The view is always one of them, so it narrows nothing.
      isNarrowed: list.search !== '',
      setSearch,
      setPage: (page) =>
        change({ page: page === 1 ? undefined : String(page), open: undefined }, { push: true }),
      setFilter: (name, value) => change({ [name]: value, page: undefined, open: undefined }),
      clear: () => setSearch(''),
    }),
    [list, setSearch, change],
  );
}
