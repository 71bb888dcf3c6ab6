import { IconAlertTriangle, IconArrowsHorizontal } from '@tabler/icons-react';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { clockText, hoursText } from '../order-times/order-times.rules.ts';
import { dayText } from './day-text.ts';
import { entriesOf, type Entry, gapsIn, minutesOf, overlapsIn } from './timesheet.rules.ts';
import styles from './timesheets.module.css';

interface DayStripProps {
  readonly days: readonly string[];
  readonly today: string;
  readonly entries: readonly Entry[];
  readonly day: string;
  readonly onDay: (day: string) => void;
}

/** The week on a phone: its days with their totals and marks, one of them open below. */
export function DayStrip({ days, today, entries, day: open, onDay }: DayStripProps) {
  const text = useText();
  const language = useLanguage();
  return (
    <div className={styles.days} role="group" aria-label={text('workorders.timesheets.grid')}>
      {days.map((day) => {
        const ofDay = entriesOf(entries, day);
        const minutes = minutesOf(ofDay);
        const overlap = overlapsIn(ofDay)[0];
        const gap = gapsIn(ofDay)[0];
        return (
          <button
            key={day}
            type="button"
            aria-pressed={day === open}
            data-today={day === today || undefined}
            onClick={() => onDay(day)}
          >
            <span>{dayText(day, language, 'short')}</span>
            <strong>{minutes === 0 ? '–' : hoursText(minutes, language)}</strong>
            <span className={styles.marks}>
              {overlap && (
                <IconAlertTriangle
                  size={13}
                  stroke={1.75}
                  aria-label={text('workorders.timesheets.overlap', { time: clockText(overlap.minutes) })}
                />
              )}
              {gap && (
                <IconArrowsHorizontal
                  size={13}
                  stroke={1.75}
                  aria-label={text('workorders.timesheets.gap', { time: clockText(gap.minutes) })}
                />
              )}
            </span>
          </button>
        );
      })}
    </div>
  );
}
