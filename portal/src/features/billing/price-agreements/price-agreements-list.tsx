import { IconTag } from '@tabler/icons-react';
import { priceAgreements } from '#contract/billing/price-agreements.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { useRecordDialog } from '#portal/kit/list/use-record-dialog.tsx';
import { CodeText } from '../code-text.tsx';
import { PriceAgreementsForm } from './price-agreements-form.tsx';

const columns = columnsFor(
  priceAgreements,
  [
    { field: 'name', small: 'title' },
    {
      field: 'priceAgreementType',
      align: 'left',
      width: '13%',
      render: ({ priceAgreementType }) => <CodeText of="type" code={priceAgreementType} />,
    },
    { field: 'price', width: '12%', small: 'end', render: ({ price }) => <Money cents={price} /> },
    {
      field: 'isVariable',
      width: '12%',
      small: 'line',
      render: ({ isVariable }) => <CodeText of="costs" code={isVariable ? 'variable' : 'fixed'} />,
    },
    {
      field: 'invoiceType',
      align: 'left',
      width: '13%',
      small: 'line',
      render: ({ invoiceType }) => <CodeText of="invoiceType" code={invoiceType} />,
    },
    {
      field: 'cycleInMonths',
      align: 'left',
      width: '11%',
      small: 'line',
      render: ({ cycleInMonths }) => <CodeText of="cycle" code={cycleInMonths} />,
    },
    { field: 'customerCount', align: 'right', width: '11%', sortable: false },
  ],
  'billing.priceAgreements',
);

export function PriceAgreementsList() {
  const rows = useRows(priceAgreements, {});
  const dialog = useRecordDialog(
    priceAgreements,
    {},
    { nameOf: ({ name }) => name, texts: 'billing.priceAgreements', scope: 'system' },
  );
  return (
    <>
      <ResourceList
        {...dialog.list}
        {...rows}
        columns={columns}
        texts="billing.priceAgreements"
        everything="billing.priceAgreements.all"
        empty={{ icon: IconTag }}
      />
      {dialog.edited !== undefined && (
        <PriceAgreementsForm agreement={dialog.edited} onClose={dialog.close} />
      )}
    </>
  );
}
