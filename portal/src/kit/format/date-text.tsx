import { dayOfInstant, formatDay, formatInstant } from '#contract/dates.ts';

interface DateTextProps {
  /** An ISO day (`2026-11-21`) or moment (`2026-11-21T13:05:00Z`); absent shows an en dash. */
  readonly value: string | null | undefined;
  /** Shows only the day of a moment. */
  readonly dayOnly?: boolean;
}

/** A day as `21-11-2026`, a moment as `21-11-2026 14:05` in Amsterdam time. */
export function DateText({ value, dayOnly = false }: DateTextProps) {
  if (!value) return <span className="balie-empty">–</span>;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const day = isDay ? value : dayOfInstant(value);
  return (
    <time dateTime={value} style={{ whiteSpace: 'nowrap' }}>
      {isDay || dayOnly ? formatDay(day) : formatInstant(value)}
    </time>
  );
}
