import { addDays, dayOfInstant, daysBetween } from '#contract/dates.ts';
import { isWorkingDay } from '#contract/working-days.ts';

/** From this many working days on a turn counts as late. */
export const lateAfter = 5;

/** The working days between two moments, in Amsterdam: 0 on the same day, 1 on the next working day. */
export function workingDaysBetween(from: string, to: Date): number {
  const [first, last] = [dayOfInstant(from), dayOfInstant(to)];
  let count = 0;
  for (let passed = 1; passed <= Math.min(daysBetween(first, last), 3660); passed += 1)
    if (isWorkingDay(addDays(first, passed))) count += 1;
  return count;
}
