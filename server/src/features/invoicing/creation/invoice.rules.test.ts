import { describe, expect, test } from 'vitest';
import { numberKey, valuesOf } from './invoice.rules.ts';

describe('a number to compare', () => {
  test.each([
    ['2026-0042', '20260042'],
    ['f 2026.42', 'F202642'],
    ['0042', '0042'],
    ['42', '42'],
    ['A–1', 'A1'],
    ['2026/42', '2026/42'],
  ])('%s is %s', (number, key) => {
    expect(numberKey(number)).toBe(key);
  });
});

describe('the invoice of a document', () => {
  const values = { number: '42', date: '2026-11-02', total: '12100' };

  test('takes what was found and leaves the rest open', () => {
    expect(
      valuesOf({
        firstText: '',
        isCreditorConfirmed: false,
        supplierPlace: null,
        vatRates: [],
        values,
        lines: [],
      }),
    ).toEqual({
      invoiceNumber: '42',
      invoiceDate: '2026-11-02',
      dueDate: null,
      currency: 'EUR',
      totalInCents: 12_100,
      exclInCents: null,
      vatInCents: null,
      vatRates: [],
      iban: null,
      gAccount: null,
      paymentReference: null,
      orderNumber: '',
      description: '',
      supplier: { name: '', kvk: null, vatId: null, iban: null, isNameConfirmed: false, place: null },
    });
  });

  test('has the description of its first line with text', () => {
    const lines = [' ', ' Onderhoud\n ketel '].map((description) => ({
      description,
      amountInCents: 1,
      vatPercent: null,
    }));
    expect(
      valuesOf({
        firstText: '',
        isCreditorConfirmed: false,
        supplierPlace: null,
        vatRates: [],
        values,
        lines,
      })?.description,
    ).toBe('Onderhoud ketel');
  });

  test.each(['number', 'date', 'total'] as const)('needs a %s', (property) => {
    const { [property]: _, ...rest } = values;
    expect(
      valuesOf({
        firstText: '',
        isCreditorConfirmed: false,
        supplierPlace: null,
        vatRates: [],
        values: rest,
        lines: [],
      }),
    ).toBeUndefined();
  });
});
