import { Button } from '@mantine/core';
import { IconListCheck, IconSettings, IconTruckDelivery } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { deliveries, deliveryStates } from '#contract/invoicing/deliveries.ts';
import { choiceFilter, ResourceList } from '#portal/features/core/index.ts';
import type { ListQuery } from '#portal/kit/data/list-query.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { DeliverForm } from './deliver-form.tsx';
import { DeliveryStateChip } from './delivery-state.tsx';
import { failing, failingFilter } from './failing.ts';
import { ReceiptsForm } from './receipts-form.tsx';

const columns = columnsFor(
  deliveries,
  [
    { field: 'createdAt', width: 140, small: 'line' },
    { field: 'company/name', width: '15%', render: ({ company }) => company.name },
    {
      field: 'administration/name',
      small: 'title',
      render: ({ administration, filename }) => [administration.name, filename].filter(Boolean).join(' · '),
    },
    { field: 'coupling', width: '13%' },
    { field: 'invoiceCount', width: 90, align: 'right', small: 'end' },
    {
      field: 'state',
      width: 180,
      small: 'line',
      sortable: false,
      render: ({ state }) => <DeliveryStateChip state={state} />,
    },
    { field: 'finishedAt', width: 140, isExtra: true },
  ],
  'invoicing.deliveries',
);

const filterNames = ['state'];

function toQuery({ state = '' }: Readonly<Record<string, string>>): Pick<ListQuery, 'filter'> {
  if (state === failing) return { filter: failingFilter };
  return deliveryStates.some((name) => name === state) ? { filter: `state eq '${state}'` } : {};
}

/** Files of approved invoices on their way to bookkeeping. */
export function DeliveriesList() {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const rows = useRows(deliveries, {}, { filters: filterNames, toQuery });
  const [open, setOpen] = useState<'deliver' | 'receipts'>();
  const close = () => setOpen(undefined);
  const mayChoose = may('fmmodule.deliverysettings.read');
  const mayTake = mayChoose && may('fmmodule.deliveries.update');
  return (
    <>
      <ResourceList
        {...rows}
        columns={columns}
        texts="invoicing.deliveries"
        filters={[
          choiceFilter(
            'state',
            'invoicing.deliveries.state',
            [failing, ...deliveryStates].map((value) => ({
              value,
              label: text(`invoicing.deliveries.stateName.${value}`),
            })),
            text,
          ),
        ]}
        href={({ id }) => pathTo('deliveries:detail', { deliveryId: id })}
        tools={
          mayChoose && (
            <>
              {mayTake && (
                <Button
                  variant="subtle"
                  leftSection={<IconListCheck size={16} stroke={1.75} aria-hidden />}
                  onClick={() => setOpen('receipts')}
                >
                  {text('invoicing.deliveries.receiptsButton')}
                </Button>
              )}
              <Button
                component={Link}
                to={pathTo('delivery-settings:index')}
                variant="subtle"
                leftSection={<IconSettings size={16} stroke={1.75} aria-hidden />}
              >
                {text('invoicing.deliveries.settings')}
              </Button>
            </>
          )
        }
        create={mayTake && { onClick: () => setOpen('deliver') }}
        empty={{ icon: IconTruckDelivery }}
      />
      {open === 'deliver' && <DeliverForm onClose={close} />}
      {open === 'receipts' && <ReceiptsForm onClose={close} />}
    </>
  );
}
