import { describe, expect, test } from 'vitest';
import {
  addMonths,
  billingPeriod,
  daysOfPeriod,
  monthsBetween,
  periodOfDay,
  previousMonth,
} from './periods.ts';

describe('a period', () => {
  test.each([
    ['2026-02', '2026-02-01', '2026-02-28'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2026-12', '2026-12-01', '2026-12-31'],
    ['2026-Q1', '2026-01-01', '2026-03-31'],
    ['2026-Q4', '2026-10-01', '2026-12-31'],
    ['2026', '2026-01-01', '2026-12-31'],
  ])('%s runs from %s to %s', (period, from, to) => {
    expect(daysOfPeriod(period)).toEqual({ from, to });
    expect(billingPeriod.safeParse(period).success).toBe(true);
  });

  test.each(['2026-13', '2026-00', '2026-Q0', '2026-Q5', '26', '2026-1', '', '1999'])(
    '%j is none',
    (text) => {
      expect(billingPeriod.safeParse(text).success).toBe(false);
    },
  );

  test('a day lies in its month, quarter and year', () => {
    expect(([1, 3, 12] as const).map((cycle) => periodOfDay('2026-09-30', cycle))).toEqual([
      '2026-09',
      '2026-Q3',
      '2026',
    ]);
    expect(periodOfDay('2026-10-01', 3)).toBe('2026-Q4');
  });
});

test('months count over the turn of a year, both ways', () => {
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-03', -27)).toBe('2023-12');
  expect(previousMonth('2026-01-31')).toBe('2025-12');
  expect(monthsBetween('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  expect(monthsBetween('2026-02', '2026-01')).toEqual([]);
});
