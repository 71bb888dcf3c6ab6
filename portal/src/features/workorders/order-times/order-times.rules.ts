import { addDays, amsterdamClock, instantOfAmsterdam } from '#contract/dates.ts';
import { formatNumber } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';
import type { Row } from '#contract/resource.ts';
import type { workOrderTimes } from '#contract/workorders/order-times.ts';

/** Minutes as hours with two decimals: 90 is `1,50`. */
export function hoursText(minutes: number, language: Language): string {
  return formatNumber(minutes / 60, language, { min: 2, max: 2 });
}

/** Minutes on a running clock: 42 is `0:42`. */
export function clockText(minutes: number): string {
  const full = Math.max(0, Math.floor(minutes));
  return `${Math.floor(full / 60)}:${String(full % 60).padStart(2, '0')}`;
}

/** Hours on an order, as the server has them. */
export type OrderTime = Row<typeof workOrderTimes>;

/** Hours as a form holds them: a day and two clock times in Amsterdam. */
export interface OrderTimeValues {
  readonly userId: string;
  readonly day: string | null;
  readonly startTime: string;
  readonly endTime: string;
  readonly description: string;
  readonly rowVersion?: number;
}

/** The moment of a day and a clock time in Amsterdam; empty while one is missing. */
export function momentOf(day: string | null, time: string): string {
  return day === null || !/^\d\d:\d\d/.test(time) ? '' : instantOfAmsterdam(day, time.slice(0, 5));
}

/** The moments of a day and two times; an end before its start is on the next day (§E8). Empty where one is missing. */
export function momentsOf({
  day,
  startTime,
  endTime,
}: Pick<OrderTimeValues, 'day' | 'startTime' | 'endTime'>): {
  readonly startTime: string;
  readonly endTime: string;
} {
  const isNext = day !== null && endTime.slice(0, 5) < startTime.slice(0, 5);
  return { startTime: momentOf(day, startTime), endTime: momentOf(isNext ? addDays(day, 1) : day, endTime) };
}

/** Minutes between the two times; null while one is missing. */
export function minutesOf(values: Parameters<typeof momentsOf>[0]): number | null {
  const { startTime, endTime } = momentsOf(values);
  return startTime === '' || endTime === '' ? null : (Date.parse(endTime) - Date.parse(startTime)) / 60_000;
}

/** A new entry: the current hour (product 2.9). */
export function newOrderTime(userId: string, now: Date): OrderTimeValues {
  const { day, time } = amsterdamClock(now);
  const hour = Number(time.slice(0, 2));
  const clock = (hours: number) => `${String(hours % 24).padStart(2, '0')}:00`;
  return { userId, day, startTime: clock(hour), endTime: clock(hour + 1), description: '' };
}

/** Stored hours as the form holds them. */
export function valuesOf({
  userId,
  startTime,
  endTime,
  description,
  rowVersion,
}: OrderTime): OrderTimeValues {
  const [start, end] = [amsterdamClock(startTime), amsterdamClock(endTime)];
  return { userId, day: start.day, startTime: start.time, endTime: end.time, description, rowVersion };
}
