import { expect, test } from 'vitest';
import { axisOf } from './chart.rules.ts';

test.each([
  [0, 1, 1],
  [1, 1, 1],
  [3, 3, 1],
  [7, 8, 2],
  [100, 100, 25],
  [101, 150, 50],
  [1_861, 2_000, 500],
  [10_000_001, 15_000_000, 5_000_000],
])('an axis for %i ends at %i in steps of %i', (most, top, step) => {
  const axis = axisOf(most);
  expect(axis.top).toBe(top);
  expect(axis.marks.slice(0, 2)).toEqual([0, step]);
});

test('the highest bar always fits, and every mark is a whole number', () => {
  for (let most = 0; most < 3_000; most += 1) {
    const { top, marks } = axisOf(most);
    expect(top).toBeGreaterThanOrEqual(most);
    expect(marks.length).toBeLessThanOrEqual(6);
    expect(marks.every(Number.isInteger)).toBe(true);
  }
});
