import { expect, test } from 'vitest';
import { invoice, invoicesUpTo } from '../testing/samples.ts';
import { lastPage, matching, mustAsk, neighbour, pageOf, withOpen } from './invoices.rules.ts';

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

test.each([
  ['the next of the first', { at: 0, isListed: true }, 1, 'i2'],
  ['the next of the last', { at: 2, isListed: true }, 1, undefined],
  ['the previous of the first', { at: 0, isListed: true }, -1, undefined],
  ['the previous of the last', { at: 2, isListed: true }, -1, 'i2'],
  ['the next of one that left from between', { at: 1, isListed: false }, 1, 'i2'],
  ['the previous of one that left from between', { at: 1, isListed: false }, -1, 'i1'],
] as const)('%s', (_, place, step, expected) => {
  expect(neighbour(rows, place, step)?.id).toBe(expected);
});

test('pages are counted from one, and there is always one', () => {
  expect([pageOf(0, 25), pageOf(24, 25), pageOf(25, 25)]).toEqual([1, 1, 2]);
  expect([lastPage(0, 25), lastPage(25, 25), lastPage(26, 25)]).toEqual([1, 1, 2]);
});

test('an open row that left the list keeps its place among the others', () => {
  expect(ids(withOpen(rows, { at: 1, isListed: false }, invoice(9)))).toEqual(['i1', 'i9', 'i2', 'i3']);
  expect(ids(withOpen(rows, { at: 1, isListed: true }, invoice(2)))).toEqual(['i1', 'i2', 'i3']);
});
