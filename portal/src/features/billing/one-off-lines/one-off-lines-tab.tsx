import { IconReceiptEuro } from '@tabler/icons-react';
import { oneOffLines } from '#contract/billing/one-off-lines.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useRecordDialog } from '#portal/kit/list/use-record-dialog.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { OneOffLinesForm } from './one-off-lines-form.tsx';

const columns = columnsFor(
  oneOffLines,
  [
    { field: 'description', small: 'title' },
    { field: 'day', width: 120, small: 'line' },
    { field: 'quantity', width: 90, small: 'line' },
    { field: 'price', width: 130, render: ({ price }) => <Money cents={price} /> },
    {
      field: 'amount',
      width: 130,
      align: 'right',
      sortable: false,
      small: 'end',
      render: ({ amount }) => <Money cents={amount} />,
    },
    {
      field: 'invoiceNumber',
      width: 150,
      small: 'line',
      render: ({ invoiceNumber }) => <OnInvoice number={invoiceNumber} />,
    },
  ],
  'billing.oneOffLines',
);

/** What a customer pays once, beside their agreements. */
export function OneOffLinesTab() {
  const companyId = useParam('companyId');
  const rows = useRows(oneOffLines, { companyId });
  const dialog = useRecordDialog(
    oneOffLines,
    { companyId },
    {
      nameOf: ({ description }) => description,
      texts: 'billing.oneOffLines',
      scope: 'system',
      // What a final invoice has is credited, not deleted.
      isRemovable: ({ invoiceNumber }) => invoiceNumber === '',
    },
  );
  return (
    <>
      <ResourceList
        {...dialog.list}
        place="tab"
        {...rows}
        screen="one-off-lines:index"
        columns={columns}
        texts="billing.oneOffLines"
        everything="billing.oneOffLines.all"
        empty={{ icon: IconReceiptEuro }}
      />
      {dialog.edited !== undefined && (
        <OneOffLinesForm companyId={companyId} line={dialog.edited} onClose={dialog.close} />
      )}
    </>
  );
}

function OnInvoice({ number }: { readonly number: string }) {
  const text = useText();
  return number === '' ? <span className="balie-empty">{text('billing.oneOffLines.open')}</span> : number;
}
