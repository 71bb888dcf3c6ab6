import { describe, expect, test } from 'vitest';
import { amountsIn, decimalToCents, parseAmount } from './amounts.ts';

const cents = (text: string): number[] => amountsIn(text).map((amount) => amount.cents);

describe('amounts in a line', () => {
  test.each([
    ['Totaal € 1.410,67', [141067]],
    ['EUR 1,410.67', [141067]],
    ['€1410.67', [141067]],
    ['1.410.67', [141067]],
    ['€ 1.250,-', [125000]],
    ['€ 1 234,56', [123456]],
    ['0,00', [0]],
    ['12.345.678,90', [1234567890]],
    ['Fr. 99,95 EUR', [9995]],
  ])('%s is read', (text, expected) => {
    expect(cents(text)).toEqual(expected);
  });

  test('a minus before, behind, or around it makes it negative', () => {
    expect(cents('-12,00 12,00- (12,00) € -12,00 -€ 12,00 − 12,00')).toEqual([
      -1200, -1200, -1200, -1200, -1200, -1200,
    ]);
  });

  test('a quantity before a price is no part of it', () => {
    expect(cents('2 45,56 91,12')).toEqual([4556, 9112]);
    expect(cents('kist 1 234,56')).toEqual([23456]);
  });

  test('spaces group thousands where the amount is all of its cell, or follows a currency', () => {
    expect(cents('1 234,56')).toEqual([123456]);
    expect(cents('Totaal\t12 300,00 €')).toEqual([1230000]);
    expect(cents('EUR 1 234.56')).toEqual([123456]);
  });

  test('apostrophes group thousands', () => {
    expect(cents("CHF 12'500.00")).toEqual([1250000]);
  });

  test('percentages, dates, versions and parts of codes are no amounts', () => {
    expect(cents('21,00 % 9,5% 12.05.2024 v1.2.34 NL12,50x')).toEqual([]);
  });

  test('a whole number is an amount only with a currency, and is not exact', () => {
    expect(amountsIn('€ 50 en 60')).toMatchObject([{ cents: 5000, isExact: false }]);
  });

  test('its place in the line is that of its text', () => {
    const text = 'Totaal incl. btw € 1.410,67 te betalen';
    const [found] = amountsIn(text);
    expect(text.slice(found?.start, found?.end).trim()).toBe('€ 1.410,67');
  });
});

test('an amount alone is parsed, anything around it is not', () => {
  expect(parseAmount('1.234,56')).toBe(123456);
  expect(parseAmount('1234')).toBe(123400);
  expect(parseAmount('-3')).toBe(-300);
  expect(parseAmount('1.234,56 per uur')).toBeNull();
  expect(parseAmount('')).toBeNull();
});

describe('decimals of XML', () => {
  test.each([
    ['1656.25', 165625],
    ['0.1', 10],
    ['-12', -1200],
    ['+3.005', 301],
    ['1.004', 100],
    ['-0.00', 0],
    ['007.5', 750],
  ])('%s', (text, expected) => {
    expect(decimalToCents(text)).toBe(expected);
  });

  test('anything but a plain decimal is none', () => {
    for (const text of ['', '1,5', '1e3', 'NaN', '12345678901234567890', '1.2.3', '--1'])
      expect(decimalToCents(text)).toBeNull();
  });
});
