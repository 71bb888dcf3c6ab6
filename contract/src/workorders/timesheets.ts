import { z } from 'zod';
import { day, id, instant, rowVersion } from '../resource.ts';

/**
 * NEW `comceptum/timesheets`: the hours of a person by week. `GET …/own` (permission `comceptum.workordertimes.read`) is
 * the caller's own week, complete, on orders of whatever company; `GET …/{userId}` and `GET …/people` are for who looks
 * after others (§E8). Hours are written by their own resource, `comceptum/ordertimes`.
 */
export const timesheets = { path: 'comceptum/timesheets', permission: 'comceptum.timesheets' } as const;

// A week must be able to stand before it, and another to follow.
const weekDay = day.refine((text) => text > '0001-01-14' && text < '9999-12-01', 'not-a-date');

/** Any day of the week, this week without one; the answer names its Monday. */
export const timesheetQuery = z.object({ startDate: weekDay.optional() });

const person = z.object({ id, fullName: z.string() });

/** One week of a person: its hours by start, and the orders that they are on. */
export const timesheet = z.object({
  person,
  /** Monday. */
  startDate: day,
  entries: z.array(
    z.object({
      id,
      workOrderId: id,
      startTime: instant,
      endTime: instant,
      durationInMinutes: z.int(),
      description: z.string(),
      rowVersion,
    }),
  ),
  orders: z.array(
    z.object({
      id,
      yearNumber: z.string(),
      reference: z.string(),
      relationName: z.string(),
      /** Invoiced: its hours are read-only (§E3). */
      isInvoiced: z.boolean(),
    }),
  ),
});
/** One week of a person. */
export type Timesheet = z.output<typeof timesheet>;

/** The people whose weeks the caller may see. */
export const timesheetPeople = z.array(person);

/** The maximum number of orders of which a week is copied at once. */
const maxCopiedOrders = 200;

/**
 * `POST comceptum/timesheets/copy-week` (permission `comceptum.workordertimes.create`): the hours of the week before, on the
 * same weekdays and times, of these orders. What falls in time that has hours already, or on an order that takes none, is
 * skipped: copying twice adds nothing.
 */
export const copyWeek = z.object({
  startDate: weekDay,
  workOrderIds: z.array(id).min(1).max(maxCopiedOrders),
  /** Somebody else's, with the permission to change their hours (§E8). */
  userId: id.nullish(),
});
/** How many entries were copied and skipped. */
export const copiedWeek = z.object({ copied: z.int(), skipped: z.int() });
