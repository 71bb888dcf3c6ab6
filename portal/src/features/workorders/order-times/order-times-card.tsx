import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { amsterdamClock, formatDay } from '#contract/dates.ts';
import { widestScope } from '#contract/permissions.ts';
import { workOrderTimes } from '#contract/workorders/order-times.ts';
import { WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import { useMe } from '#portal/features/identity/index.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { RowActions } from '#portal/kit/list/row-actions.tsx';
import { useText } from '#portal/kit/text.ts';
import { InvoicedNotice } from '../work-orders/invoiced-notice.tsx';
import type { Order } from '../work-orders/order.ts';
import { hoursText, type OrderTime } from './order-times.rules.ts';
import { TimerBar } from './timer-bar.tsx';
import styles from './order-times.module.css';

const OrderTimeDialog = lazy(async () => ({
  default: (await import('./order-time-dialog.tsx')).OrderTimeDialog,
}));

/** The hours of an order: who, when and how long, the sum against what was expected, and the clock. */
export function OrderTimesCard({ order }: { readonly order: Order }) {
  const text = useText();
  const may = usePermission();
  const me = useMe();
  const workOrderId = order.id;
  const all = useAllRows(workOrderTimes, { workOrderId }, { orderBy: 'startTime asc' });
  const remove = useRemoveWithConfirm(workOrderTimes, { workOrderId }, { goTo: false });
  // Null adds, undefined is no dialog.
  const [edited, setEdited] = useState<OrderTime | null>();
  const isOpen = order.status !== WorkOrderStatus.Invoiced;
  const mayCreate = may('comceptum.workordertimes.create');
  const ownId = me.data?.id;

  return (
    <Card
      isFlush
      title={text('workorders.orderTimes.title')}
      count={all.data?.length}
      actions={
        mayCreate && (
          <span className={styles.actions}>
            <TimerBar order={order} mayStart={isOpen} />
            {isOpen && (
              <Button
                size="xs"
                disabled={ownId === undefined}
                leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
                onClick={() => setEdited(null)}
              >
                {text('workorders.orderTimes.short')}
              </Button>
            )}
          </span>
        )
      }
    >
      {!isOpen && <InvoicedNotice />}
      {all.error !== null && all.data === undefined && (
        <ErrorState error={all.error} onRetry={() => void all.refetch()} />
      )}
      {all.data && (
        <OrderTimesTable
          order={order}
          entries={all.data}
          ownId={ownId}
          onEdit={isOpen ? setEdited : undefined}
          onRemove={
            isOpen
              ? (entry) =>
                  void remove({ id: entry.id, name: nameOf(entry), thing: text('workorders.orderTimes.the') })
              : undefined
          }
        />
      )}
      {edited !== undefined && ownId !== undefined && (
        <Suspense>
          <OrderTimeDialog order={order} ownId={ownId} entry={edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </Card>
  );
}

function spanOf({ startTime, endTime }: OrderTime) {
  const [start, end] = [amsterdamClock(startTime), amsterdamClock(endTime)];
  return { day: formatDay(start.day), times: `${start.time}–${end.time}` };
}

function nameOf(entry: OrderTime): string {
  const { day, times } = spanOf(entry);
  return `${entry.user.fullName}, ${day} ${times}`;
}

interface OrderTimesTableProps {
  readonly order: Order;
  readonly entries: readonly OrderTime[];
  readonly ownId: string | undefined;
  readonly onEdit: ((entry: OrderTime) => void) | undefined;
  readonly onRemove: ((entry: OrderTime) => void) | undefined;
}

function OrderTimesTable({ order, entries, ownId, onEdit, onRemove }: OrderTimesTableProps) {
  const text = useText();
  const language = useLanguage();
  const { permissions } = useSessionState();
  // One's own with any reach, those of others only with that of the company (§E8).
  const mayOn = (verb: string, { userId }: OrderTime) => {
    const scope = widestScope(permissions, `comceptum.workordertimes.${verb}`);
    return scope !== null && (scope !== 'user' || userId === ownId);
  };
  const sum = entries.reduce((total, { durationInMinutes }) => total + durationInMinutes, 0);
  return (
    <>
      {entries.length === 0 && <p className={styles.none}>{text('workorders.orderTimes.none')}</p>}
      <ul className={styles.entries}>
        {entries.map((entry) => {
          const { day, times } = spanOf(entry);
          return (
            <li key={entry.id} className={styles.entry}>
              <span className={styles.who}>{entry.user.fullName}</span>
              <span className={styles.when}>
                {day} <span className={styles.times}>{times}</span>
                {entry.overlaps && (
                  <span className={styles.overlap}>
                    <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
                    {text('workorders.orderTimes.overlap')}
                  </span>
                )}
              </span>
              {entry.description !== '' && <span className={styles.what}>{entry.description}</span>}
              <span className={styles.duration}>{hoursText(entry.durationInMinutes, language)}</span>
              <span className={styles.entryActions}>
                <RowActions
                  name={nameOf(entry)}
                  onEdit={onEdit && mayOn('update', entry) ? () => onEdit(entry) : undefined}
                  onRemove={onRemove && mayOn('delete', entry) ? () => onRemove(entry) : undefined}
                />
              </span>
            </li>
          );
        })}
      </ul>
      <p className={styles.total}>
        <span>
          <strong>{text('workorders.orderTimes.sum')}</strong>{' '}
          <Estimate estimated={order.estimatedMinutes} real={sum} />
        </span>
        <strong>{text('workorders.orderTimes.total', { hours: hoursText(sum, language) })}</strong>
      </p>
    </>
  );
}

function Estimate({ estimated, real }: { readonly estimated: number | null; readonly real: number }) {
  const text = useText();
  const language = useLanguage();
  if (estimated === null) return null;
  const over = real - estimated;
  const hours = hoursText(Math.abs(over), language);
  return (
    <span className={styles.estimate}>
      {text('workorders.orderTimes.estimate', { hours: hoursText(estimated, language) })}
      {over > 0 && (
        <span className={styles.over}>
          <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
          {text('workorders.orderTimes.over', { hours })}
        </span>
      )}
    </span>
  );
}
