import { addDays, amsterdamClock, daysBetween, instantOfAmsterdam } from '#contract/dates.ts';
import { hourLimits } from '#contract/workorders/order-times.ts';
import type { Timesheet } from '#contract/workorders/timesheets.ts';

/** Hours on an order, as a week has them. */
export type Entry = Timesheet['entries'][number];
/** An order of a week. */
export type SheetOrder = Timesheet['orders'][number];

/** The seven days of the week of a Monday. */
export function daysOf(monday: string): readonly string[] {
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
}

/** The day that hours count for: that of their start (§E9). */
export const dayOf = ({ startTime }: Pick<Entry, 'startTime'>): string => amsterdamClock(startTime).day;

/** The entries of one cell of the grid, by start. */
export function entriesOf(entries: readonly Entry[], day: string, workOrderId?: string): readonly Entry[] {
  return entries.filter(
    (entry) => dayOf(entry) === day && (workOrderId === undefined || entry.workOrderId === workOrderId),
  );
}

/** The minutes of entries together; time that two have counts twice, as it is written twice. */
export const minutesOf = (entries: readonly Pick<Entry, 'durationInMinutes'>[]): number =>
  entries.reduce((sum, { durationInMinutes }) => sum + durationInMinutes, 0);

/** The number of an ISO week (Thursday decides the year). */
export function weekNumber(monday: string): number {
  const thursday = addDays(monday, 3);
  return 1 + Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7);
}

const step = hourLimits.stepInMinutes;

/**
 * Reads a duration as people type it, into minutes on whole five: `1,5` and `1.5` are hours, `1:30` hours and minutes,
 * `45m` minutes. Undefined for what is none, or lasts over a day.
 */
export function parseDuration(text: string): number | undefined {
  const typed = text.trim().toLowerCase();
  const clock = /^(\d{1,2}):([0-5]\d)$/.exec(typed);
  const short = /^(\d{1,4})\s*m(?:in)?$/.exec(typed);
  const hours = /^(\d{0,2})(?:[.,](\d{1,2}))?\s*(?:u|h|uur)?$/.exec(typed);
  let minutes: number;
  if (clock) minutes = Number(clock[1]) * 60 + Number(clock[2]);
  else if (short) minutes = Number(short[1]);
  else if (hours && /\d/.test(typed)) minutes = Number(`${hours[1] || '0'}.${hours[2] ?? '0'}`) * 60;
  else return undefined;
  const whole = Math.round(minutes / step) * step;
  return whole > hourLimits.maxMinutes ? undefined : whole;
}

/** Time in which nothing was written, or in which two entries are. */
export interface Stretch {
  readonly startTime: string;
  readonly endTime: string;
  readonly minutes: number;
}

/** An entry whose time another has too. */
export interface Overlap extends Stretch {
  readonly entry: Entry;
  readonly other: Entry;
}

/** Between the first and the last hours of a day so many minutes without any are marked: a break is shorter. */
export const gapMinutes = 60;

const minutesBetween = (start: string, end: string) => (Date.parse(end) - Date.parse(start)) / 60_000;

/** The gaps in the entries of a day that are longer than a break. */
export function gapsIn(entries: readonly Entry[]): readonly Stretch[] {
  const gaps: Stretch[] = [];
  let until: string | undefined;
  for (const { startTime, endTime } of entries.toSorted(byStart)) {
    if (until !== undefined && minutesBetween(until, startTime) >= gapMinutes)
      gaps.push({ startTime: until, endTime: startTime, minutes: minutesBetween(until, startTime) });
    if (until === undefined || endTime > until) until = endTime;
  }
  return gaps;
}

/** The pairs of entries that have time in common, the earlier first; what ends as another begins is none (§E8). */
export function overlapsIn(entries: readonly Entry[]): readonly Overlap[] {
  const sorted = entries.toSorted(byStart);
  return sorted.flatMap((entry, index) =>
    sorted.slice(index + 1).flatMap((other) => {
      const endTime = entry.endTime < other.endTime ? entry.endTime : other.endTime;
      const minutes = minutesBetween(other.startTime, endTime);
      return minutes > 0 ? [{ entry, other, startTime: other.startTime, endTime, minutes }] : [];
    }),
  );
}

function byStart(one: Entry, other: Entry): number {
  return one.startTime.localeCompare(other.startTime) || one.id.localeCompare(other.id);
}

/** What a typed total of one cell changes. */
export interface TotalPlan {
  readonly create: { readonly startTime: string; readonly endTime: string } | null;
  readonly update: readonly { readonly entry: Entry; readonly endTime: string }[];
  readonly remove: readonly Entry[];
}

const firstTime = '09:00';

/**
 * How a cell gets a total: what is more goes after the last entry of the day, longer if that is the cell's own; what is
 * less comes off the cell's last entries.
 */
export function planTotal(
  ofDay: readonly Entry[],
  workOrderId: string,
  day: string,
  minutes: number,
): TotalPlan {
  const cell = ofDay.filter((entry) => entry.workOrderId === workOrderId).toSorted(byStart);
  const last = ofDay.toSorted((one, other) => one.endTime.localeCompare(other.endTime)).at(-1);
  const change = minutes - minutesOf(cell);
  const nothing: TotalPlan = { create: null, update: [], remove: [] };
  if (change === 0) return nothing;
  if (change > 0) {
    if (last?.workOrderId === workOrderId && last.durationInMinutes + change <= hourLimits.maxMinutes)
      return { ...nothing, update: [{ entry: last, endTime: later(last.endTime, change) }] };
    const startTime = last?.endTime ?? instantOfAmsterdam(day, firstTime);
    return { ...nothing, create: { startTime, endTime: later(startTime, change) } };
  }
  const remove: Entry[] = [];
  let less = -change;
  for (const entry of cell.toReversed()) {
    if (less >= entry.durationInMinutes) {
      remove.push(entry);
      less -= entry.durationInMinutes;
    } else if (less > 0) {
      return { ...nothing, remove, update: [{ entry, endTime: later(entry.endTime, -less) }] };
    }
  }
  return { ...nothing, remove };
}

function later(moment: string, minutes: number): string {
  return new Date(Date.parse(moment) + minutes * 60_000).toISOString();
}

/** Where a new entry of a day begins and ends: an hour from the last one, or from nine. */
export function nextSpan(
  ofDay: readonly Entry[],
  day: string,
): { readonly startTime: string; readonly endTime: string } {
  const ends = ofDay.map(({ endTime }) => endTime).toSorted();
  const startTime = ends.at(-1) ?? instantOfAmsterdam(day, firstTime);
  return { startTime, endTime: later(startTime, 60) };
}

/** The moments of two clock times from a day; an end at or before its start is on the next day (§E8). */
export function spanOf(
  day: string,
  start: string,
  end: string,
): { readonly startTime: string; readonly endTime: string } {
  return {
    startTime: instantOfAmsterdam(day, start),
    endTime: instantOfAmsterdam(end <= start ? addDays(day, 1) : day, end),
  };
}
