import { expect, test } from 'vitest';
import { hoursOfTimer } from './timer.rules.ts';

test.each([
  ['widens to whole five minutes on both sides', '13:02:30', '13:43:01', '13:00', '13:45'],
  ['leaves what stands on five minutes already', '13:05:00', '13:40:00', '13:05', '13:40'],
  ['makes a moment five minutes', '13:05:00', '13:05:00', '13:05', '13:10'],
  ['makes two moments within the same five minutes five minutes', '13:06:00', '13:08:00', '13:05', '13:10'],
])('%s', (_, started, stopped, start, end) => {
  const found = hoursOfTimer(new Date(`2026-11-21T${started}Z`), new Date(`2026-11-21T${stopped}Z`));
  expect(found).toEqual({ startTime: `2026-11-21T${start}:00.000Z`, endTime: `2026-11-21T${end}:00.000Z` });
});

test('a clock that nobody stopped becomes a day, not a week', () => {
  const found = hoursOfTimer(new Date('2026-11-14T08:01:00Z'), new Date('2026-11-21T08:01:00Z'));
  expect(found).toEqual({ startTime: '2026-11-14T08:00:00.000Z', endTime: '2026-11-15T08:00:00.000Z' });
});
