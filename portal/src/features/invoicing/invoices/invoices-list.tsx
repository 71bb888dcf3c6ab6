import { lazy, Suspense, useMemo } from 'react';
import { invoices } from '#contract/invoicing/invoices.ts';
import { loadListTools } from '#portal/features/core/index.ts';
import { askUploads, UploadButton, Uploads, UploadZone } from '#portal/features/documents/index.ts';
import type { Asking } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { ListPage } from '#portal/kit/list/list-page.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useOpenRowList } from '#portal/kit/list/use-open-row.ts';
import { useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useIsPhone } from '#portal/kit/use-width.ts';
import { whenIdle } from '#portal/kit/when-idle.ts';
import { ExportButton } from '../export/export-button.tsx';
import { byClick, filterNames, queryOf } from '../filters/invoice-filters.rules.ts';
import { useInvoiceFilters } from '../filters/invoice-filters.tsx';
import { InvoicesTable } from './invoices-table.tsx';
import { StatusView } from './status-view.tsx';
import { invoiceQuery, useInvoiceRows } from './use-invoice-rows.ts';
import { invoiceHooks, type InvoiceRow } from './invoice.ts';
import { companyColumn, invoiceColumns } from './invoices-columns.tsx';
import { useOpenInvoice } from './use-open-invoice.ts';
import { viewOf } from './views.ts';
import styles from './invoices-list.module.css';

// Its counts come after the rows: they are not what the page is opened for.
const WaitingForMe = lazy(async () => {
  await whenIdle();
  return { default: (await import('../home/waiting.tsx')).WaitingForMe };
});
const listFilters = { filters: ['status', ...byClick, ...filterNames], views: ['status'] };
const staffColumns = [...invoiceColumns, ...companyColumn];
// Loaded after the rows: nobody chooses columns before there are any.
const ListTools = lazy(async () => {
  await whenIdle();
  const Tools = await loadListTools();
  return { default: Tools<typeof invoices, InvoiceRow> };
});

/** Prefetches the first page of the list, and what stands above it. */
export async function askInvoices(asking: Asking): Promise<void> {
  await Promise.all([
    invoiceHooks.askList(asking, invoiceQuery({ orderBy: invoices.defaultSort }), {}),
    askUploads(asking),
  ]);
}

/** The invoices to approve; each opens in its place. */
export function InvoicesList() {
  const [url] = useUrlState();
  const { status } = viewOf(url['status']);
  // A key per view: while it loads, no rows of another view may show.
  return (
    <UploadZone>
      <InvoicesView key={status} status={status} />
    </UploadZone>
  );
}

function InvoicesView({ status }: { readonly status: string }) {
  const text = useText();
  const isPhone = useIsPhone();
  const may = usePermission();
  const options = useMemo(
    () => ({
      ...listFilters,
      toQuery: (values: Parameters<typeof queryOf>[0]) => queryOf(values, may),
    }),
    [may],
  );
  const list = useOpenRowList(invoices, options);
  const loaded = useInvoiceRows(list);
  const opened = useOpenInvoice(list, loaded.rows, loaded.arrival.isLoaded);
  const seesCompanies = may('fmmodule.invoices.read.system');
  const choice = useColumns('invoices:index', seesCompanies ? staffColumns : invoiceColumns);
  const filters = useInvoiceFilters(list, seesCompanies);
  const tools = (
    // Its space is reserved, so that nothing moves when it is loaded.
    <span className={styles.listTools}>
      <Suspense>
        <ListTools
          screen="invoices:index"
          resource={invoices}
          parents={{}}
          query={list.query}
          choice={choice}
          everything={text('invoicing.title')}
        />
      </Suspense>
    </span>
  );

  return (
    <>
      <Suspense>
        <WaitingForMe />
      </Suspense>
      <ListPage
        title={text(`invoicing.view.${viewOf(status).key}`)}
        count={loaded.count}
        search={<SearchBox list={list} label="invoicing.search" />}
        filters={
          <>
            <StatusView status={status} onChange={(to) => list.setFilter('status', to)} />
            {filters.button}
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
        {filters.chips}
        {filters.dialog}
        <Uploads onOpenInvoice={opened.open} />
        <InvoicesTable list={list} loaded={loaded} opened={opened} columns={choice.shown} status={status} />
      </ListPage>
    </>
  );
}
