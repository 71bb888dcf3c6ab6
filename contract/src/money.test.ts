import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountParts, formatAmount, formatMoney, formatNumber, parseAmount, readAmount } from './money.ts';

describe('reading an amount', () => {
  test.each([
    ['1.234,56', 123456],
    ['1234.56', 123456],
    ['1234,56', 123456],
    ['1,234.56', 123456],
    ['1.234.567,8', 123456780],
    ['1.234', 123400],
    ['1 234,56', 123456],
    ['1\u00a0234,56', 123456],
    ["1'234.56", 123456],
    ['12.34', 1234],
    ['12,5', 1250],
    ['12,', 1200],
    ['0,05', 5],
    ['0', 0],
    ['-0', 0],
    ['€ 1.898,97', 189897],
    ['€\u202f-1.072,40', -107240],
    ['-1.072,40', -107240],
    ['−12,50', -1250],
    ['12,50-', -1250],
    ['12,-', 1200],
    ['€ 12,--', 1200],
    ['EUR 40,00', 4000],
    ['+3', 300],
  ])('%s is %i cents', (text, cents) => {
    expect(readAmount(text)).toEqual({ cents });
    expect(parseAmount(text)).toBe(cents);
  });

  test.each([
    '',
    ' ',
    '-',
    ',5',
    'twaalf',
    '12 euro',
    '1,2,3',
    '1.23.456,00',
    '--5',
    '-5-',
    '1e3',
    '0x10',
    'NaN',
  ])('%j is not a number', (text) => {
    expect(readAmount(text)).toEqual({ code: 'not-a-number' });
    expect(parseAmount(text)).toBeUndefined();
  });

  test.each(['1,234', '12,345', '0.123', '1234.567', '1.234,567'])(
    '%s has more decimals than cents',
    (text) => {
      expect(readAmount(text)).toEqual({ code: 'too-many-decimals' });
    },
  );

  test('an amount beyond 2^53 cents is refused rather than rounded', () => {
    expect(readAmount('90071992547409,91')).toEqual({ cents: Number.MAX_SAFE_INTEGER });
    expect(readAmount('90071992547409,92')).toEqual({ code: 'too-large' });
  });

  test('what was written is read back as the same cents, in both languages', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom('nl' as const, 'en' as const), (cents, language) => {
        expect(parseAmount(formatAmount(cents, language))).toBe(cents === 0 ? 0 : cents);
        expect(parseAmount(formatMoney(cents, 'EUR', language))).toBe(cents === 0 ? 0 : cents);
      }),
    );
  });
});

describe('writing an amount', () => {
  test.each([
    [128450, 'nl', '€\u202f1.284,50'],
    [-107240, 'nl', '€\u202f-1.072,40'],
    [5, 'nl', '€\u202f0,05'],
    [-5, 'nl', '€\u202f-0,05'],
    [128450, 'en', '€1,284.50'],
    [-128450, 'en', '-€1,284.50'],
  ] as const)('%i cents in %s', (cents, language, text) => {
    expect(formatMoney(cents, 'EUR', language)).toBe(text);
  });

  test('another currency is named by its code', () => {
    expect(amountParts(4000, 'USD')).toEqual({ minus: '', sign: 'USD', gap: '\u00a0', number: '40,00' });
  });
});

test.each([
  [1861, {}, '1.861'],
  [9.67, {}, '9,67'],
  [3.5, { min: 2 }, '3,50'],
  [-0.001, {}, '0'],
  [1234567.5, { max: 1 }, '1.234.567,5'],
  [7.48, { max: 1 }, '7,5'],
])('the number %d is written as %j asks: %s', (value, decimals, text) => {
  expect(formatNumber(value, 'nl', decimals)).toBe(text);
});
