import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowsMove } from '@tabler/icons-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { cx } from '#portal/kit/cx.ts';
import { personInitials } from '#portal/kit/format/initials.ts';
import { ScreenLink } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { duesOf } from './due.rules.ts';
import { DueText, today } from './due-text.tsx';
import type { OrderRow } from './order.ts';
import { relationNameOf } from './orders-columns.tsx';
import { OrderStatus, statuses } from './status.tsx';
import type { BoardMoves } from './use-board-moves.ts';
import styles from './board.module.css';

interface BoardCardProps {
  readonly order: OrderRow;
  readonly moves: BoardMoves;
}

/** The number of initials that fit on a card. */
const maxFaces = 3;

/** One order on the board: a link that can be picked up with the mouse or with Space. */
export function BoardCard({ order, moves }: BoardCardProps) {
  const { id, yearNumber, reference, assignedUsers } = order;
  const { lifted, mayMove, moving } = moves;
  const link = useRef<HTMLAnchorElement>(null);
  const isLifted = lifted?.order.id === id;
  const isMoving = moving.has(id);
  const [due] = duesOf(order, today());

  // Dropped with the keyboard, the card is drawn in another column, and back in its own when refused: it keeps the focus.
  const isFocused = moves.focused === id;
  useEffect(() => {
    if (isFocused && document.activeElement === document.body) link.current?.focus();
  }, [isFocused]);

  function onKeyDown(event: KeyboardEvent) {
    if (!mayMove) return;
    if (!isLifted) {
      if (event.key !== ' ') return;
      event.preventDefault();
      return moves.lift(order, 'keys');
    }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === 1 || step === -1) moves.step(step);
    else if (event.key === 'Enter' || event.key === ' ') moves.drop();
    else if (event.key === 'Escape' || event.key === 'Tab') moves.cancel();
    else return;
    if (event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <li className={cx(styles.card, isLifted && styles.lifted, isMoving && styles.moving)}>
      <ScreenLink
        ref={link}
        to="workorders:detail"
        params={{ workOrderId: id }}
        className={styles.cardLink}
        draggable={mayMove}
        aria-describedby={mayMove ? 'board-keys' : undefined}
        onKeyDown={onKeyDown}
        onBlur={() => isLifted && lifted.by === 'keys' && moves.cancel()}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', yearNumber);
          moves.lift(order, 'mouse');
        }}
        onDragEnd={() => isLifted && moves.cancel()}
      >
        <span className={styles.line}>
          <span className={styles.number}>{yearNumber}</span>
          {due && (
            <span className={styles.due}>
              <DueText due={due} isShort />
            </span>
          )}
        </span>
        <span className={styles.title} title={reference}>
          {reference}
        </span>
        <span className={styles.line}>
          <span className={styles.relation}>{relationNameOf(order)}</span>
          <span className={styles.faces}>
            {assignedUsers.slice(0, maxFaces).map(({ id: userId, fullName }) => (
              <span key={userId} className={styles.face} title={fullName}>
                {personInitials(fullName)}
              </span>
            ))}
          </span>
        </span>
      </ScreenLink>
      {mayMove && <MoveMenu order={order} moves={moves} />}
    </li>
  );
}

/** The same by a menu, for touch screens and people who do not drag. */
function MoveMenu({ order, moves }: BoardCardProps) {
  const text = useText();
  const label = text('workorders.board.move', { number: order.yearNumber });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} className={styles.move ?? ''} aria-label={label} title={label}>
          <IconArrowsMove size={14} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {statuses
          .filter((status) => status !== order.status)
          .map((status) => (
            <Menu.Item key={status} onClick={() => moves.move(order, status)}>
              <OrderStatus status={status} />
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
