import { hourLimits } from '#contract/workorders/order-times.ts';

const step = hourLimits.stepInMinutes * 60_000;

/**
 * The hours of a stopped clock: start rounded down and end rounded up to five minutes, at least five minutes and at
 * most a day (§E8).
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
