import { ActionIcon, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber } from '#contract/money.ts';
import { WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import type { ListState } from '#portal/kit/list/use-list-state.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { BoardCard } from './board-card.tsx';
import { orderHooks } from './order.ts';
import { filterOf } from './order-filter.rules.ts';
import { OrderStatus, useStatusName } from './status.tsx';
import type { BoardMoves } from './use-board-moves.ts';
import styles from './board.module.css';

interface BoardColumnProps {
  readonly status: WorkOrderStatus;
  readonly list: ListState;
  readonly moves: BoardMoves;
}

/** So many cards at first, and so many more at a time; the server gives at most 250. */
const step = 25;
const most = 250;

/** The orders of one status, the newest first. Invoiced ones only where a text or that status is asked for. */
export function BoardColumn({ status, list, moves }: BoardColumnProps) {
  const text = useText();
  const language = useLanguage();
  const may = usePermission();
  const pathTo = usePathTo();
  const statusName = useStatusName();
  const [size, setSize] = useState(step);
  const { search, filters } = list;
  const { assignedUser, administration, status: asked } = filters;
  const isHidden =
    asked === undefined ? status === WorkOrderStatus.Invoiced && search === '' : Number(asked) !== status;
  const filter = filterOf({ search, assignedUser, administration, status: String(status) });
  const query = { top: size, orderBy: 'createdAt desc,number desc', filter };
  const page = orderHooks.useList(query, {}, { enabled: !isHidden });
  const count = page.data?.metadata.count;
  const rows = isHidden ? [] : (page.data?.result ?? []);
  const { lifted, moving } = moves;
  const arriving = [...moving.values()].filter(({ to }) => to === status).map(({ order }) => order);
  const staying = rows.filter(({ id }) => (moving.get(id)?.to ?? status) === status);
  const cards = [...arriving.filter(({ id }) => !staying.some((one) => one.id === id)), ...staying];
  const isTarget = lifted !== null && lifted.over === status && lifted.order.status !== status;
  const name = statusName(status);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its cards are moved by keyboard too
    <section
      className={styles.column}
      aria-label={count === undefined || isHidden ? name : `${name}, ${count}`}
      onDragOver={(event) => {
        if (lifted?.by !== 'mouse') return;
        event.preventDefault();
        moves.over(status);
      }}
      onDrop={(event) => {
        if (lifted?.by !== 'mouse') return;
        event.preventDefault();
        moves.drop();
      }}
    >
      <header className={styles.head}>
        <OrderStatus status={status} />
        {!isHidden && count !== undefined && (
          <span className={styles.count}>{formatNumber(count, language)}</span>
        )}
        {may('comceptum.workorders.create') && status !== WorkOrderStatus.Invoiced && (
          <ActionIcon
            size={28}
            component={Link}
            to={`${pathTo('workorders:create')}?status=${status}`}
            className={styles.add ?? ''}
            aria-label={text('workorders.board.add', { status: name })}
            title={text('workorders.board.add', { status: name })}
          >
            <IconPlus size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </header>
      {isTarget && <div className={styles.target}>{text('workorders.board.dropHere', { status: name })}</div>}
      {page.error !== null && page.data === undefined && !isHidden && (
        <ErrorState error={page.error} onRetry={() => void page.refetch()} />
      )}
      <ul className={styles.cards}>
        {cards.map((order) => (
          <BoardCard key={order.id} order={order} moves={moves} />
        ))}
      </ul>
      {isHidden && status === WorkOrderStatus.Invoiced && asked === undefined && !isTarget && (
        <p className={styles.hint}>{text('workorders.board.hidden')}</p>
      )}
      {!isHidden && page.data && cards.length === 0 && !isTarget && (
        <p className={styles.hint}>{text('workorders.board.empty')}</p>
      )}
      {count !== undefined && !isHidden && count > rows.length && size < most && (
        <Button size="xs" variant="subtle" onClick={() => setSize(Math.min(most, size + step))}>
          {text('workorders.board.more')}
        </Button>
      )}
    </section>
  );
}
