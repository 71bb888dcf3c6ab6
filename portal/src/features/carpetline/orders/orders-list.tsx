import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { IconPlus, IconScissors } from '@tabler/icons-react';
import { carpetOrders } from '#contract/carpetline/orders.ts';
import { formatDay } from '#contract/dates.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { wantFirstFocus } from '#portal/kit/form/first-focus.ts';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useIsPhone } from '#portal/kit/use-width.ts';
import { DeliveryDay } from './delivery-day.tsx';
import { useOrderKey } from './order.ts';
import { OrderStatus, useStatusOptions } from './status.tsx';
import { periodFilter, periods } from './period.ts';
import styles from './orders-list.module.css';

const companyColumn = columnsFor(
  carpetOrders,
  [
    {
      field: 'company',
      width: '11%',
      sortable: false,
      render: ({ company }) => company.name,
      small: 'line',
    },
  ],
  'carpetline.orders',
);
const columns = columnsFor(
  carpetOrders,
  [
    { field: 'number', width: 90, isMain: true, small: 'title' },
    { field: 'reference', small: 'line' },
    {
      field: 'customerRelation/name',
      width: '15%',
      render: ({ customerRelation }) => customerRelation?.name,
      small: 'line',
    },
    { field: 'deliveredBy', width: 140, render: ({ deliveredBy }) => deliveredBy },
    { field: 'orderDate', width: 110, render: ({ orderDate }) => formatDay(orderDate) },
    { field: 'deliveryDate', width: 130, render: ({ deliveryDate }) => <DeliveryDay day={deliveryDate} /> },
    { field: 'status', width: 170, render: ({ status }) => <OrderStatus status={status} />, small: 'end' },
  ],
  'carpetline.orders',
);
/** With the company of an order, for who sees those of several: two of them may have one number. */
const staffColumns = columns.flatMap((column, index) =>
  index === 0 ? [column, ...companyColumn] : [column],
);
const narrowing = {
  filters: ['status', 'period'],
  toQuery({ status, period }: Readonly<Record<string, string>>) {
    const parts = [status && `status eq ${Number(status)}`, periodFilter(period, new Date())].filter(Boolean);
    return parts.length === 0 ? {} : { filter: parts.join(' and ') };
  },
};

/** The way to a new order, as large as it is important to who only orders. N does the same. */
function OrderButton({ href }: { readonly href: string }) {
  const text = useText();
  const navigate = useNavigate();
  const create = () => {
    wantFirstFocus();
    void navigate({ to: href });
  };
  useKeys([{ keys: 'n', label: 'kit.keys.new', run: create }]);
  return (
    <div className={styles.order}>
      <Button
        component={Link}
        to={href}
        variant="filled"
        size="lg"
        leftSection={<IconPlus size={22} stroke={1.75} aria-hidden />}
      >
        {text('carpetline.orders.create')}
      </Button>
    </div>
  );
}

export function OrdersList() {
  const text = useText();
  const may = usePermission();
  const isPhone = useIsPhone();
  const pathTo = usePathTo();
  const keyOf = useOrderKey();
  const statusOptions = useStatusOptions();
  const mayOrder = may('carpetline.orders.create');
  // Who only orders has one thing to do here. On a phone its button stands under the thumb.
  const isLarge = mayOrder && !may('carpetline.orders.process') && !isPhone;
  const rows = useRows(carpetOrders, {}, narrowing);
  return (
    <ResourceList
      {...rows}
      columns={may('carpetline.orders.read.system') ? staffColumns : columns}
      texts="carpetline.orders"
      everything="carpetline.orders.everything"
      create={mayOrder && !isLarge && { href: pathTo('orders:create'), showKey: true }}
      notice={isLarge && <OrderButton href={pathTo('orders:create')} />}
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
