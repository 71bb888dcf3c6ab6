import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDay, parseMoney, parseValue } from './values.rules.ts';

describe('amounts', () => {
  test.each([
    ['1.234,56', 123456],
    ['1234.56', 123456],
    ['1,234.56', 123456],
    ['1234,56', 123456],
    ['1.234.567,89', 123456789],
    ["12'500.00", 1250000],
    ['1 234,56', 123456],
    ['€ 1.234,56', 123456],
    ['€1.234,56', 123456],
    ['1.234,56 EUR', 123456],
    ['EUR -12,50', -1250],
    ['-€ 12,50', -1250],
    ['€ -12,50', -1250],
    ['12,50-', -1250],
    ['(12,50)', -1250],
    ['− 12,50', -1250],
    ['12', 1200],
    ['12,5', 1250],
    ['1.234', 123400],
    ['12,-', 1200],
    ['1.234,--', 123400],
    ['0,00', 0],
    ['', null],
    ['Totaal', null],
    ['12,345,6', null],
    ['1.23.45', null],
    ['12,34 en 56,78', null],
  ])('%j is %j', (raw, cents) => {
    expect(parseMoney(raw)).toBe(cents);
  });

  test.each([
    ['1.234', '.', null],
    ['1.234', ',', 123400],
    ['12.34', ',', null],
    ['12.34', '.', 1234],
    ['1,234.50', '.', 123450],
  ] as const)('%j with %j as decimal sign is %j', (raw, sign, cents) => {
    expect(parseMoney(raw, sign)).toBe(cents);
  });

  test('every amount comes back from how the Dutch, Germans and English write it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999_999, max: 99_999_999 }),
        fc.constantFrom('nl-NL', 'de-DE', 'en-GB', 'de-CH'),
        (cents, locale) => {
          const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(cents / 100);
          expect(parseMoney(text)).toBe(cents);
        },
      ),
    );
  });
});

describe('days', () => {
  test.each([
    ['3-5-2026', '2026-05-03'],
    ['03-05-2026', '2026-05-03'],
    ['3/5/26', '2026-05-03'],
    ['3.5.2026', '2026-05-03'],
    ['3 mei 2026', '2026-05-03'],
    ['3 May 2026', '2026-05-03'],
    ['3. Mai 2026', '2026-05-03'],
    ['May 3, 2026', '2026-05-03'],
    ['2026-05-03', '2026-05-03'],
    ['20260503', '2026-05-03'],
    ['zondag 3 mei 2026', '2026-05-03'],
    ['31-02-2026', null],
    ['31 februari 2026', null],
    ['5-13-2026', null],
    ['geen datum', null],
    ['', null],
  ])('%j is %j', (raw, day) => {
    expect(parseDay(raw)).toBe(day);
  });

  test('month before day where the supplier writes so', () => {
    expect(parseDay('05/03/2026', 'maand-dag')).toBe('2026-05-03');
    expect(parseDay('13/03/2026', 'maand-dag')).toBeNull();
  });
});

test('a number is a text of one line, and no empty one', () => {
  const habits = { decimaalteken: '', datumvolgorde: '' } as const;
  expect(parseValue('factuurnummer', ' 2026\n 0042 ', habits)).toEqual({ kind: 'text', value: '2026 0042' });
  expect(parseValue('factuurnummer', '   ', habits)).toBeNull();
  expect(parseValue('factuurnummer', 'x'.repeat(61), habits)).toBeNull();
});
