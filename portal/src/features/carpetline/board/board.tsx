import { Button } from '@mantine/core';
import { IconAlertTriangle, IconQrcode, IconScissors } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import { boardOrder, carpetOrders } from '#contract/carpetline/orders.ts';
import { formatDay } from '#contract/dates.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { ListPage } from '#portal/kit/list/list-page.tsx';
import { ScreenLink, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { finishOf, sizeOf } from '../orders/order.ts';
import styles from './board.module.css';

type BoardOrder = z.output<typeof boardOrder>;

/** The orders in progress by day of delivery, the earliest first, and which are late. */
export function Board() {
  const text = useText();
  // A change of an order makes the board old too.
  const board = useAnswer([carpetOrders.path, 'board'], '/api/carpetline/board', z.array(boardOrder));
  return (
    <ListPage title={text('carpetline.board.title')} count={board.data?.length}>
      <Loaded of={board}>
        {(orders) =>
          orders.length === 0 ? (
            <EmptyState
              kind="first"
              icon={IconScissors}
              title={text('carpetline.board.none')}
              hint={text('carpetline.board.noneHint')}
            />
          ) : (
            <div className={styles.days}>
              {[...Map.groupBy(orders, ({ deliveryDate }) => deliveryDate ?? '')].map(([day, ofDay]) => (
                <Day key={day} day={day} orders={ofDay} />
              ))}
            </div>
          )
        }
      </Loaded>
    </ListPage>
  );
}

function Day({ day, orders }: { readonly day: string; readonly orders: readonly BoardOrder[] }) {
  const text = useText();
  const pathTo = usePathTo();
  const left = orders[0]?.workingDaysLeft ?? 0;
  const words =
    left < 0
      ? text('carpetline.board.late', { count: -left })
      : left === 0
        ? text('carpetline.board.today')
        : text('carpetline.board.left', { count: left });
  const urgency = left < 0 ? 'late' : left <= 2 ? 'soon' : undefined;
  return (
    <section className={styles.day} data-urgency={urgency}>
      <h2 className={styles.dayHead}>
        {formatDay(day)}
        <span className={styles.left}>
          {urgency === 'late' && <IconAlertTriangle size={16} stroke={1.75} aria-hidden />}
          {words}
        </span>
      </h2>
      <ul className={styles.orders}>
        {orders.map((order) => (
          <li key={order.id} className={styles.order}>
            <div className={styles.orderHead}>
              <ScreenLink
                to="orders:detail"
                params={{ orderId: String(order.number) }}
                className={styles.link}
              >
                {[order.number, order.customerRelation?.name, order.reference].filter(Boolean).join(' · ')}
              </ScreenLink>
              <Button
                component={Link}
                to={pathTo('carpet-labels:detail', { orderId: String(order.number) })}
                size="xs"
                variant="subtle"
                aria-label={text('carpetline.label.title', { number: order.number })}
                leftSection={<IconQrcode size={14} stroke={1.75} aria-hidden />}
              >
                {text('carpetline.label.short')}
              </Button>
            </div>
            <ul className={styles.lines}>
              {order.orderLines.map((line) => (
                <li key={line.id}>
                  <strong>
                    {line.quantity} × {line.qualityName}
                  </strong>{' '}
                  {[text(`carpetline.shape.${line.shape}`), sizeOf(line), finishOf(line)]
                    .filter(Boolean)
                    .join(' · ')}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
