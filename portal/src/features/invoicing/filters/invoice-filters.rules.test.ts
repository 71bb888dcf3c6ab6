import { expect, test } from 'vitest';
import { activeFilters, amountText, queryOf } from './invoice-filters.rules.ts';

test.each([
  [{}, undefined],
  [{ creditor: "Bakker d'Or" }, "contains(creditor/name, 'Bakker d''Or')"],
  [{ amountFrom: '9.332,19', amountTo: '9332.20' }, 'totalAmount ge 933219 and totalAmount le 933220'],
  [
    { dateFrom: '2026-11-01', dateTo: '30-11-2026' },
    'invoiceDate ge 2026-11-01 and invoiceDate le 2026-11-30',
  ],
  [
    { iban: 'NL91 ABNA 0417 1643 00', kvk: '1234.5678' },
    "contains(iban, 'NL91ABNA0417164300') and contains(kvk, '12345678')",
  ],
  [{ number: ' F-1 ', orderNumber: 'PO' }, "contains(invoiceNumber, 'F-1') and contains(orderNumber, 'PO')"],
  [
    { administration: 'Noord', company: 'Vecht' },
    "contains(administration/name, 'Noord') and contains(company/name, 'Vecht')",
  ],
  [
    { rejected: "2026-10-05 Niet Pam's", untouched: 'true', failedExport: 'maybe' },
    "rejections/any(r: tolower(r/reason) eq 'niet pam''s' and r/decidedAt ge 2026-10-04T22:00:00.000Z) and isUntouched eq true",
  ],
  [{ amountFrom: 'abc', dateFrom: '31-02-2026', iban: ' ' }, undefined],
])('%j asks the server for %j', (values, filter) => {
  expect(queryOf(values).filter).toBe(filter);
});

test('a name that was picked is that name alone', () => {
  const may = (right: string) => right === 'core.companies.read';
  expect(queryOf({ administration: 'Noord', company: "Bos d'Or" }, may).filter).toBe(
    "contains(administration/name, 'Noord') and company/name eq 'Bos d''Or'",
  );
});

test('the view travels by itself, an unknown one is the first', () => {
  expect(queryOf({ status: 'rejected' })).toEqual({ extra: { status: 'rejected' } });
  expect(queryOf({ status: 'nonsense' })).toEqual({ extra: { status: '' } });
});

test('what cannot be read does not count as a filter', () => {
  expect(activeFilters({ amountFrom: 'abc', kvk: '12', status: 'rejected' })).toEqual([
    { name: 'kvk', value: '12' },
  ]);
});

test('an amount stands in the address as one can read it', () => {
  expect([933_219, -150_000, 0, null].map(amountText)).toEqual(['9332.19', '-1500.00', '0.00', '']);
});
