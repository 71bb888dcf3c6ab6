import { addDays, daysBetween } from '#contract/dates.ts';
import { WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import type { OrderRow } from './order.ts';

/** The dates that an order must keep, in the order in which they come. */
export const dueDates = ['firstTestDate', 'printingCompanyDate', 'diffuserDate', 'deliveryDate'] as const;
export type DueDate = (typeof dueDates)[number];

/** How a date stands to today: passed, today, within two working days, or later. */
export type Urgency = 'late' | 'today' | 'soon' | 'later';

/** A date of an order that asks for attention. */
export interface Due {
  readonly field: DueDate;
  readonly day: string;
  readonly urgency: Urgency;
  /** Days that have passed, or working days that are left. */
  readonly days: number;
}

/** Working days ahead that count as soon. */
const soonInWorkingDays = 2;

function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/** The day that is so many working days after another. */
export function addWorkingDays(day: string, count: number): string {
  let at = day;
  for (let left = count; left > 0;) {
    at = addDays(at, 1);
    if (isWorkingDay(at)) left -= 1;
  }
  return at;
}

/** The last day that is soon. */
export const lastSoonDay = (today: string): string => addWorkingDays(today, soonInWorkingDays);

function workingDaysUntil(today: string, day: string): number {
  let count = 0;
  for (let at = addDays(today, 1); at <= day; at = addDays(at, 1)) if (isWorkingDay(at)) count += 1;
  return count;
}

type Dated = Pick<OrderRow, DueDate | 'status'>;

/** What was kept: nothing of a finished order is late, and a proof is behind an order in production. */
function isKept(field: DueDate, status: WorkOrderStatus): boolean {
  if (status >= WorkOrderStatus.Done) return true;
  return field === 'firstTestDate' && status >= WorkOrderStatus.Production;
}

/** How one date of an order stands to today; undefined without a date. */
export function dueOf(order: Dated, field: DueDate, today: string): Due | undefined {
  const day = order[field];
  if (day === null) return undefined;
  const passed = daysBetween(day, today);
  const late = passed > 0;
  if (order.status >= WorkOrderStatus.Done || (late && isKept(field, order.status)))
    return { field, day, urgency: 'later', days: 0 };
  if (late) return { field, day, urgency: 'late', days: passed };
  if (passed === 0) return { field, day, urgency: 'today', days: 0 };
  if (day > lastSoonDay(today)) return { field, day, urgency: 'later', days: 0 };
  return { field, day, urgency: 'soon', days: workingDaysUntil(today, day) };
}

/** The dates of an order that ask for attention, the earliest first. */
export function duesOf(order: Dated, today: string): readonly Due[] {
  return dueDates
    .flatMap((field) => dueOf(order, field, today) ?? [])
    .filter(({ urgency }) => urgency !== 'later')
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}
