import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { ScreenLink } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { dueDates, duesOf, lastSoonDay, type Due } from './due.rules.ts';
import { DueText, today, urgencyLooks } from './due-text.tsx';
import { orderHooks, type OrderRow } from './order.ts';
import { relationNameOf } from './orders-columns.tsx';
import styles from './today.module.css';

/** The maximum that the server gives at a time (§J8). */
const maxOrders = 250;

interface Line {
  readonly order: OrderRow;
  readonly due: Due;
}

/** The orders of which a date is today, has passed, or comes within two working days. */
export function OrdersToday() {
  const text = useText();
  const now = today();
  const until = lastSoonDay(now);
  const filter = `status lt 5 and (${dueDates.map((field) => `${field} le ${until}`).join(' or ')})`;
  const page = orderHooks.useList({ top: maxOrders, orderBy: 'createdAt desc,number desc', filter }, {});
  return (
    <Loaded of={page}>
      {({ result, metadata }) => (
        <>
          {(metadata.count ?? 0) > maxOrders && (
            <MessageBar meaning="info">{text('workorders.todayView.partly')}</MessageBar>
          )}
          <Lines lines={linesOf(result, now)} day={now} />
        </>
      )}
    </Loaded>
  );
}

function linesOf(orders: readonly OrderRow[], now: string): readonly Line[] {
  return orders
    .flatMap((order) => duesOf(order, now).map((due) => ({ order, due })))
    .toSorted(
      (a, b) => a.due.day.localeCompare(b.due.day) || a.order.yearNumber.localeCompare(b.order.yearNumber),
    );
}

function Lines({ lines, day }: { readonly lines: readonly Line[]; readonly day: string }) {
  const text = useText();
  const language = useLanguage();
  if (lines.length === 0) {
    return (
      <EmptyState
        kind="done"
        title={text('workorders.todayView.none')}
        hint={text('workorders.todayView.noneHint')}
      />
    );
  }
  const longDay = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'nl-NL', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return (
    <div className={styles.today}>
      {(['late', 'today', 'soon'] as const).map((urgency) => {
        const { icon: Icon, color } = urgencyLooks[urgency];
        const ofUrgency = lines.filter(({ due }) => due.urgency === urgency);
        if (ofUrgency.length === 0) return null;
        const title = text(`workorders.todayView.${urgency}`, {
          day: longDay.format(new Date(`${day}T00:00:00Z`)),
        });
        return (
          <section key={urgency} aria-label={title}>
            <h2 className={styles.head} style={{ color }}>
              <Icon size={16} stroke={1.75} aria-hidden />
              {title}
            </h2>
            <ul className={styles.lines}>
              {ofUrgency.map(({ order, due }) => (
                <li key={`${order.id} ${due.field}`}>
                  <ScreenLink
                    to="workorders:detail"
                    params={{ workOrderId: order.id }}
                    className={styles.line}
                  >
                    <span className={styles.number}>{order.yearNumber}</span>
                    <span className={styles.title}>{order.reference}</span>
                    <span className={styles.relation}>{relationNameOf(order)}</span>
                    <span className={styles.when}>
                      <span>{text(`workorders.field.${due.field}`)}</span>
                      <span className={styles.due}>
                        <DueText due={due} />
                      </span>
                    </span>
                  </ScreenLink>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
