import { lazy, Suspense, useCallback, useMemo } from 'react';
import { invoices } from '#contract/invoicing/invoices.ts';
import { loadListTools } from '#portal/features/core/index.ts';
import { UploadButton, UploadPanel, UploadZone } from '#portal/features/documents/index.ts';
import type { Asking } from '#portal/kit/data/resource-hooks.ts';
import { ListPage } from '#portal/kit/list/list-page.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState, type ListState } from '#portal/kit/list/use-list-state.ts';
import { useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useIsPhone } from '#portal/kit/use-width.ts';
import { whenIdle } from '#portal/kit/when-idle.ts';
import { ExportButton } from '../export/export-button.tsx';
import { InvoicesTable } from './invoices-table.tsx';
import { StatusView } from './status-view.tsx';
import { invoiceQuery, useInvoiceRows } from './use-invoice-rows.ts';
import { invoiceHooks, type InvoiceRow } from './invoice.ts';
import { invoiceColumns } from './invoices-columns.tsx';
import { useOpenInvoice } from './use-open-invoice.ts';
import { viewOf } from './views.ts';
import styles from './invoices-list.module.css';

// After the rows: nobody chooses columns before there are any.
const ListTools = lazy(async () => {
  await whenIdle();
  const Tools = await loadListTools();
  return { default: Tools<typeof invoices, InvoiceRow> };
});

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
  const choice = useColumns('invoices:index', invoiceColumns);
  const { query, orderBy } = list.query;
  const tools = (
    // Its room is kept, so that nothing moves when it comes.
    <span className={styles.listTools}>
      <Suspense>
        <ListTools
          screen="invoices:index"
          resource={invoices}
          parents={{}}
          query={{ query, orderBy, extra: { status } }}
          choice={choice}
          everything={text('invoicing.title')}
        />
      </Suspense>
    </span>
  );

  return (
    <ListPage
      title={text(`invoicing.view.${viewOf(status).key}`)}
      count={loaded.count}
      search={<SearchBox list={list} label="invoicing.search" />}
      filters={
        <>
          <StatusView status={status} onChange={(to) => list.setFilter('status', to)} />
          {isPhone && (
            <span className={styles.phoneTools}>
              {tools}
              <ExportButton />
            </span>
          )}
        </>
      }
      actions={
        <>
          {!isPhone && (
            <>
              {tools}
              <ExportButton />
            </>
          )}
          <UploadButton />
        </>
      }
    >
      <UploadPanel onOpenInvoice={opened.open} />
      <InvoicesTable list={list} loaded={loaded} opened={opened} columns={choice.shown} status={status} />
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
