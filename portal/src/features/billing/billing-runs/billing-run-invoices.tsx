import { IconReceiptEuro } from '@tabler/icons-react';
import { useState } from 'react';
import { runInvoices } from '#contract/billing/billing-runs.ts';
import { collectionUrl } from '#contract/resource.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { useText } from '#portal/kit/text.ts';
import { InvoiceLines } from './invoice-lines.tsx';
import { MissingChip } from './missing-chip.tsx';
import { type Run, type RunInvoice } from './billing-run.ts';
import { FileButtons } from './file-buttons.tsx';
import styles from './billing-runs.module.css';

// Percentages, so that the name keeps enough width from 992 on.
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
  const parents = { runId: run.id };
  const rows = useRows(runInvoices, parents);
  const [openId, setOpenId] = useState<string>();
  return (
    <ResourceList
      place="tab"
      {...rows}
      screen="billing-run-invoices:index"
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
          ? ({ id, name, invoiceNumber, hasPdf, hasUbl }) => (
              <FileButtons
                url={`${collectionUrl(runInvoices, parents)}/${encodeURIComponent(id)}`}
                number={invoiceNumber}
                hasPdf={hasPdf}
                hasUbl={hasUbl}
                labelOf={(kind) => text(`billing.runInvoices.${kind}`, { name })}
              />
            )
          : undefined
      }
      actionsWidth={126}
      empty={{ icon: IconReceiptEuro }}
    />
  );
}

/** The total, and how much of it was credited. */
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
