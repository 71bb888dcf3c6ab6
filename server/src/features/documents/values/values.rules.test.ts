import { describe, expect, test } from 'vitest';
import type { DocumentProperty } from '#contract/documents/properties.ts';
import { storedValue } from './values.rules.ts';

describe('what a person types or clicks', () => {
  test.each<[DocumentProperty, string, string]>([
    ['total', '1.234,56', '123456'],
    ['total', '€ 121', '12100'],
    ['total', '12,50-', '-1250'],
    ['total', '(12,50)', '-1250'],
    ['total', '12,50 CR', '-1250'],
    ['date', '3 mei 2026', '2026-05-03'],
    ['date', '03-05-26', '2026-05-03'],
    ['date', '3/5/2026', '2026-05-03'],
    ['date', '12 mrt. 2026', '2026-03-12'],
    ['date', '2026-11-02', '2026-11-02'],
    ['number', '  2026 -  0042 ', '2026 - 0042'],
    ['iban', 'nl91 abna 0417 1643 00', 'NL91ABNA0417164300'],
    ['kvk', '12 34 56 78', '12345678'],
    ['vatId', 'nl 8145.20.741.B01', 'NL814520741B01'],
    ['vatId', 'CHE-123.456.789', 'CHE-123456789'],
    ['currency', 'usd', 'USD'],
    ['creditor', 'Bäckerei Østergård', 'Bäckerei Østergård'],
    ['total', '', ''],
  ])('as %s %j is stored as %j', (property, text, value) => {
    expect(storedValue(property, { value: text })).toEqual({ value });
  });

  test.each<[DocumentProperty, string, string]>([
    ['date', '31-02-2026', 'not-a-date'],
    ['date', 'gisteren', 'not-a-date'],
    ['total', 'twaalf', 'not-a-number'],
    ['total', '1,234', 'too-many-decimals'],
    ['kvk', '1234', 'invalid'],
    ['currency', 'euro', 'invalid'],
    ['iban', 'NL00 BANK 0123 4567 89', 'invalid'],
    ['iban', 'NL91 ABNA 0417 1643 0', 'invalid'],
    ['vatId', 'NL1234', 'invalid'],
  ])('as %s %j is refused as %s', (property, text, code) => {
    expect(storedValue(property, { value: text })).toEqual({ code });
  });

  test('the value of a candidate is taken as it came', () => {
    expect(storedValue('total', { value: '-12100', isStored: true })).toEqual({ value: '-12100' });
    expect(storedValue('total', { value: '12,50', isStored: true })).toEqual({ code: 'not-whole' });
  });
});
