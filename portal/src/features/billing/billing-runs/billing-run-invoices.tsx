import { IconFileTypePdf, IconFileTypeXml, IconReceiptEuro } from '@tabler/icons-react';
import { useState } from 'react';
import { runInvoices } from '#contract/billing/billing-runs.ts';
import { collectionUrl } from '#contract/resource.ts';
import { ListTools } from '#portal/features/core/index.ts';
import { TabBar } from '#portal/kit/detail/tab-bar.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useText } from '#portal/kit/text.ts';
import { InvoiceLines } from './invoice-lines.tsx';
import { MissingChip } from './missing-chip.tsx';
import { runInvoiceHooks, type Run, type RunInvoice } from './billing-run.ts';
import { useDownloadFile } from './use-download-file.ts';
import styles from './billing-runs.module.css';

// Shares of the width, so that the name keeps its own from 992 on.
const columns = columnsFor(
  runInvoices,
  [
    { field: 'name', small: 'title' },
    { field: 'fmCustomerId', width: '8%', align: 'left' },
    { field: 'invoiceNumber', width: '14%', small: 'line' },
    { field: 'fixedAmount', width: '10%', render: ({ fixedAmount }) => <Money cents={fixedAmount} /> },
    {
      field: 'variableAmount',
      width: '10%',
      render: ({ variableAmount }) => <Money cents={variableAmount} />,
    },
    {
      field: 'totalAmount',
      width: '14%',
      small: 'end',
      render: (invoice) => <Total invoice={invoice} />,
    },
    {
      field: 'missing',
      width: '10%',
      sortable: false,
      small: 'line',
      render: ({ missing }) => <MissingChip missing={missing} />,
    },
  ],
  'billing.runInvoices',
);

/** The invoices of a run, with what each line comes from and the papers once they are there. */
export function RunInvoices({ run }: { readonly run: Run }) {
  const text = useText();
  const list = useListState(runInvoices);
  const choice = useColumns('billing-run-invoices:index', columns);
  const parents = { runId: run.id };
  const page = runInvoiceHooks.useList(list.query, parents);
  const [openId, setOpenId] = useState<string>();
  const { save } = useDownloadFile();

  const paper = ({ id, name, invoiceNumber }: RunInvoice, kind: 'pdf' | 'ubl') => (
    <RowAction
      icon={kind === 'pdf' ? IconFileTypePdf : IconFileTypeXml}
      label={text(`billing.runInvoices.${kind}`, { name })}
      onClick={() =>
        void save(
          `${collectionUrl(runInvoices, parents)}/${encodeURIComponent(id)}/${kind}`,
          `${invoiceNumber}.${kind === 'pdf' ? 'pdf' : 'xml'}`,
        )
      }
    />
  );

  return (
    <>
      <TabBar
        search={<SearchBox list={list} label="billing.runInvoices.search" />}
        actions={
          <ListTools
            screen="billing-run-invoices:index"
            resource={runInvoices}
            parents={parents}
            query={list.query}
            choice={choice}
            everything={text('billing.runInvoices.all')}
          />
        }
      />
      <DataTable
        caption={text('billing.runInvoices.title')}
        columns={choice.shown}
        page={page}
        list={list}
        expansion={{
          id: openId,
          onChange: (row) => setOpenId(row?.id),
          render: (row) => <InvoiceLines invoice={row} />,
        }}
        renderActions={
          run.state === 'final'
            ? (row) => (
                <>
                  {row.hasPdf && paper(row, 'pdf')}
                  {row.hasUbl && paper(row, 'ubl')}
                </>
              )
            : undefined
        }
        actionsWidth={126}
        empty={
          <EmptyState
            kind="first"
            icon={IconReceiptEuro}
            title={text('billing.runInvoices.none')}
            hint={text('billing.runInvoices.noneHint')}
          />
        }
      />
      <Pager list={list} count={page.data?.metadata.count} />
    </>
  );
}

/** What it comes to, and what was taken back of that. */
function Total({ invoice: { totalAmount, creditedAmount } }: { readonly invoice: RunInvoice }) {
  const text = useText();
  if (creditedAmount === 0) return <Money cents={totalAmount} />;
  return (
    <>
      <Money cents={totalAmount} />
      <span className={styles.credited}>
        {text('billing.credits.credited')} <Money cents={-creditedAmount} />
      </span>
    </>
  );
}
