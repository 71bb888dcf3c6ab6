import { expect, test } from 'vitest';
import { type AttemptPolicy, type AttemptState, countAttempt } from './attempts.rules.ts';

const policy: AttemptPolicy = {
  allowed: 3,
  firstLockMs: 60_000,
  longestMs: 300_000,
  forgetAfterMs: 3_600_000,
};

/** Tries as often as it may, waiting out each lock; answers the length of each lock in minutes. */
function lockMinutes(tries: number): (number | null)[] {
  let state: AttemptState | null = null;
  let now = 0;
  return Array.from({ length: tries }, () => {
    const verdict = countAttempt(state, policy, now);
    if (!verdict.isAllowed) throw new Error('still locked');
    state = verdict.next;
    const lock = verdict.next.lockedUntil;
    const minutes = lock === null ? null : (lock - now) / 60_000;
    now = lock ?? now + 1000;
    return minutes;
  });
}

test('the first tries are free, then each lock is twice as long, up to a bound', () => {
  expect(lockMinutes(8)).toEqual([null, null, 1, 2, 4, 5, 5, 5]);
});

test('a thousand tries do not end in no number', () => {
  const exhausted = { failures: 1000, lastAt: 0, lockedUntil: null };
  expect(countAttempt(exhausted, policy, 0)).toMatchObject({ next: { lockedUntil: 300_000 } });
});

test('says how many tries are left', () => {
  expect(countAttempt(null, policy, 0)).toMatchObject({ left: 2 });
  expect(countAttempt({ failures: 2, lastAt: 0, lockedUntil: null }, policy, 0)).toMatchObject({ left: 0 });
});

test('while locked nothing is counted, so that waiting helps', () => {
  const locked = { failures: 3, lastAt: 0, lockedUntil: 60_000 };
  expect(countAttempt(locked, policy, 59_999)).toEqual({ isAllowed: false, until: 60_000 });
  expect(countAttempt(locked, policy, 60_000)).toMatchObject({ isAllowed: true, next: { failures: 4 } });
});

test('after a long time without tries all is forgotten', () => {
  const old = { failures: 9, lastAt: 0, lockedUntil: 300_000 };
  expect(countAttempt(old, policy, 3_600_001)).toMatchObject({
    left: 2,
    next: { failures: 1, lockedUntil: null },
  });
});

test('a lock of minutes does not become one of hours where the clock is put back', () => {
  const hours = 5 * 3_600_000;
  const locked = { failures: 3, lastAt: hours, lockedUntil: hours + 60_000 };
  expect(countAttempt(locked, policy, 0)).toMatchObject({
    isAllowed: true,
    next: { failures: 4, lastAt: 0 },
  });
  // Servers whose clocks differ by seconds agree about a lock.
  expect(countAttempt({ ...locked, lastAt: 1000 }, policy, 0)).toMatchObject({ isAllowed: false });
});
