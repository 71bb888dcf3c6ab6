import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/nl';
import { DatePicker, DatesProvider } from '@mantine/dates';
import { useEffect, useRef } from 'react';
import { useLanguage } from '../format/use-language.ts';
import { useText } from '../text.ts';
import './calendar.css';

interface CalendarProps {
  /** ISO day. */
  readonly value: string | null;
  readonly from: string | undefined;
  readonly until: string | undefined;
  readonly onPick: (day: string | null) => void;
}

/** A month to pick a day from, Monday first. A chunk of its own: most people type. */
export function Calendar({ value, from, until, onPick }: CalendarProps) {
  const language = useLanguage();
  const text = useText();
  const month = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const days = '[data-selected], [data-today], table button:not([data-outside])';
    const [selected, today, first] = days
      .split(', ')
      .map((which) => month.current?.querySelector<HTMLElement>(which));
    (selected ?? today ?? first)?.focus();
  }, []);
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [0, 6] }}>
      <DatePicker
        ref={month}
        size="sm"
        highlightToday
        ariaLabels={{
          previousMonth: text('kit.calendar.previousMonth'),
          nextMonth: text('kit.calendar.nextMonth'),
          previousYear: text('kit.calendar.previousYear'),
          nextYear: text('kit.calendar.nextYear'),
          previousDecade: text('kit.calendar.previousYears'),
          nextDecade: text('kit.calendar.nextYears'),
        }}
        value={value}
        {...(value === null ? {} : { defaultDate: value })}
        {...(from === undefined ? {} : { minDate: from })}
        {...(until === undefined ? {} : { maxDate: until })}
        onChange={onPick}
      />
    </DatesProvider>
  );
}
