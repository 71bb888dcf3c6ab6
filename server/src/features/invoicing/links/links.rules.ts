import { isDeepStrictEqual } from 'node:util';
import { addDays, amsterdamClock, instantOfAmsterdam } from '#contract/dates.ts';
import { addWorkingDays, isWorkingDay } from '#contract/working-days.ts';

/** What an invoice says as far as a decision is about it; comments are not. */
export interface LinkFacts {
  readonly values: Readonly<Record<string, string | number | null>>;
  /** Account, cost centre, debit and credit of each booking line. */
  readonly booking: readonly string[];
  readonly pages: readonly string[];
  /** Whose lines there are in the round, in which step and state. */
  readonly lines: readonly string[];
}

/** A value that differs between the mail and now. */
export interface LinkChange {
  readonly name: string;
  readonly was: string | number | null;
  readonly is: string | number | null;
}

/** Working days for which a link decides: 72 hours of them. */
const validDays = 3;

/** Until when a link decides: the same time three working days on; one that is made on a free day counts from the next. */
export function expiryOf(now: Date): string {
  const { day, time } = amsterdamClock(now);
  let first = day;
  while (!isWorkingDay(first)) first = addDays(first, 1);
  return instantOfAmsterdam(addWorkingDays(first, validDays), first === day ? time : '00:00');
}

/** Whether an invoice still is what it was in the mail. */
export function isUnchanged(was: LinkFacts, is: LinkFacts): boolean {
  return isDeepStrictEqual(was, is);
}

/** The values that differ, for people. */
export function changesOf(was: LinkFacts, is: LinkFacts): LinkChange[] {
  return Object.keys(is.values)
    .filter((name) => was.values[name] !== is.values[name])
    .map((name) => ({ name, was: was.values[name] ?? null, is: is.values[name] ?? null }));
}
