import { expect, test } from 'vitest';
import { found, sampleItem } from '../testing/samples.ts';
import { compareSum, isLineDoubtful, stopsOf, type FoundLine } from './review.rules.ts';

const line = (more: Partial<FoundLine> = {}): FoundLine => ({
  lineNumber: 1,
  description: 'Binnenwerk',
  quantity: 2,
  unitPriceInCents: 2500,
  amountInCents: 5000,
  vatPercent: 21,
  page: 1,
  box: null,
  ...more,
});

test.each<[string, Partial<FoundLine>, boolean]>([
  ['that adds up', {}, false],
  ['without a price', { unitPriceInCents: null }, false],
  [
    'whose price has more than two decimals',
    { quantity: 1500, unitPriceInCents: 42, amountInCents: 63_450 },
    false,
  ],
  ['of a credit note', { amountInCents: -5000 }, false],
  ['of another amount', { amountInCents: 50_000 }, true],
  ['without an amount', { amountInCents: null }, true],
])('a line %s', (_, more, expected) => expect(isLineDoubtful(line(more))).toBe(expected));

test('lines are compared with the total that they come to, else with the one without VAT', () => {
  const properties = [found('excl', '10000'), found('total', '12100')];
  const sum = (...amounts: number[]) =>
    compareSum({ properties, lines: amounts.map((amountInCents) => line({ amountInCents })) });
  expect(sum()).toBeUndefined();
  expect(sum(4000, 6000)).toEqual({ sumInCents: 10_000, of: 'excl', differenceInCents: 0 });
  expect(sum(12_100)).toMatchObject({ of: 'total', differenceInCents: 0 });
  expect(sum(9000)).toMatchObject({ of: 'excl', differenceInCents: -1000 });
});

test('doubtful are values below 90 %, lines that contradict themselves, and a sum that differs', () => {
  const item = sampleItem({
    properties: [
      found('number', '42'),
      found('dueDate', '2026-12-12', { confidence: 0.27 }),
      found('excl', '10000', { confidence: 0.5, isConfirmed: true }),
      found('vat', '', { confidence: 0.1 }),
    ],
    lines: [line(), line({ lineNumber: 2, amountInCents: 1 })],
  });
  expect(stopsOf(item)).toEqual(['dueDate', 'line 2', 'sum']);
  const electronic = { ...item, properties: [...item.properties, found('iban', 'NL1', { method: 'xml' })] };
  expect(stopsOf(electronic)).toEqual(['dueDate']);
});
