import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { ProblemError } from '#portal/kit/data/http.ts';
import { confirm, showMessage } from '#portal/kit/feedback/dialog-store.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Order } from '../work-orders/order.ts';
import { clockText } from './order-times.rules.ts';
import { useMinutesSince, useTimer } from './use-timer.ts';
import styles from './order-times.module.css';

interface TimerBarProps {
  readonly order: Order;
  /** Whether a clock may start here; one that runs here is always shown. */
  readonly mayStart: boolean;
}

/** The clock of an order: starting it stops the one on another order, stopping it writes hours. */
export function TimerBar({ order, mayStart }: TimerBarProps) {
  const text = useText();
  const { timer, start, stop, discard } = useTimer();
  const minutes = useMinutesSince(timer?.startedAt);
  const isHere = timer?.workOrderId === order.id;

  function showFailure(error: unknown) {
    // The order of the clock takes no more hours, and may be deleted: the clock can be discarded here.
    if (timer && error instanceof ProblemError && error.kind === 'wrong-state')
      return void askToDiscard(error.body.detail);
    const { title, hint } = errorWords(error, text);
    void showMessage({ meaning: 'bad', title, body: hint });
  }
  const outcome = (title: string) => ({
    onSuccess: () => void notify({ meaning: 'ok', title }),
    onError: showFailure,
  });

  async function askToDiscard(reason = '') {
    const loss = text('workorders.timer.discardBody', { time: clockText(minutes) });
    const question = {
      title: text('workorders.timer.discardTitle'),
      body: `${reason} ${loss}`.trim(),
      verb: text('workorders.timer.discard'),
      isDanger: true,
    };
    if (await confirm(question)) discard.mutate(undefined, { onError: showFailure });
  }

  if (isHere) {
    return (
      <span className={styles.timer}>
        <span className={styles.running} role="timer">
          <span className={styles.beat} aria-hidden />
          {text('workorders.timer.running', { time: clockText(minutes) })}
        </span>
        <Button
          size="xs"
          loading={stop.isPending}
          leftSection={<IconPlayerStop size={14} stroke={1.75} aria-hidden />}
          onClick={() => stop.mutate(undefined, outcome(text('workorders.timer.stopped')))}
        >
          {text('workorders.timer.stop')}
        </Button>
        <RowAction
          icon={IconTrash}
          label={text('workorders.timer.discard')}
          onClick={() => void askToDiscard()}
        />
      </span>
    );
  }
  if (!mayStart) return null;
  return (
    <Button
      size="xs"
      loading={start.isPending}
      title={timer ? text('workorders.timer.elsewhere', { number: timer.workOrder.yearNumber }) : undefined}
      leftSection={<IconPlayerPlay size={14} stroke={1.75} aria-hidden />}
      onClick={() =>
        start.mutate(
          order.id,
          outcome(
            timer
              ? text('workorders.timer.moved', { number: timer.workOrder.yearNumber })
              : text('workorders.timer.started'),
          ),
        )
      }
    >
      {text('workorders.timer.start')}
    </Button>
  );
}
