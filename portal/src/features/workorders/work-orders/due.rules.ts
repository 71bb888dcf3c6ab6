import { addDays, daysBetween } from '#contract/dates.ts';
import { addWorkingDays, isWorkingDay } from '#contract/working-days.ts';
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

/** The last day that is soon. */
export const lastSoonDay = (today: string): string => addWorkingDays(today, soonInWorkingDays);

function workingDaysUntil(today: string, day: string): number {
  let count = 0;
  for (let at = addDays(today, 1); at <= day; at = addDays(at, 1)) if (isWorkingDay(at)) count += 1;
  return count;
}

type Dated = Pick<OrderRow, DueDate | 'status'>;

/** A proof lies behind an order that is in production; nothing lies before one that is done. */
function isBehind(field: DueDate, status: WorkOrderStatus): boolean {
  return field === 'firstTestDate' && status >= WorkOrderStatus.Production;
}

/** How one date of an order stands to today; undefined without a date. */
export function dueOf(order: Dated, field: DueDate, today: string): Due | undefined {
  const day = order[field];
  if (day === null) return undefined;
  const at = (urgency: Urgency, days = 0): Due => ({ field, day, urgency, days });
  const passed = daysBetween(day, today);
  if (order.status >= WorkOrderStatus.Done) return at('later');
  if (passed > 0) return isBehind(field, order.status) ? at('later') : at('late', passed);
  if (passed === 0) return at('today');
  return day > lastSoonDay(today) ? at('later') : at('soon', workingDaysUntil(today, day));
}

/** The dates of an order that ask for attention, the earliest first. */
export function duesOf(order: Dated, today: string): readonly Due[] {
  return dueDates
    .flatMap((field) => dueOf(order, field, today) ?? [])
    .filter(({ urgency }) => urgency !== 'later')
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}
