import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/nl';
import { DatePicker, DatesProvider } from '@mantine/dates';
import { useLanguage } from '../format/use-language.ts';

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
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [0, 6] }}>
      <DatePicker
        size="sm"
        value={value}
        {...(value === null ? {} : { defaultDate: value })}
        {...(from === undefined ? {} : { minDate: from })}
        {...(until === undefined ? {} : { maxDate: until })}
        onChange={onPick}
      />
    </DatesProvider>
  );
}
