import { z } from 'zod';
import { day, defineResource, id, instant, keptText, optionalText, rowVersion } from '../resource.ts';

const record = z.object({
  id,
  workOrderId: id,
  workOrder: z.object({ yearNumber: z.string(), reference: z.string() }),
  userId: id,
  user: z.object({ id, fullName: z.string() }),
  startTime: instant,
  endTime: instant,
  /** Computed by the server (§E8). */
  durationInMinutes: z.int(),
  /** The same person has other hours in this time, end not included: a warning, never a refusal (§E8). */
  overlaps: z.boolean(),
  /** NEW: what was done. */
  description: z.string(),
  createdAt: instant,
  rowVersion,
});

/** Hours end after they start, are multiples of five minutes, and last at most a day (§E8). */
export const hourLimits = { stepInMinutes: 5, maxMinutes: 24 * 60 } as const;

const step = hourLimits.stepInMinutes * 60_000;
// A value that is no instant was refused already.
const onStep = instant.refine((text) => !(Date.parse(text) % step), 'invalid');

const maxDescription = 500;

const write = z.object({
  /** The caller, unless they have `comceptum.workordertimes.update.company` (§E8). */
  userId: id,
  startTime: onStep,
  endTime: onStep,
  description: optionalText(maxDescription),
});

type Span = { readonly startTime: string; readonly endTime: string };
const isForward = ({ startTime, endTime }: Span) => !(Date.parse(endTime) <= Date.parse(startTime));
const isShort = ({ startTime, endTime }: Span) =>
  !(Date.parse(endTime) - Date.parse(startTime) > hourLimits.maxMinutes * 60_000);
// Product 2.5 shows messages beside user_id and start_time.
const tooLate = { path: ['startTime'], message: 'too-large' };
const tooLong = { path: ['endTime'], message: 'too-large' };

// A client of product 2.3 names the order again; 400 `work_order_id` when it is another one: hours do not move.
const update = write
  .extend({
    workOrderId: id.optional(),
    description: keptText(maxDescription),
    rowVersion: rowVersion.optional(),
  })
  .refine(isForward, tooLate)
  .refine(isShort, tooLong);

const shared = {
  permission: 'comceptum.workordertimes',
  fields: {
    id: 'id',
    workOrderId: 'id',
    'workOrder/yearNumber': 'text',
    'workOrder/reference': 'text',
    userId: 'id',
    'user/id': 'id',
    'user/fullName': 'text',
    startTime: 'instant',
    endTime: 'instant',
    durationInMinutes: 'number',
    description: 'text',
    createdAt: 'instant',
  },
  row: record,
  record,
} as const;

/** The hours of one work order. `.user` reaches one's own (§A2). Read-only while the order is invoiced (§E3). */
export const workOrderTimes = defineResource({
  ...shared,
  name: 'time entry',
  path: 'comceptum/workorders/{workOrderId}/times',
  defaultSort: 'startTime asc',
  create: write.refine(isForward, tooLate).refine(isShort, tooLong),
  update,
});

/** The same hours by themselves: they have two addresses (product 2.7). */
export const orderTimes = defineResource({
  ...shared,
  name: 'time entry',
  path: 'comceptum/ordertimes',
  defaultSort: 'startTime desc',
  create: write.extend({ workOrderId: id }).refine(isForward, tooLate).refine(isShort, tooLong),
  update,
});

/** A clock counts so long; after that it waits until its person says when they stopped (§E8). */
export const maxTimerMinutes = 10 * 60;

/** Path of the caller's clock below `/api/`, and the name of its live events. */
export const timerPath = 'comceptum/timer';

/** NEW `comceptum/timer`: the caller's running clock; one a person. */
export const orderTimer = z.object({
  workOrderId: id,
  workOrder: z.object({ yearNumber: z.string(), reference: z.string() }),
  startedAt: instant,
  /** It has counted for ten hours, and becomes hours only with an end time. */
  needsEnd: z.boolean(),
});
/**
 * `POST comceptum/timer`: starts the clock. One that runs on another order is stopped first and becomes hours; on the
 * same order it goes on.
 */
export const startTimer = z.object({ workOrderId: id });
/**
 * `POST comceptum/timer/stop`, whose body is optional. `workOrderId`: the order that the clock is seen to run on; 409 if it
 * runs on another one meanwhile. `endTime`: needed after ten hours, and not after now.
 */
export const stopTimer = z.object({ workOrderId: id.nullish(), endTime: onStep.nullish() });

/** `GET comceptum/export-times?startDate&endDate&userId&administrationId`: days in Amsterdam, both included, at most 366 (§E9). */
export const exportTimesQuery = z.object({
  startDate: day,
  // The day after it is sought by, and 9999-12-31 has none.
  endDate: day.refine((text) => text < '9999-12-31', 'not-a-date'),
  /** NEW: the hours of one person, or on orders of one administration; all of them without. */
  userId: id.optional(),
  administrationId: id.optional(),
});
/** The maximum number of days of one export of hours. */
export const maxExportDays = 366;

/** `GET comceptum/export-times/preview`, NEW: the first rows as the file will have them, and the sums of all. */
export const exportTimesPreview = z.object({
  rows: z.array(
    z.object({
      day,
      userName: z.string(),
      yearNumber: z.string(),
      relationName: z.string(),
      administrationName: z.string(),
      /** Amsterdam clock, `09:05`. */
      start: z.string(),
      end: z.string(),
      minutes: z.int(),
    }),
  ),
  count: z.int(),
  totalMinutes: z.int(),
});

/** `GET comceptum/export-times/choices`, NEW: who has hours in a period, and on orders of which administrations. */
export const exportTimesChoices = z.object({
  users: z.array(z.object({ id, fullName: z.string() })),
  administrations: z.array(z.object({ id, name: z.string() })),
});
