import { addDays, amsterdamClock, instantOfAmsterdam } from '#contract/dates.ts';
import { formatNumber } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';

/** Minutes as hours with two decimals: 90 is `1,50`. */
export function hoursText(minutes: number, language: Language): string {
  return formatNumber(minutes / 60, language, { least: 2, most: 2 });
}

/** Minutes on a running clock: 42 is `0:42`. */
export function clockText(minutes: number): string {
  const whole = Math.max(0, Math.floor(minutes));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Hours as a form holds them: a day and two clock times in Amsterdam. */
export interface HoursValues {
  readonly userId: string;
  readonly day: string | null;
  readonly startTime: string;
  readonly endTime: string;
  readonly rowVersion?: number;
}

/** The moments of a day and two times; an end before its start is on the next day (§E8). Empty where one is missing. */
export function momentsOf({ day, startTime, endTime }: HoursValues): {
  readonly startTime: string;
  readonly endTime: string;
} {
  const at = (on: string | null, time: string) =>
    on === null || !/^\d\d:\d\d/.test(time) ? '' : instantOfAmsterdam(on, time.slice(0, 5));
  const isNext = day !== null && endTime.slice(0, 5) < startTime.slice(0, 5);
  return { startTime: at(day, startTime), endTime: at(isNext ? addDays(day, 1) : day, endTime) };
}

/** Minutes between the two times; null while one is missing. */
export function minutesOf(values: HoursValues): number | null {
  const { startTime, endTime } = momentsOf(values);
  return startTime === '' || endTime === '' ? null : (Date.parse(endTime) - Date.parse(startTime)) / 60_000;
}

/** What the form begins with: this hour, for as long as one (product 2.9). */
export function newHours(userId: string, now: Date): HoursValues {
  const { day, time } = amsterdamClock(now);
  const hour = Number(time.slice(0, 2));
  const at = (hours: number) => `${String(hours % 24).padStart(2, '0')}:00`;
  return { userId, day, startTime: at(hour), endTime: at(hour + 1) };
}

/** Stored hours as the form holds them. */
export function hoursValues(entry: {
  readonly userId: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly rowVersion: number;
}): HoursValues {
  const [start, end] = [amsterdamClock(entry.startTime), amsterdamClock(entry.endTime)];
  const { userId, rowVersion } = entry;
  return { userId, day: start.day, startTime: start.time, endTime: end.time, rowVersion };
}
