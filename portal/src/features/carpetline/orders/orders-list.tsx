import { IconScissors } from '@tabler/icons-react';
import { carpetOrders } from '#contract/carpetline/orders.ts';
import { formatDay } from '#contract/dates.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { DeliveryDay } from './delivery-day.tsx';
import { useOrderKey } from './order.ts';
import { OrderStatus, useStatusOptions } from './status.tsx';
import { periodFilter, periods } from './period.ts';

const columns = columnsFor(
  carpetOrders,
  [
    { field: 'number', width: 110, isMain: true, small: 'title' },
    { field: 'reference', width: '24%', small: 'line' },
    {
      field: 'customerRelation/name',
      width: '22%',
      render: ({ customerRelation }) => customerRelation?.name,
      small: 'line',
    },
    { field: 'deliveredBy', render: ({ deliveredBy }) => deliveredBy },
    { field: 'orderDate', width: 120, render: ({ orderDate }) => formatDay(orderDate) },
    { field: 'deliveryDate', width: 150, render: ({ deliveryDate }) => <DeliveryDay day={deliveryDate} /> },
    { field: 'status', width: 190, render: ({ status }) => <OrderStatus status={status} />, small: 'end' },
  ],
  'carpetline.orders',
);
const narrowing = {
  filters: ['status', 'period'],
  toQuery({ status, period }: Readonly<Record<string, string>>) {
    const parts = [status && `status eq ${Number(status)}`, periodFilter(period, new Date())].filter(Boolean);
    return parts.length === 0 ? {} : { filter: parts.join(' and ') };
  },
};

export function OrdersList() {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const keyOf = useOrderKey();
  const statusOptions = useStatusOptions();
  const rows = useRows(carpetOrders, {}, narrowing);
  return (
    <ResourceList
      {...rows}
      columns={columns}
      texts="carpetline.orders"
      everything="carpetline.orders.everything"
      create={may('carpetline.orders.create') && { href: pathTo('orders:create'), showKey: true }}
      filters={[
        {
          name: 'status',
          label: text('carpetline.orders.status'),
          off: text('carpetline.all'),
          options: statusOptions,
        },
        {
          name: 'period',
          label: text('carpetline.orders.orderDate'),
          off: text('carpetline.all'),
          options: periods.map((value) => ({ value, label: text(`carpetline.period.${value}`) })),
        },
      ]}
      href={(order) => pathTo('orders:detail', { orderId: keyOf(order) })}
      empty={{ icon: IconScissors }}
    />
  );
}
