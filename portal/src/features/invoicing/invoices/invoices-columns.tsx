import { IconAt } from '@tabler/icons-react';
import { useState } from 'react';
import { invoices } from '#contract/invoicing/invoices.ts';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useText } from '#portal/kit/text.ts';
import { PaymentChip } from '../detail/payment-status.tsx';
import { RowWarning } from '../warnings/row-warning.tsx';
import { RowNote } from '../bulk/row-note.tsx';
import { GoneNote } from './gone-note.tsx';
import type { InvoiceRow } from './invoice.ts';
import { InvoiceStatus } from './invoice-status.tsx';
import styles from './invoices-list.module.css';

/** The company of an invoice, for who sees those of several. */
export const companyColumn = columnsFor(
  invoices,
  [{ field: 'company/name', width: 150, isMain: false, small: 'line' }],
  'invoicing.column',
);

/** Somebody mentioned the person, who wrote nothing since. */
function Mentioned({ by }: { readonly by: string }) {
  const text = useText();
  return (
    <StatusChip meaning="hold" icon={IconAt} word={text('invoicing.column.mentionedBy', { name: by })} />
  );
}

/** What is noticed about a row, and what happened to it meanwhile. */
function Notes({ row }: { readonly row: InvoiceRow }) {
  return (
    <>
      <RowWarning row={row} /> {row.mentionedBy !== null && <Mentioned by={row.mentionedBy} />}{' '}
      <RowNote row={row} /> <GoneNote id={row.id} />
    </>
  );
}

const dayMs = 86_400_000;

/** The days since an invoice came in. */
function Age({ since }: { readonly since: string }) {
  const text = useText();
  const [now] = useState(Date.now);
  const days = Math.max(0, Math.floor((now - Date.parse(since)) / dayMs));
  return <>{text('invoicing.column.age', { count: days })}</>;
}

/** The columns of the list, those that are asked for among them; under 992 the document's number and the status are left out (product 1.2). */
export const invoiceColumns = columnsFor(
  invoices,
  [
    { field: 'documentId', width: 132, isMain: false },
    {
      field: 'statusValue',
      sortable: false,
      width: 200,
      render: (row) => <InvoiceStatus invoice={row} />,
    },
    {
      field: 'creditor/name',
      isMain: true,
      small: 'title',
      render: (row) => (
        <>
          {row.creditor.name} <Notes row={row} />
        </>
      ),
      renderSmall: (row) => (
        <>
          {row.creditor.name}
          <span className={styles.smallNotes}>
            <Notes row={row} />
          </span>
        </>
      ),
    },
    { field: 'invoiceNumber', width: 140, isExtra: true },
    { field: 'administration/name', width: 170, isExtra: true },
    { field: 'invoiceDate', width: 134, small: 'line' },
    { field: 'dueDate', width: 126, isExtra: true },
    {
      field: 'paymentStatus',
      sortable: false,
      width: 160,
      isExtra: true,
      render: (row) => <PaymentChip status={row.paymentStatus} />,
    },
    { field: 'approver', sortable: false, width: 160, isExtra: true },
    {
      field: 'createdAt',
      width: 104,
      align: 'right',
      isExtra: true,
      render: ({ createdAt }) => <Age since={createdAt} />,
    },
    {
      field: 'totalAmount',
      sortable: false,
      width: 136,
      small: 'end',
      render: (row) => <Money cents={row.totalAmount} currency={row.currency} />,
    },
  ],
  'invoicing.column',
);
