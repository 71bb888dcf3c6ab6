import { IconScissors } from '@tabler/icons-react';
import { carpetOrders } from '#contract/carpetline/orders.ts';
import { formatDay } from '#contract/dates.ts';
import { ListTools } from '#portal/features/core/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { CreateButton } from '#portal/kit/list/create-button.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { FilterBar } from '#portal/kit/list/filter-bar.tsx';
import { ListPage } from '#portal/kit/list/list-page.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { DeliveryDay } from './delivery-day.tsx';
import { orderHooks, useOrderKey } from './order.ts';
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
const filters = ['status', 'period'];

export function OrdersList() {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const keyOf = useOrderKey();
  const statusOptions = useStatusOptions();
  const list = useListState(carpetOrders, { filters });
  const choice = useColumns('orders:index', columns);
  const query = { ...list.query, ...filterOf(list.filters) };
  const page = orderHooks.useList(query, {});
  const count = page.data?.metadata.count;
  const create = may('carpetline.orders.create') && (
    <CreateButton showKey label={text('carpetline.orders.create')} href={pathTo('orders:create')} />
  );

  return (
    <ListPage
      title={text('carpetline.orders.title')}
      count={count}
      search={<SearchBox list={list} label="carpetline.orders.search" />}
      filters={
        <FilterBar
          list={list}
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
        />
      }
      actions={
        <>
          <ListTools
            screen="orders:index"
            resource={carpetOrders}
            parents={{}}
            query={query}
            choice={choice}
            everything={text('carpetline.orders.everything')}
          />
          {create}
        </>
      }
    >
      <DataTable
        caption={text('carpetline.orders.title')}
        columns={choice.shown}
        page={page}
        list={list}
        href={(order) => pathTo('orders:detail', { orderId: keyOf(order) })}
        empty={
          <EmptyState
            kind="first"
            icon={IconScissors}
            title={text('carpetline.orders.none')}
            hint={text('carpetline.orders.noneHint')}
            action={create}
          />
        }
      />
      <Pager list={list} count={count} />
    </ListPage>
  );
}

function filterOf({ status, period }: Readonly<Record<string, string | undefined>>): { filter?: string } {
  const parts = [
    status === undefined ? undefined : `status eq ${Number(status)}`,
    periodFilter(period, new Date()),
  ];
  const said = parts.filter((part) => part !== undefined);
  return said.length === 0 ? {} : { filter: said.join(' and ') };
}
