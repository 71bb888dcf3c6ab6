import { IconAlertTriangle, IconCalendarDue, IconClock } from '@tabler/icons-react';
import { dayOfInstant, formatDay } from '#contract/dates.ts';
import { useText, type Text } from '#portal/kit/text.ts';
import type { Due, Urgency } from './due.rules.ts';
import styles from './orders.module.css';

/** How a date that asks for attention looks. */
export const urgencyLooks = {
  late: { icon: IconAlertTriangle, color: 'var(--balie-bad)' },
  today: { icon: IconCalendarDue, color: 'var(--balie-ink)' },
  soon: { icon: IconClock, color: 'var(--balie-warn)' },
} as const satisfies Partial<Record<Urgency, unknown>>;

/** The ISO day of today, in Amsterdam. */
export const today = (): string => dayOfInstant(new Date());

function wordsOf({ urgency, days, day }: Due, text: Text, isShort: boolean): string {
  if (urgency === 'soon' && isShort) return formatDay(day).slice(0, 5);
  if (urgency === 'today') return text('workorders.due.today');
  // With only a weekend or a holiday between, no working day is left.
  if (urgency === 'soon' && days === 0) return text('workorders.due.none');
  return text(urgency === 'late' ? 'workorders.due.late' : 'workorders.due.soon', { count: days });
}

interface DueTextProps {
  readonly due: Due | undefined;
  /** Leaves the day out where there is no room for it. */
  readonly isShort?: boolean;
}

/** A date with its urgency, by icon, word and colour. */
export function DueText({ due, isShort = false }: DueTextProps) {
  const text = useText();
  if (due === undefined) return null;
  if (due.urgency === 'later') return <time dateTime={due.day}>{formatDay(due.day)}</time>;
  const { icon: Icon, color } = urgencyLooks[due.urgency];
  return (
    <span className={styles.due} style={{ color }}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>
        {!isShort && <time dateTime={due.day}>{formatDay(due.day)}</time>}
        {!isShort && ', '}
        <span className={styles.dueWords}>{wordsOf(due, text, isShort)}</span>
      </span>
    </span>
  );
}
