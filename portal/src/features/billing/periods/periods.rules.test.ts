import { expect, test } from 'vitest';
import { periodChoices, periodName, stepPeriod } from './periods.rules.ts';

test.each([
  ['2026-10', 'nl', 'oktober 2026'],
  ['2026-10', 'en', 'October 2026'],
  ['2026-Q4', 'nl', '4e kwartaal 2026'],
  ['2026-Q4', 'en', 'Q4 2026'],
  ['2026', 'nl', '2026'],
] as const)('%s reads in %s as %s', (period, language, name) => {
  expect(periodName(period, language)).toBe(name);
});

test('under a bar a month is short, without a full stop', () => {
  expect(periodName('2026-10', 'nl', 'short')).toBe('okt');
  expect(periodName('2026-10', 'en', 'short')).toBe('Oct');
});

test('the newest comes first, across a new year', () => {
  const { months, quarters, years } = periodChoices('2026-02-28');
  expect(months.slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12']);
  expect(quarters.slice(0, 3)).toEqual(['2026-Q1', '2025-Q4', '2025-Q3']);
  expect(years).toEqual(['2026', '2025', '2024', '2023', '2022']);
});

test.each([
  ['2026-01', -1, '2025-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-Q1', -1, '2025-Q4'],
  ['2025-Q4', 1, '2026-Q1'],
  ['2026', -1, '2025'],
])('%s moved by %i is %s', (period, steps, next) => {
  expect(stepPeriod(period, steps)).toBe(next);
});
