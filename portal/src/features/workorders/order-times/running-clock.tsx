import { Button } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { amsterdamClock } from '#contract/dates.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { ScreenLink } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { clockText } from './order-times.rules.ts';
import { useClock } from './use-clock.tsx';
import styles from './running-clock.module.css';

/** The person's running clock wherever they are, and the way to stop it; nothing while none runs. */
export function RunningClock() {
  const may = usePermission();
  // Without it there can be no clock, and nothing is asked.
  return may('comceptum.workordertimes.create') ? <Clock /> : null;
}

function Clock() {
  const text = useText();
  const may = usePermission();
  const { timer, minutes, needsEnd, isStopping, stopNow, dialog } = useClock();
  if (timer === null) return null;
  const { yearNumber, reference } = timer.workOrder;
  const order = (
    <>
      <span className={styles.number}>{yearNumber}</span>{' '}
      <span className={styles.reference}>{reference}</span>
    </>
  );
  return (
    <div
      role="group"
      aria-label={text('workorders.timer.yours')}
      className={styles.clock}
      data-waits={needsEnd || undefined}
    >
      <span className={styles.beat} aria-hidden />
      <strong className={styles.time}>
        {needsEnd ? text('workorders.timer.toConfirm') : clockText(minutes)}
      </strong>
      {may('comceptum.workorders.read') ? (
        <ScreenLink
          to="workorders:detail"
          params={{ workOrderId: timer.workOrderId }}
          className={styles.order}
          title={`${yearNumber} ${reference}`}
        >
          {order}
        </ScreenLink>
      ) : (
        <span className={styles.order}>{order}</span>
      )}
      <span className={styles.since}>
        {text('workorders.timer.since', { time: amsterdamClock(timer.startedAt).time })}
      </span>
      <Button
        size="xs"
        loading={isStopping}
        aria-label={text(needsEnd ? 'workorders.timer.untilOf' : 'workorders.timer.stopOf', {
          number: yearNumber,
        })}
        leftSection={<IconPlayerStop size={14} stroke={1.75} aria-hidden />}
        onClick={stopNow}
      >
        {text(needsEnd ? 'workorders.timer.until' : 'workorders.timer.stop')}
      </Button>
      {dialog}
    </div>
  );
}
