import { expect, test } from 'vitest';
import { editionText } from '#contract/workorders/edition.ts';
import { insideLine } from '../testing/samples.ts';
import { emptyLine, totalsOf, valuesOf, writeOf } from './order-lines.rules.ts';

test('totals are the sums, and the margin is a share of sales', () => {
  const lines = [
    { salesAmount: 318000, purchaseAmount: 241000 },
    { salesAmount: 89000, purchaseAmount: 61250 },
    { salesAmount: null, purchaseAmount: null },
  ];
  const { sales, purchase, margin } = totalsOf(lines);
  expect([sales, purchase]).toEqual([407000, 302250]);
  expect(margin).toBeCloseTo(0.2574, 4);
  expect(totalsOf([])).toEqual({ sales: 0, purchase: 0, margin: null });
  // A credit has no share: (-50 - 100) / -50 would be a margin of 300%.
  expect(totalsOf([{ purchaseAmount: 100, salesAmount: -50 }]).margin).toBeNull();
  expect(totalsOf([{ purchaseAmount: 100, salesAmount: 50 }]).margin).toBe(-1);
});

test('without the permission the purchase amount is not sent', () => {
  expect(writeOf(valuesOf(insideLine), false)).not.toHaveProperty('purchaseAmount');
  expect(writeOf(emptyLine, true)).toMatchObject({ purchaseAmount: 0, salesAmount: 0 });
});

test('an edition that is a number has its thousands, on screen and on the job ticket', () => {
  expect(editionText('12500', 'nl')).toBe('12.500');
  expect(editionText('12500', 'en')).toBe('12,500');
  expect(editionText('2 x 500', 'nl')).toBe('2 x 500');
  expect(editionText('', 'nl')).toBe('');
});
