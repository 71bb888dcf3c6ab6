import { IconReceipt } from '@tabler/icons-react';
import { invoices } from '#contract/invoicing/invoices.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { InvoiceStatus } from '../invoices/invoice-status.tsx';
import { RowWarning } from '../warnings/row-warning.tsx';

const { useList } = resourceHooks(invoices);
const everyStatus = 'Concept,Duplicate,ReadyForProcessing,Processed';

const columns = columnsFor(
  invoices,
  [
    { field: 'documentId', width: 140, isMain: true, small: 'title' },
    { field: 'invoiceNumber', small: 'line' },
    { field: 'invoiceDate', width: 134, small: 'line' },
    {
      field: 'statusValue',
      sortable: false,
      width: 320,
      render: (row) => (
        <>
          <InvoiceStatus invoice={row} />
          <RowWarning row={row} />
        </>
      ),
    },
    {
      field: 'totalAmount',
      width: 136,
      small: 'end',
      render: (row) => <Money cents={row.totalAmount} currency={row.currency} />,
    },
  ],
  'invoicing.column',
);

/** The invoices of a creditor in every status. */
export function CreditorInvoices() {
  const text = useText();
  const pathTo = usePathTo();
  const creditorId = useParam('creditorId');
  const list = useListState(invoices, {
    toQuery: () => ({ filter: `creditorId eq '${creditorId}'`, extra: { status: everyStatus } }),
  });
  const page = useList({ orderBy: 'invoiceDate desc', ...list.query }, {});
  return (
    <>
      <DataTable
        caption={text('invoicing.creditors.tab.invoices')}
        columns={columns}
        page={page}
        list={list}
        href={({ id }) => `${pathTo('invoices:index')}?status=${encodeURIComponent(everyStatus)}&open=${id}`}
        empty={<EmptyState kind="first" icon={IconReceipt} title={text('invoicing.empty.none')} />}
      />
      <Pager list={list} count={page.data?.metadata?.count} />
    </>
  );
}
