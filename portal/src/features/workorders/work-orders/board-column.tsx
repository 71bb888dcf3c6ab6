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

/** The number of cards at first, and how many more are shown at a time. */
const pageSize = 25;
/** The maximum that the server gives at a time (§J8). */
const maxCards = 250;

/** The orders of one status, the newest first. Invoiced ones only where a text or that status is asked for. */
export function BoardColumn(props: BoardColumnProps) {
  const { status, moves } = props;
  const text = useText();
  const name = useStatusName()(status);
  const { page, cards, count, isHidden, isHiddenByDefault, showMore } = useCards(props);
  const { lifted } = moves;
  const isTarget = lifted !== null && lifted.over === status && lifted.order.status !== status;
  const hint = isHiddenByDefault ? 'hidden' : 'empty';

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its cards are moved by keyboard too
    <section
      className={styles.column}
      aria-label={count === undefined ? name : `${name}, ${count}`}
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
      <ColumnHead status={status} count={count} />
      {isTarget && <div className={styles.target}>{text('workorders.board.dropHere', { status: name })}</div>}
      {page.error !== null && page.data === undefined && !isHidden && (
        <ErrorState error={page.error} onRetry={() => void page.refetch()} />
      )}
      <ul className={styles.cards}>
        {cards.map((order) => (
          <BoardCard key={order.id} order={order} moves={moves} />
        ))}
      </ul>
      {!isTarget && (isHiddenByDefault || (!isHidden && page.data && cards.length === 0)) && (
        <p className={styles.hint}>{text(`workorders.board.${hint}`)}</p>
      )}
      {showMore && (
        <Button size="xs" variant="subtle" onClick={showMore}>
          {text('workorders.board.more')}
        </Button>
      )}
    </section>
  );
}

/** The cards of a column: those of its page, without what moves away and with what moves in. */
function useCards({ status, list, moves: { moving } }: BoardColumnProps) {
  const [size, setSize] = useState(pageSize);
  const { search, filters } = list;
  const { assignedUser, administration, status: asked } = filters;
  const isHiddenByDefault = asked === undefined && status === WorkOrderStatus.Invoiced && search === '';
  const isHidden = isHiddenByDefault || (asked !== undefined && Number(asked) !== status);
  const filter = filterOf({ search, assignedUser, administration, status: String(status) });
  const query = { top: size, orderBy: 'createdAt desc,number desc', filter };
  const page = orderHooks.useList(query, {}, { enabled: !isHidden });
  const rows = isHidden ? [] : (page.data?.result ?? []);
  const count = isHidden ? undefined : page.data?.metadata.count;
  const staying = rows.filter(({ id }) => (moving.get(id)?.to ?? status) === status);
  const arriving = [...moving.values()]
    .filter(({ to, order: { id } }) => to === status && !staying.some((order) => order.id === id))
    .map(({ order }) => order);
  const hasMore = count !== undefined && count > rows.length && size < maxCards;
  const showMore = hasMore ? () => setSize(Math.min(maxCards, size + pageSize)) : undefined;
  return { page, cards: [...arriving, ...staying], count, isHidden, isHiddenByDefault, showMore };
}

interface ColumnHeadProps {
  readonly status: WorkOrderStatus;
  readonly count: number | undefined;
}

function ColumnHead({ status, count }: ColumnHeadProps) {
  const text = useText();
  const language = useLanguage();
  const may = usePermission();
  const pathTo = usePathTo();
  const add = text('workorders.board.add', { status: useStatusName()(status) });
  return (
    <header className={styles.head}>
      <OrderStatus status={status} />
      {count !== undefined && <span className={styles.count}>{formatNumber(count, language)}</span>}
      {may('comceptum.workorders.create') && status !== WorkOrderStatus.Invoiced && (
        <ActionIcon
          size={28}
          component={Link}
          to={`${pathTo('workorders:create')}?status=${status}`}
          className={styles.add ?? ''}
          aria-label={add}
          title={add}
        >
          <IconPlus size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </header>
  );
}
