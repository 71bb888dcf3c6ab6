import { expect, test } from 'vitest';
import { invoice } from '../testing/samples.ts';
import { splitTicked, sumOf } from './bulk.rules.ts';

const rows = [
  invoice(1, { isOpened: true }),
  invoice(2, { isOpened: true, approvalState: 'onHold' }),
  invoice(3),
  invoice(4, { isOpened: true, statusValue: 'Duplicate' }),
];

test('of the ticked rows some go along, the others say why not', () => {
  const { chosen, going, reasons } = splitTicked(rows, new Set(['i1', 'i2', 'i3', 'i4', 'gone']), true);
  expect(chosen.map(({ id }) => id)).toEqual(['i1', 'i2', 'i3']);
  expect(going.map(({ id }) => id)).toEqual(['i1']);
  expect([...reasons]).toEqual([
    ['i2', 'onHold'],
    ['i3', 'notOpened'],
  ]);
});

test('where it need not have been opened, it goes along', () => {
  const { going } = splitTicked(rows, new Set(['i1', 'i3']), false);
  expect(going.map(({ id }) => id)).toEqual(['i1', 'i3']);
});

test('sums are by currency, and creditors count once', () => {
  const of = [invoice(1), invoice(1), invoice(2, { currency: 'USD', totalAmount: 5 })];
  expect(sumOf(of)).toEqual({
    count: 3,
    totals: [
      { currency: 'EUR', cents: 24_200 },
      { currency: 'USD', cents: 5 },
    ],
    creditors: 2,
  });
});
