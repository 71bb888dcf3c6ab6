import { hourLimits, maxTimerMinutes } from '#contract/workorders/order-times.ts';
import type { FieldCode } from '#contract/problem.ts';

const minute = 60_000;
const step = hourLimits.stepInMinutes * minute;

/** The hours that a clock becomes. */
interface Span {
  readonly startTime: string;
  readonly endTime: string;
}

/** A moment of the clock on whole five minutes: the nearest, so that one moment never becomes two (decision 0086). */
export function onStep(at: Date): Date {
  return new Date(Math.round(at.getTime() / step) * step);
}

/** Whether a clock has counted for as long as it does, and needs an end time (§E8). */
export function needsEnd(startedAt: Date, now: Date): boolean {
  return now.getTime() - startedAt.getTime() > maxTimerMinutes * minute;
}

/** The hours of a clock that is stopped: at least five minutes. */
export function hoursOfTimer(startedAt: Date, stoppedAt: Date): Span {
  const start = onStep(startedAt).getTime();
  return span(start, Math.max(onStep(stoppedAt).getTime(), start + step));
}

/**
 * The hours of a clock that goes on to another order at the same moment, or null if that is less than five minutes: the
 * other order has them.
 */
export function hoursBeforeNext(startedAt: Date, movedAt: Date): Span | null {
  const [start, end] = [onStep(startedAt).getTime(), onStep(movedAt).getTime()];
  return end < start + step ? null : span(start, end);
}

/** What is wrong with the end that somebody gives a clock, or null: after its start, at most a day, not after now. */
export function wrongEnd(startedAt: Date, endTime: Date, now: Date): FieldCode | null {
  const start = onStep(startedAt).getTime();
  const end = endTime.getTime();
  if (end <= start) return 'too-small';
  if (end > onStep(now).getTime()) return 'in-the-future';
  return end - start > hourLimits.maxMinutes * minute ? 'too-large' : null;
}

const span = (start: number, end: number): Span => ({
  startTime: new Date(start).toISOString(),
  endTime: new Date(end).toISOString(),
});
