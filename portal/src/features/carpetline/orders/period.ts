import { addDays, dayOfInstant } from '#contract/dates.ts';

/** The periods in which orders are looked for, by the day they were placed. */
export const periods = ['week', 'month', 'quarter', 'year'] as const;

const days: Readonly<Record<string, number>> = { week: 7, month: 31, quarter: 92, year: 366 };

/** The `$filter` of a period that ends today; undefined for all time. */
export function periodFilter(period: string | undefined, now: Date): string | undefined {
  const length = days[period ?? ''];
  return length === undefined ? undefined : `orderDate gt ${addDays(dayOfInstant(now), -length)}`;
}
