import { ActionIcon, Tooltip } from '@mantine/core';
import { IconExternalLink, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Column } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import type { ListState } from '#portal/kit/list/use-list-state.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import type { orderHooks, OrderRow } from './order.ts';

interface OrdersTableProps {
  readonly list: ListState;
  readonly page: ReturnType<typeof orderHooks.useList>;
  readonly columns: readonly Column<OrderRow>[];
  readonly create: ReactNode;
}

export function OrdersTable({ list, page, columns, create }: OrdersTableProps) {
  const text = useText();
  const pathTo = usePathTo();
  const hrefOf = ({ id }: OrderRow) => pathTo('workorders:detail', { workOrderId: id });
  return (
    <>
      <DataTable
        caption={text('workorders.title')}
        columns={columns}
        page={page}
        list={list}
        href={hrefOf}
        actionsWidth={52}
        renderActions={(order) => {
          const label = text('workorders.newWindow', { number: order.yearNumber });
          return (
            <Tooltip label={label}>
              <ActionIcon
                size={28}
                component={Link}
                to={hrefOf(order)}
                target="_blank"
                rel="noopener"
                aria-label={label}
              >
                <IconExternalLink size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </Tooltip>
          );
        }}
        empty={
          <EmptyState
            kind="first"
            icon={IconPrinter}
            title={text('workorders.none')}
            hint={text('workorders.noneHint')}
            action={create}
          />
        }
      />
      <Pager list={list} count={page.data?.metadata.count} />
    </>
  );
}
