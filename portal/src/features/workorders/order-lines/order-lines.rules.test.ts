import { expect, test } from 'vitest';
import { editionText } from '#contract/workorders/edition.ts';
import { insideLine } from '../testing/samples.ts';
import { emptyLine, totalsOf, valuesOf, withAmount, writeOf } from './order-lines.rules.ts';

const vat = 'standard' as const;

test('totals are the sums, and the margin is a share of sales', () => {
  const lines = [
    { salesAmount: 318000, purchaseAmount: 241000, vat },
    { salesAmount: 89000, purchaseAmount: 61250, vat },
    { salesAmount: null, purchaseAmount: null, vat },
  ];
  const { sales, purchase, margin } = totalsOf(lines);
  expect([sales, purchase]).toEqual([407000, 302250]);
  expect(margin).toBeCloseTo(0.2574, 4);
  expect(totalsOf([])).toEqual({ sales: 0, discount: 0, purchase: 0, margin: null });
  // A credit has no share: (-50 - 100) / -50 would be a margin of 300%.
  expect(totalsOf([{ purchaseAmount: 100, salesAmount: -50, vat }]).margin).toBeNull();
  expect(totalsOf([{ purchaseAmount: 100, salesAmount: 50, vat }]).margin).toBe(-1);
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

test('a line by the piece has the amount of quantity, price and discount', () => {
  const line = valuesOf({ ...insideLine, quantity: 12.5, unitAmount: 333, discountPercentage: 10 });
  expect(line).toMatchObject({ quantity: 1250, unitAmount: 333, discountPercentage: 1000 });
  expect(withAmount(line).salesAmount).toBe(3746);
  const sent = { quantity: 12.5, unitAmount: 333, discountPercentage: 10, salesAmount: 3746 };
  expect(writeOf(line, false)).toMatchObject(sent);
  expect(withAmount(valuesOf(insideLine)).salesAmount).toBe(318_000);
});

test('what the customer did not choose does not count', () => {
  const lines = [
    { salesAmount: 300, purchaseAmount: 100, isAccepted: true, vat },
    { salesAmount: 500, purchaseAmount: 400, isAccepted: false, vat },
    { salesAmount: 100, purchaseAmount: 0, isAccepted: null, vat },
  ];
  expect(totalsOf(lines)).toMatchObject({ sales: 400, purchase: 100 });
});

test('until the customer answers, options and alternatives behind the first do not count', () => {
  const line = (uncountedAs: 'optional' | 'alternative' | null, isAccepted: boolean | null = null) => ({
    salesAmount: 100,
    purchaseAmount: 10,
    vat,
    uncountedAs,
    isAccepted,
  });
  expect(totalsOf([line(null), line('optional'), line('alternative')])).toMatchObject({
    sales: 100,
    purchase: 10,
  });
  expect(totalsOf([line(null), line('optional', true), line('alternative', false)]).sales).toBe(200);
});

test('the discount of the accepted offer comes off the lines of each kind of VAT, as in the offer', () => {
  const lines = [
    { salesAmount: 10_005, vat },
    { salesAmount: 995, vat: 'reduced' as const, purchaseAmount: 0 },
    { salesAmount: 700, vat, isAccepted: false },
  ];
  expect(totalsOf(lines, 10)).toMatchObject({ sales: 9899, discount: 1101 });
});
