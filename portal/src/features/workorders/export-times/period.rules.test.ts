import { expect, test } from 'vitest';
import { monthOf, periodQuery, yearOf } from './period.rules.ts';

test('months are complete, also across a year and in a leap year', () => {
  expect(monthOf('2026-11-21', 0)).toEqual({ startDate: '2026-11-01', endDate: '2026-11-30' });
  expect(monthOf('2026-01-31', -1)).toEqual({ startDate: '2025-12-01', endDate: '2025-12-31' });
  expect(monthOf('2028-03-01', -1)).toEqual({ startDate: '2028-02-01', endDate: '2028-02-29' });
  expect(yearOf('2026-11-21')).toEqual({ startDate: '2026-01-01', endDate: '2026-12-31' });
});

test('days are sent as they are, an empty one is not sent', () => {
  expect(periodQuery({ startDate: '2026-11-01', endDate: '2026-11-30' })).toBe(
    '?startDate=2026-11-01&endDate=2026-11-30',
  );
  expect(periodQuery({ startDate: null, endDate: '2026-11-30' })).toBe('?endDate=2026-11-30');
});
