import { addMonths, periodOfDay } from '#contract/billing/periods.ts';
import type { Language } from '#contract/problem.ts';

/** A period in words: `oktober 2026`, `4e kwartaal 2026`, `2026`; a month short: `okt`. */
export function periodName(period: string, language: Language, form: 'long' | 'short' = 'long'): string {
  const [, year = '', quarter] = /^(\d{4})-Q([1-4])$/.exec(period) ?? [];
  if (quarter !== undefined)
    return language === 'nl' ? `${quarter}e kwartaal ${year}` : `Q${quarter} ${year}`;
  if (!/^\d{4}-\d{2}$/.test(period)) return period;
  const parts =
    form === 'long' ? ({ month: 'long', year: 'numeric' } as const) : ({ month: 'short' } as const);
  return new Intl.DateTimeFormat(language === 'nl' ? 'nl-NL' : 'en-GB', { ...parts, timeZone: 'UTC' })
    .format(new Date(`${period}-01T00:00:00Z`))
    .replace('.', '');
}

/** Months, quarters and years up to that of a day, the newest first. */
export interface PeriodChoices {
  readonly months: readonly string[];
  readonly quarters: readonly string[];
  readonly years: readonly string[];
}

/** What can be chosen on a day: two years of months, two of quarters, and five years. */
export function periodChoices(today: string): PeriodChoices {
  const month = today.slice(0, 7);
  const back = (count: number, step: number) =>
    Array.from({ length: count }, (_, index) => `${addMonths(month, -index * step)}-01`);
  return {
    months: back(24, 1).map((day) => periodOfDay(day, 1)),
    quarters: back(8, 3).map((day) => periodOfDay(day, 3)),
    years: back(5, 12).map((day) => periodOfDay(day, 12)),
  };
}

/** The period of the same length so many before or after: `2026-Q1`, -1 → `2025-Q4`. */
export function stepPeriod(period: string, steps: number): string {
  if (/^\d{4}$/.test(period)) return String(Number(period) + steps);
  const quarter = /^(\d{4})-Q([1-4])$/.exec(period);
  if (quarter === null) return addMonths(period, steps);
  const month = `${quarter[1]}-${String(Number(quarter[2]) * 3 - 2).padStart(2, '0')}`;
  return periodOfDay(`${addMonths(month, steps * 3)}-01`, 3);
}
