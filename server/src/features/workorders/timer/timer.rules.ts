import { hourLimits } from '#contract/workorders/order-times.ts';

const step = hourLimits.stepInMinutes * 60_000;

/**
 * What a clock that ran becomes: from the five minutes it began in to those it ended in, at least five and at most a
 * day, both ends on five minutes (§E8).
 */
export function hoursOfTimer(
  startedAt: Date,
  stoppedAt: Date,
): { readonly startTime: string; readonly endTime: string } {
  const start = Math.floor(startedAt.getTime() / step) * step;
  const end = Math.max(Math.ceil(stoppedAt.getTime() / step) * step, start + step);
  const last = start + hourLimits.maxMinutes * 60_000;
  return { startTime: new Date(start).toISOString(), endTime: new Date(Math.min(end, last)).toISOString() };
}
