import { lazy, Suspense } from 'react';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { ListTools } from '#portal/features/core/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { CreateButton } from '#portal/kit/list/create-button.tsx';
import { ListPage } from '#portal/kit/list/list-page.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { orderHooks } from './order.ts';
import { orderColumns, staffColumns } from './orders-columns.tsx';
import { OrderFilters } from './order-filters.tsx';
import { OrdersTable } from './orders-table.tsx';
import { useOrders } from './use-orders.ts';
import { useOrderView, ViewSwitch } from './view-switch.tsx';
import styles from './orders.module.css';

const OrdersBoard = lazy(async () => ({ default: (await import('./orders-board.tsx')).OrdersBoard }));
const OrdersToday = lazy(async () => ({ default: (await import('./orders-today.tsx')).OrdersToday }));

export function OrdersList() {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const view = useOrderView();
  const { list, query, isReady } = useOrders();
  const choice = useColumns(
    'workorders:index',
    may('comceptum.workorders.read.system') ? staffColumns : orderColumns,
  );
  // The count in the head is that of the list in every view.
  const page = orderHooks.useList(query, {}, { enabled: isReady });
  const count = page.data?.metadata.count;
  const create = may('comceptum.workorders.create') && (
    <CreateButton showKey label={text('workorders.create')} href={pathTo('workorders:create')} />
  );

  return (
    <ListPage
      title={text('workorders.title')}
      count={count}
      search={<ViewSwitch />}
      actions={
        <>
          <ListTools
            screen="workorders:index"
            resource={workOrders}
            parents={{}}
            query={query}
            choice={choice}
            everything={text('workorders.all')}
          />
          {create}
        </>
      }
    >
      {view !== 'today' && (
        <div className={styles.bar}>
          <SearchBox list={list} label="workorders.search" />
          <OrderFilters list={list} />
        </div>
      )}
      <Suspense>
        {view === 'list' && <OrdersTable list={list} page={page} columns={choice.shown} create={create} />}
        {view === 'board' && isReady && <OrdersBoard list={list} />}
        {view === 'today' && <OrdersToday />}
      </Suspense>
    </ListPage>
  );
}
