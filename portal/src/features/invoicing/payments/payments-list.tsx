import { Button } from '@mantine/core';
import { IconBuildingBank, IconSettings } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { payments } from '#contract/invoicing/payments.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { MakePaymentForm } from './make-payment-form.tsx';
import { PaymentStateChip } from './payment-state.tsx';

const columns = columnsFor(
  payments,
  [
    { field: 'number', width: 120, small: 'title' },
    { field: 'company/name', width: '16%', render: ({ company }) => company.name },
    { field: 'administration/name', small: 'line', render: ({ administration }) => administration.name },
    {
      field: 'state',
      width: 190,
      small: 'line',
      sortable: false,
      render: ({ state }) => <PaymentStateChip state={state} />,
    },
    { field: 'executionDay', width: 140, render: ({ executionDay }) => <DateText value={executionDay} /> },
    {
      field: 'totalAmount',
      width: 150,
      align: 'right',
      small: 'end',
      render: ({ totalAmount }) => <Money cents={totalAmount} />,
    },
    { field: 'createdAt', width: 150, isExtra: true },
  ],
  'invoicing.payments',
);

/** Payments to creditors: made by one person, released by another. */
export function PaymentsList() {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const rows = useRows(payments, {});
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <ResourceList
        {...rows}
        columns={columns}
        texts="invoicing.payments"
        href={({ id }) => pathTo('payments:detail', { paymentId: id })}
        tools={
          may('fmmodule.paymentsettings.read') && (
            <Button
              component={Link}
              to={pathTo('payment-settings:index')}
              variant="subtle"
              leftSection={<IconSettings size={16} stroke={1.75} aria-hidden />}
            >
              {text('invoicing.paymentSettings.title')}
            </Button>
          )
        }
        create={may('fmmodule.payments.create') && { onClick: () => setMaking(true) }}
        empty={{ icon: IconBuildingBank }}
      />
      {isMaking && <MakePaymentForm onClose={() => setMaking(false)} />}
    </>
  );
}
