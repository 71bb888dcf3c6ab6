import { addDays, daysBetween } from '#contract/dates.ts';
import { addWorkingDays, isWorkingDay } from '#contract/working-days.ts';
import { WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import type { OrderRow } from './order.ts';

/** The dates that an order must keep, in the order in which they come. */
export const dueDates = ['firstTestDate', 'printingCompanyDate', 'diffuserDate', 'deliveryDate'] as const;
export type DueDate = (typeof dueDates)[number];

/** The urgency of a date: passed, today, within two working days, or later. */
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

/** The last day that is soon. */
export const lastSoonDay = (today: string): string => addWorkingDays(today, soonInWorkingDays);

function workingDaysUntil(today: string, day: string): number {
  let count = 0;
  for (let date = addDays(today, 1); date <= day; date = addDays(date, 1)) if (isWorkingDay(date)) count += 1;
  return count;
}

type Dated = Pick<OrderRow, DueDate | 'status'>;

/** The proof of an order in production is done. */
function isDone(field: DueDate, status: WorkOrderStatus): boolean {
  return field === 'firstTestDate' && status >= WorkOrderStatus.Production;
}

/** The urgency of one date of an order; undefined without a date. */
export function dueOf(order: Dated, field: DueDate, today: string): Due | undefined {
  const day = order[field];
  if (day === null) return undefined;
  const due = (urgency: Urgency, days = 0): Due => ({ field, day, urgency, days });
  const passed = daysBetween(day, today);
  if (order.status >= WorkOrderStatus.Done) return due('later');
  if (passed > 0) return isDone(field, order.status) ? due('later') : due('late', passed);
  if (passed === 0) return due('today');
  return day > lastSoonDay(today) ? due('later') : due('soon', workingDaysUntil(today, day));
}

/** The dates of an order that ask for attention, the earliest first. */
export function duesOf(order: Dated, today: string): readonly Due[] {
  return dueDates
    .flatMap((field) => dueOf(order, field, today) ?? [])
    .filter(({ urgency }) => urgency !== 'later')
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}
