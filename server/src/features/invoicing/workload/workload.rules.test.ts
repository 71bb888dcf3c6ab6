import { expect, test } from 'vitest';
import { workingDaysBetween } from './workload.rules.ts';

test.each([
  ['the same day', '2026-11-23T08:00:00Z', '2026-11-23T16:00:00Z', 0],
  ['the next working day, however soon', '2026-11-23T22:30:00Z', '2026-11-24T00:10:00Z', 1],
  ['over a weekend', '2026-11-20T08:00:00Z', '2026-11-23T08:00:00Z', 1],
  ['over Christmas', '2026-12-24T08:00:00Z', '2026-12-28T08:00:00Z', 1],
  ['a whole week', '2026-11-16T08:00:00Z', '2026-11-23T08:00:00Z', 5],
])('%s', (_, from, to, expected) => {
  expect(workingDaysBetween(from, new Date(to))).toBe(expected);
});
