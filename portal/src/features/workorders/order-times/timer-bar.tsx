import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Order } from '../work-orders/order.ts';
import { clockText } from './order-times.rules.ts';
import { useClock } from './use-clock.tsx';
import styles from './order-times.module.css';

interface TimerBarProps {
  readonly order: Order;
  /** Whether a clock may start here; one that runs here is always shown. */
  readonly mayStart: boolean;
}

/** The clock of an order: starting it stops the one on another order, stopping it writes hours. */
export function TimerBar({ order, mayStart }: TimerBarProps) {
  const text = useText();
  const { timer, minutes, needsEnd, isStarting, isStopping, startOn, stopNow, askToDiscard, dialog } =
    useClock();

  if (timer?.workOrderId === order.id) {
    return (
      <span className={styles.timer}>
        <span className={styles.running} role="timer" data-waits={needsEnd || undefined}>
          <span className={styles.beat} aria-hidden />
          {needsEnd
            ? text('workorders.timer.toConfirm')
            : text('workorders.timer.running', { time: clockText(minutes) })}
        </span>
        <Button
          size="xs"
          loading={isStopping}
          leftSection={<IconPlayerStop size={14} stroke={1.75} aria-hidden />}
          onClick={stopNow}
        >
          {text(needsEnd ? 'workorders.timer.until' : 'workorders.timer.stop')}
        </Button>
        <RowAction
          icon={IconTrash}
          label={text('workorders.timer.discard')}
          onClick={() => void askToDiscard()}
        />
        {dialog}
      </span>
    );
  }
  if (!mayStart) return dialog;
  return (
    <>
      <Button
        size="xs"
        loading={isStarting}
        title={timer ? text('workorders.timer.elsewhere', { number: timer.workOrder.yearNumber }) : undefined}
        leftSection={<IconPlayerPlay size={14} stroke={1.75} aria-hidden />}
        onClick={() => startOn(order.id)}
      >
        {text('workorders.timer.start')}
      </Button>
      {dialog}
    </>
  );
}
