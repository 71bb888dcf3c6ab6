import { IconAlertTriangle, IconCalendarDue, IconClock, type TablerIcon } from '@tabler/icons-react';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { ScreenLink } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { dueDates, duesOf, lastSoonDay, type Due, type Urgency } from './due.rules.ts';
import { DueText, today } from './due-text.tsx';
import { orderHooks, type OrderRow } from './order.ts';
import { relationNameOf } from './orders-columns.tsx';
import styles from './today.module.css';

/** The server gives at most so many at a time (§J8). */
const most = 250;

interface Line {
  readonly order: OrderRow;
  readonly due: Due;
}

const groups: readonly { readonly urgency: Urgency; readonly icon: TablerIcon; readonly color: string }[] = [
  { urgency: 'late', icon: IconAlertTriangle, color: 'var(--balie-bad)' },
  { urgency: 'today', icon: IconCalendarDue, color: 'var(--balie-ink)' },
  { urgency: 'soon', icon: IconClock, color: 'var(--balie-warn)' },
];

/** The orders of which a date is today, has passed, or comes within two working days. */
export function OrdersToday() {
  const text = useText();
  const now = today();
  const until = lastSoonDay(now);
  const filter = `status lt 5 and (${dueDates.map((field) => `${field} le ${until}`).join(' or ')})`;
  const page = orderHooks.useList({ top: most, orderBy: 'createdAt desc,number desc', filter }, {});
  return (
    <Loaded of={page}>
      {({ result, metadata }) => (
        <>
          {(metadata.count ?? 0) > most && (
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
  const spoken = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'nl-NL', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return (
    <div className={styles.today}>
      {groups.map(({ urgency, icon: Icon, color }) => {
        const here = lines.filter(({ due }) => due.urgency === urgency);
        if (here.length === 0) return null;
        const title = text(`workorders.todayView.${urgency}`, {
          day: spoken.format(new Date(`${day}T00:00:00Z`)),
        });
        return (
          <section key={urgency} aria-label={title}>
            <h2 className={styles.head} style={{ color }}>
              <Icon size={16} stroke={1.75} aria-hidden />
              {title}
            </h2>
            <ul className={styles.lines}>
              {here.map(({ order, due }) => (
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
