import { expect, test } from 'vitest';
import { invoice, invoicesUpTo } from '../testing/samples.ts';
import { matching, mustAsk } from './invoices.rules.ts';

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

test('the server is asked only when it holds more than is loaded', () => {
  expect(mustAsk('x', 251)).toBe(true);
  expect(mustAsk('x', 250)).toBe(false);
  expect(mustAsk('', 251)).toBe(false);
  expect(mustAsk('x', undefined)).toBe(false);
});
