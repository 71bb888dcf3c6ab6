import { invoices } from '#contract/invoicing/invoices.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { InvoiceStatus } from './invoice-status.tsx';

/** The columns of the list; under 992 the document's number and the status are left out (product 1.2). */
export const invoiceColumns = columnsFor(
  invoices,
  [
    { field: 'documentId', width: 132, isMain: false },
    {
      field: 'statusValue',
      sortable: false,
      width: 186,
      render: (row) => <InvoiceStatus invoice={row} />,
    },
    { field: 'creditor/name', isMain: true, small: 'title' },
    { field: 'invoiceDate', width: 134, small: 'line' },
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
