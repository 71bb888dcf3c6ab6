import { IconReceiptEuro } from '@tabler/icons-react';
import { useState } from 'react';
import { runInvoices } from '#contract/billing/billing-runs.ts';
import { collectionUrl } from '#contract/resource.ts';
import { choiceFilter, ResourceList } from '#portal/features/core/index.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { useText } from '#portal/kit/text.ts';
import { paymentChoices, paymentFilters } from '../invoice-states/invoice-states.ts';
import { PaymentCell } from '../invoice-states/payment-cell.tsx';
import { useInvoiceActions } from '../invoice-states/use-invoice-actions.tsx';
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

/** Once numbers are given there is a payment to wait for, in the place of what makes up the total. */
const finalColumns = [
  ...columns.filter(({ field }) => field !== 'fixedAmount' && field !== 'variableAmount'),
  ...columnsFor(
    runInvoices,
    [
      {
        field: 'paymentState',
        width: '16%',
        small: 'line',
        render: (invoice) => <PaymentCell invoice={invoice} />,
      },
    ],
    'billing.invoiceStates',
  ),
];

/** The invoices of a run, with where each line comes from, and the PDF and UBL once they exist. */
export function RunInvoices({ run }: { readonly run: Run }) {
  const text = useText();
  const parents = { runId: run.id };
  const rows = useRows(runInvoices, parents, paymentFilters);
  const isFinal = run.state === 'final';
  const actions = useInvoiceActions();
  const [openId, setOpenId] = useState<string>();
  return (
    <>
      <ResourceList
        place="tab"
        {...rows}
        screen="billing-run-invoices:index"
        columns={isFinal ? finalColumns : columns}
        texts="billing.runInvoices"
        filters={
          isFinal
            ? [choiceFilter('paymentState', 'billing.invoiceStates.paymentState', paymentChoices(text), text)]
            : []
        }
        everything="billing.runInvoices.all"
        expansion={{
          id: openId,
          onChange: (row) => setOpenId(row?.id),
          render: (row) => <InvoiceLines invoice={row} />,
        }}
        renderActions={
          isFinal
            ? (invoice) => (
                <>
                  <FileButtons
                    url={`${collectionUrl(runInvoices, parents)}/${encodeURIComponent(invoice.id)}`}
                    number={invoice.invoiceNumber}
                    hasPdf={invoice.hasPdf}
                    hasUbl={invoice.hasUbl}
                    labelOf={(kind) => text(`billing.runInvoices.${kind}`, { name: invoice.name })}
                  />
                  {actions.render(invoice)}
                </>
              )
            : undefined
        }
        actionsWidth={126 + 32 * actions.count}
        empty={{ icon: IconReceiptEuro }}
      />
      {actions.dialog}
    </>
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
