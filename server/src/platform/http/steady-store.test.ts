import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SteadyStore } from './steady-store.ts';

beforeEach(() =>
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-11-26T12:00:00Z') }),
);
afterEach(() => vi.useRealTimers());

const counting = (store: SteadyStore) => (key: string) => {
  let result = { current: 0, ttl: 0 };
  store.incr(key, (_error, counted) => (result = counted), 60_000);
  return result;
};

test('a window of a minute is one, whatever is done to the clock', () => {
  const count = counting(new SteadyStore());
  expect(count('anna')).toEqual({ current: 1, ttl: 60_000 });
  vi.setSystemTime(new Date('2026-11-26T07:00:00Z'));
  vi.advanceTimersByTime(59_000);
  expect(count('anna')).toEqual({ current: 2, ttl: 1000 });
  expect(count('ben')).toEqual({ current: 1, ttl: 60_000 });
  vi.advanceTimersByTime(1000);
  expect(count('anna')).toEqual({ current: 1, ttl: 60_000 });
});

test('so many keys are counted, those that came last', () => {
  const count = counting(new SteadyStore());
  count('first');
  count('second');
  for (let number = 0; number < 4998; number += 1) count(`other ${number}`);
  expect(count('first').current).toBe(2);
  count('one more');
  expect(count('second').current).toBe(1);
});
