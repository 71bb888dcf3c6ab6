import { expect, test } from 'vitest';
import type { VatKind } from '#contract/workorders/vat.ts';
import { isOpen, offerName, rateOn, specificationOf, stateOf, totalsOf } from './offers.rules.ts';
import { vatOf } from '#contract/money.ts';

const facts = { answer: null, withdrawnAt: null, replacedAt: null, sentAt: null, validUntil: '2026-12-21' };
const at = '2026-11-21T13:05:00Z';

test.each([
  ['made and not mailed', {}, 'concept'],
  ['mailed', { sentAt: at }, 'sent'],
  ['on its last day', { sentAt: at, validUntil: '2026-11-21' }, 'sent'],
  ['a day after its last', { sentAt: at, validUntil: '2026-11-20' }, 'expired'],
  ['accepted, and long past its last day', { answer: 'accepted', validUntil: '2020-01-01' }, 'accepted'],
  ['declined, and replaced since', { answer: 'declined', replacedAt: at }, 'declined'],
  ['withdrawn, and replaced since', { withdrawnAt: at, replacedAt: at }, 'withdrawn'],
  ['replaced, and past its last day', { replacedAt: at, validUntil: '2020-01-01' }, 'replaced'],
] as const)('a version that was %s is %s', (_, given, state) => {
  expect(stateOf({ ...facts, ...given }, '2026-11-21')).toBe(state);
  expect(isOpen(state)).toBe(state === 'concept' || state === 'sent');
});

test.each([
  [100, 2100, 21],
  [2, 2100, 0],
  [3, 2100, 1],
  [50, 2100, 11],
  [-50, 2100, -11],
  [0, 2100, 0],
  [12_345, 900, 1111],
  [12_345, 0, 0],
  [999_999_999_999, 2100, 210_000_000_000],
])('over %i cents at %i hundredths of a percent stand %i cents of VAT', (amount, rate, vat) => {
  expect(vatOf(amount, rate)).toBe(vat);
});

const line = (salesAmount: number, isOptional = false, isAccepted: boolean | null = null) => ({
  salesAmount,
  vat: 'standard' as const,
  vatRate: null,
  isOptional,
  choice: null,
  isAccepted,
});
const rates = { vatRate: 2100, discountRate: 0 };

test('optional lines stand apart until the customer has chosen', () => {
  const open = totalsOf([line(10_000), line(2500, true), line(5000, true)], rates);
  expect(open).toEqual({
    totalAmount: 10_000,
    vatAmount: 2100,
    vat: [{ percentage: 21, isReversed: false, baseAmount: 10_000, vatAmount: 2100 }],
    totalInclVatAmount: 12_100,
    discountPercentage: 0,
    discountAmount: 0,
    optionalAmount: 7500,
    vatPercentage: 21,
  });
  const chosen = totalsOf(
    [line(10_000, false, true), line(2500, true, true), line(5000, true, false)],
    rates,
  );
  expect(chosen).toMatchObject({ totalAmount: 12_500, vatAmount: 2625, totalInclVatAmount: 15_125 });
});

test('of alternatives the first one counts, until the customer has taken one', () => {
  const alternative = (salesAmount: number, isAccepted: boolean | null = null) => ({
    ...line(salesAmount, false, isAccepted),
    choice: 1,
  });
  const open = [line(1000), alternative(20_000), alternative(35_000)];
  expect(totalsOf(open, rates)).toMatchObject({ totalAmount: 21_000, vatAmount: 4410, optionalAmount: 0 });
  const taken = [line(1000, false, true), alternative(20_000, false), alternative(35_000, true)];
  expect(totalsOf(taken, rates).totalAmount).toBe(36_000);
});

test('a discount is taken off the total of each rate, before VAT', () => {
  const low = { ...line(995), vat: 'reduced' as const, vatRate: 900 };
  expect(totalsOf([line(10_005), low], { vatRate: 2100, discountRate: 1000 })).toMatchObject({
    // 1000.5 and 99.5 are taken off, rounded: half a cent away from zero.
    discountPercentage: 10,
    discountAmount: 1101,
    totalAmount: 9899,
    vat: [
      { percentage: 21, baseAmount: 9004, vatAmount: 1891 },
      { percentage: 9, baseAmount: 895, vatAmount: 81 },
    ],
    totalInclVatAmount: 11_871,
  });
});

test('each rate has its own VAT, rounded over its own total', () => {
  const at = (salesAmount: number, vat: VatKind, vatRate: number) => ({ ...line(salesAmount), vat, vatRate });
  const lines = [
    at(10_001, 'reduced', 900),
    at(5005, 'standard', 2100),
    at(5005, 'standard', 2100),
    at(700, 'reversed', 0),
    at(300, 'zero', 0),
  ];
  expect(totalsOf(lines, rates)).toMatchObject({
    totalAmount: 21_011,
    vat: [
      // 1051.05 and 1051.05 would round to 2102, together they are 2102.1.
      { percentage: 21, baseAmount: 10_010, vatAmount: 2102 },
      { percentage: 9, baseAmount: 10_001, vatAmount: 900 },
      { percentage: 0, isReversed: false, baseAmount: 300, vatAmount: 0 },
      { percentage: 0, isReversed: true, baseAmount: 700, vatAmount: 0 },
    ],
    vatAmount: 3002,
    totalInclVatAmount: 24_013,
  });
});

test('the rate is the latest of the administration, then of all, then the setting', () => {
  const rate = (administrationId: string | null, from: string, percentage: number) => ({
    administrationId,
    vat: 'reduced' as const,
    from,
    percentage,
  });
  const vatRates = [rate(null, '2026-01-01', 9), rate(null, '2027-01-01', 10), rate('a', '2026-06-01', 6)];
  const on = (administrationId: string, day: string, vat: VatKind = 'reduced') =>
    rateOn({ vatRate: 2100, vatRates }, vat, { administrationId, day });
  expect([on('b', '2025-12-31'), on('b', '2026-12-31'), on('b', '2027-01-01')]).toEqual([900, 900, 1000]);
  expect([on('a', '2026-05-31'), on('a', '2026-06-01'), on('a', '2027-01-01')]).toEqual([900, 600, 600]);
  const kinds = ['standard', 'zero', 'reversed'] as const;
  expect(kinds.map((vat) => on('a', '2027-01-01', vat))).toEqual([2100, 0, 0]);
});

test('a specification names what there is, in the language of the offer', () => {
  const texts = {
    edition: '1.000',
    size: 'A5',
    format: '',
    printing: '4/4',
    material: '',
    finish: 'gevouwen',
  };
  expect(specificationOf(texts, 'nl')).toBe('oplage 1.000 · A5 · 4/4 · gevouwen');
  expect(specificationOf({ ...texts, edition: '12000' }, 'nl')).toBe('oplage 12.000 · A5 · 4/4 · gevouwen');
  const price = { quantity: 1000, unitAmount: 35, discountPercentage: 7.5 };
  expect(specificationOf({ ...texts, ...price }, 'nl')).toContain(
    'gevouwen · 1.000 × €\u202f0,35, 7,5 % korting',
  );
  expect(specificationOf({ ...texts, edition: '' }, 'en')).toBe('A5 · 4/4 · gevouwen');
  expect(offerName('2026-12', 3)).toBe('offer 2026-12-3.pdf');
});
