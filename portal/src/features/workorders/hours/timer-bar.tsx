import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { ProblemError } from '#portal/kit/data/http.ts';
import { confirm, tell } from '#portal/kit/feedback/dialog-store.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Order } from '../work-orders/order.ts';
import { clockText } from './hours.rules.ts';
import { useMinutesSince, useTimer } from './use-timer.ts';
import styles from './hours.module.css';

interface TimerBarProps {
  readonly order: Order;
  /** Whether a clock may start here; one that runs here already is shown all the same. */
  readonly mayStart: boolean;
}

/** The clock on an order: starting stops the one that runs elsewhere, stopping makes it hours. */
export function TimerBar({ order, mayStart }: TimerBarProps) {
  const text = useText();
  const { timer, start, stop, discard } = useTimer();
  const minutes = useMinutesSince(timer?.startedAt);
  const isHere = timer?.workOrderId === order.id;

  function tellFailure(error: unknown) {
    // The order of the clock takes no hours any more, and its own screen may be gone: the way out is here.
    if (timer && error instanceof ProblemError && error.kind === 'wrong-state')
      return void throwAway(error.body.detail);
    const { title, hint } = errorWords(error, text);
    void tell({ meaning: 'bad', title, body: hint });
  }
  const outcome = (title: string) => ({
    onSuccess: () => void notify({ meaning: 'ok', title }),
    onError: tellFailure,
  });

  async function throwAway(why = '') {
    const loss = text('workorders.timer.discardBody', { time: clockText(minutes) });
    const question = {
      title: text('workorders.timer.discardTitle'),
      body: `${why} ${loss}`.trim(),
      verb: text('workorders.timer.discard'),
      isDanger: true,
    };
    if (await confirm(question)) discard.mutate(undefined, { onError: tellFailure });
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
          onClick={() => void throwAway()}
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
