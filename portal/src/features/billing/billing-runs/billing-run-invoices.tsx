import { IconFileTypePdf, IconFileTypeXml, IconReceiptEuro } from '@tabler/icons-react';
import { useState } from 'react';
import { runInvoices } from '#contract/billing/billing-runs.ts';
import { collectionUrl } from '#contract/resource.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
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

/** The invoices of a run, with where each line comes from, and the PDF and UBL once they exist. */
export function RunInvoices({ run }: { readonly run: Run }) {
  const text = useText();
  const list = useListState(runInvoices);
  const parents = { runId: run.id };
  const page = runInvoiceHooks.useList(list.query, parents);
  const [openId, setOpenId] = useState<string>();
  const { save } = useDownloadFile();

  const fileButton = ({ id, name, invoiceNumber }: RunInvoice, kind: 'pdf' | 'ubl') => (
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
    <ResourceList
      place="tab"
      resource={runInvoices}
      parents={parents}
      screen="billing-run-invoices:index"
      list={list}
      page={page}
      columns={columns}
      texts="billing.runInvoices"
      everything="billing.runInvoices.all"
      expansion={{
        id: openId,
        onChange: (row) => setOpenId(row?.id),
        render: (row) => <InvoiceLines invoice={row} />,
      }}
      renderActions={
        run.state === 'final'
          ? (row) => (
              <>
                {row.hasPdf && fileButton(row, 'pdf')}
                {row.hasUbl && fileButton(row, 'ubl')}
              </>
            )
          : undefined
      }
      actionsWidth={126}
      empty={{ icon: IconReceiptEuro }}
    />
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
