import { expect, test } from 'vitest';
import { invoice, invoicesUpTo } from '../testing/samples.ts';
import { matching } from './invoices.rules.ts';

const rows = invoicesUpTo(3);
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

test.each([
  ['', ['i1', 'i2', 'i3']],
  ['crediteur f-2', ['i2']],
  ['CREDITEUR', ['i1', 'i2', 'i3']],
  ['2026-11-0003', ['i3']],
  ['f-1 onderhoud', ['i1']],
  ['onderhoud f-9', []],
])('searching %j keeps the rows in which every word occurs', (search, expected) => {
  expect(ids(matching(rows, search))).toEqual(expected);
});

test('accents make no difference', () => {
  const menage = invoice(4, { creditor: { name: 'Drukkerij Ménage à Papier' } });
  expect(ids(matching([menage], 'menage a'))).toEqual(['i4']);
  expect(ids(matching([invoice(5, { creditor: { name: 'Menage' } })], 'ménage'))).toEqual(['i5']);
});

test.each(['9.332,19', '9332,19', '9332.19', '9,332.19', '€ 9332', '3-11-2026', '03-11-2026', '2026-11-03'])(
  '%j finds an amount or a day as it is typed',
  (search) => {
    const one = invoice(4, { totalAmount: 933_219, invoiceDate: '2026-11-03' });
    expect(ids(matching([one, invoice(5)], search.replace('€ ', '')))).toEqual(['i4']);
  },
);

test('a credit note is found by its amount, with or without its minus', () => {
  const credit = invoice(4, { totalAmount: -150_000 });
  for (const search of ['-1.500,00', '1500,00']) expect(ids(matching([credit], search))).toEqual(['i4']);
});
