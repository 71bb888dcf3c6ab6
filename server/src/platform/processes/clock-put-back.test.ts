import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onClockPutBack } from './clock-put-back.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-26T12:00:00Z') }));
afterEach(() => vi.useRealTimers());

test('a clock that is put back by more than a minute is noticed, once; one that goes ahead or drifts is not', () => {
  const heard: number[] = [];
  const watch = onClockPutBack((ms) => heard.push(ms), 1000);
  vi.advanceTimersByTime(10_000);
  vi.setSystemTime(Date.now() + 5 * 3_600_000);
  vi.advanceTimersByTime(10_000);
  vi.setSystemTime(Date.now() - 30_000);
  vi.advanceTimersByTime(10_000);
  expect(heard).toEqual([]);
  vi.setSystemTime(Date.now() - 5 * 3_600_000);
  vi.advanceTimersByTime(10_000);
  expect(heard).toEqual([5 * 3_600_000]);
  watch.stop();
});
