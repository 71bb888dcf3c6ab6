import { z } from 'zod';

/** A calendar month `2026-10`, quarter `2026-Q4` or year `2026` (§I3). */
export const billingPeriod = z.string().regex(/^(?:20\d{2}|2100)(?:-(?:0[1-9]|1[0-2])|-Q[1-4])?$/, 'invalid');
/** A calendar month, `2026-10`. */
export const billingMonth = z.string().regex(/^(?:20\d{2}|2100)-(?:0[1-9]|1[0-2])$/, 'invalid');

/** The first and last day of a period, both included. */
export interface PeriodDays {
  readonly from: string;
  readonly to: string;
}

/** The days of a month, quarter or year: `2026-Q1` → 2026-01-01 to 2026-03-31. Throws a RangeError on anything else. */
export function daysOfPeriod(period: string): PeriodDays {
  const parts = /^(\d{4})(?:-(?:Q([1-4])|(\d{2})))?$/.exec(period);
  if (!parts) throw new RangeError(`no period: ${period}`);
  const year = Number(parts[1]);
  if (parts[2] !== undefined) return monthsFrom(year, Number(parts[2]) * 3 - 2, 3);
  return parts[3] === undefined ? monthsFrom(year, 1, 12) : monthsFrom(year, Number(parts[3]), 1);
}

/** The calendar month, quarter or year that a day lies in, by the months of the cycle. */
export function periodOfDay(day: string, cycleInMonths: 1 | 3 | 12): string {
  const year = day.slice(0, 4);
  if (cycleInMonths === 12) return year;
  return cycleInMonths === 1 ? day.slice(0, 7) : `${year}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

/** The month so many months later, or earlier when negative: `2026-01`, -1 → `2025-12`. */
export function addMonths(month: string, months: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months;
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`;
}

/** The calendar month before the one that a day lies in: what the report shows when nobody asks otherwise (§I8). */
export function previousMonth(day: string): string {
  return addMonths(day.slice(0, 7), -1);
}

/** The months from one to another, both included; empty when the second comes first. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}

function monthsFrom(year: number, month: number, count: number): PeriodDays {
  const iso = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: iso(Date.UTC(year, month - 1, 1)), to: iso(Date.UTC(year, month - 1 + count, 0)) };
}
