import { expect, test } from 'vitest';
import { lineAmount } from './line-amount.ts';

test('a line is quantity times price, less the discount, to the cent', () => {
  const amount = (
    quantity: number | null,
    unitAmount: number | null,
    discountPercentage: number | null = null,
  ) => lineAmount({ quantity, unitAmount, discountPercentage });
  expect(amount(1000, 35)).toBe(35_000);
  expect(amount(12.5, 333, 10)).toBe(3746);
  expect(amount(0.5, 1)).toBe(1);
  expect(amount(0.5, -1)).toBe(-1);
  expect(amount(3, 333, 33.33)).toBe(666);
  expect(amount(1, 100, 100)).toBe(0);
  // A piece that costs less than a cent.
  expect(amount(25_000, 1.25)).toBe(31_250);
  expect(amount(3, 0.01)).toBe(0);
  expect(amount(150, -0.01)).toBe(-2);
  // Floating point would lose cents.
  expect(amount(999_999.99, 99_999_999)).toBe(99_999_998_000_000);
  expect([amount(null, 100), amount(3, null)]).toEqual([null, null]);
});
