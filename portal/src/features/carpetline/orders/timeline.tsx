import {
  IconArrowBackUp,
  IconCalendarEvent,
  IconCheck,
  IconShoppingCart,
  IconTruckDelivery,
  type TablerIcon,
} from '@tabler/icons-react';
import { formatDay, formatInstant } from '#contract/dates.ts';
import { useText } from '#portal/kit/text.ts';
import type { Order } from './order.ts';
import styles from './order.module.css';

const icons: Readonly<Record<Order['timeline'][number]['kind'], TablerIcon>> = {
  ordered: IconShoppingCart,
  received: IconTruckDelivery,
  completed: IconCheck,
  'stepped-back': IconArrowBackUp,
  'delivery-date': IconCalendarEvent,
};

/** What happened to an order, the first step on top. */
export function Timeline({ order }: { readonly order: Order }) {
  const text = useText();
  return (
    <ol className={styles.timeline}>
      {order.timeline.map(({ at, kind, user, day, reason }) => {
        const Icon = icons[kind];
        return (
          <li key={`${at}-${kind}`}>
            <span className={styles.dot}>
              <Icon size={16} stroke={1.75} aria-hidden />
            </span>
            <div>
              <p>{text(`carpetline.timeline.${kind}`, { day: day === null ? '' : formatDay(day) })}</p>
              {reason !== '' && <p className={styles.reason}>{reason}</p>}
              <p className={styles.when}>
                {formatInstant(at)}, {user.fullName}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
