import { useState } from 'react';
import type { WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import { fieldSentences } from '#portal/kit/data/error-store.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import type { OrderRow } from './order.ts';
import { statuses, useStatusName } from './status.tsx';
import { useSetStatus } from './use-save-order.ts';

/** An order that is picked up, with the mouse or with the keyboard. */
interface Lifted {
  readonly order: OrderRow;
  /** The column it is over. */
  readonly over: WorkOrderStatus;
  readonly by: 'mouse' | 'keys';
}

/** What columns and cards can do with orders. */
export interface BoardMoves {
  readonly lifted: Lifted | null;
  /** The order that was last lifted with the keyboard: it keeps the focus wherever it is drawn. */
  readonly focused: string | null;
  readonly mayMove: boolean;
  readonly lift: (order: OrderRow, by: Lifted['by']) => void;
  readonly over: (status: WorkOrderStatus) => void;
  readonly step: (delta: 1 | -1) => void;
  readonly drop: () => void;
  readonly cancel: () => void;
  readonly move: (order: OrderRow, status: WorkOrderStatus) => void;
  /** Orders whose new status is being saved; drawn in its column already. */
  readonly moving: ReadonlyMap<string, { readonly order: OrderRow; readonly to: WorkOrderStatus }>;
}

/** What can be done with orders on the board, and what a screen reader says of it. */
export function useBoardMoves() {
  const text = useText();
  const may = usePermission();
  const statusName = useStatusName();
  const setStatus = useSetStatus();
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [moving, setMoving] = useState<BoardMoves['moving']>(new Map());
  const [announcement, setAnnouncement] = useState('');
  const announce = (key: string, { yearNumber }: OrderRow, status: WorkOrderStatus) =>
    setAnnouncement(text(`workorders.board.${key}`, { number: yearNumber, status: statusName(status) }));

  async function move(order: OrderRow, to: WorkOrderStatus) {
    if (to === order.status) return announce('cancelled', order, to);
    setMoving((now) => new Map(now).set(order.id, { order, to }));
    try {
      await setStatus(order, to);
      announce('dropped', order, to);
    } catch (error) {
      announce('cancelled', order, order.status);
      const { title, hint } = errorWords(error, text);
      const fields = fieldSentences(error);
      notify({
        meaning: 'bad',
        title: text('workorders.board.failed', { number: order.yearNumber }),
        body: [title, hint, ...fields].filter(Boolean).join(' '),
      });
    }
    setMoving((now) => new Map([...now].filter(([id]) => id !== order.id)));
  }

  const over = (status: WorkOrderStatus) => {
    if (lifted === null || lifted.over === status) return;
    setLifted({ ...lifted, over: status });
    if (lifted.by === 'keys') announce('over', lifted.order, status);
  };
  const moves: BoardMoves = {
    lifted,
    focused,
    moving,
    mayMove: may('comceptum.workorders.update'),
    lift(order, by) {
      setLifted({ order, by, over: order.status });
      setFocused(by === 'keys' ? order.id : null);
      if (by === 'keys') announce('lifted', order, order.status);
    },
    over,
    step(delta) {
      const next = lifted === null ? undefined : statuses[statuses.indexOf(lifted.over) + delta];
      if (next !== undefined) over(next);
    },
    drop() {
      setLifted(null);
      if (lifted) void move(lifted.order, lifted.over);
    },
    cancel() {
      setLifted(null);
      if (lifted) announce('cancelled', lifted.order, lifted.order.status);
    },
    move: (order, status) => void move(order, status),
  };
  return { moves, announcement };
}
