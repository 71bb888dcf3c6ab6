import { expect, test } from 'vitest';
import { findOpenRow } from './use-open-row.ts';

const rows = ['a', 'b', 'c'].map((id) => ({ id }));
const list = { page: 1, size: 25 };
const ids = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id);

test.each([
  ['the first', 'a', 0, undefined, 'b'],
  ['one in between', 'b', 0, 'a', 'c'],
  ['the last', 'c', 0, 'b', undefined],
  ['one that left from in between', 'x', 1, 'a', 'b'],
  ['one that left from the end', 'x', 9, 'c', undefined],
  ['none', undefined, 0, undefined, 'a'],
])('the neighbours of %s', (_, id, lastIndex, previous, next) => {
  const found = findOpenRow(rows, { id, lastIndex }, list);
  expect([found.previous?.id, found.next?.id]).toEqual([previous, next]);
});

test('a row that left the list is shown at its place where it is still known', () => {
  const left = { id: 'x', lastIndex: 1, unlisted: { id: 'x' } };
  const found = findOpenRow(rows, left, list);
  expect(ids(found.rows)).toEqual(['a', 'x', 'b', 'c']);
  expect(found.row?.id).toBe('x');
  expect(ids(findOpenRow(rows, { ...left, unlisted: undefined }, list).rows)).toEqual(['a', 'b', 'c']);
  expect(ids(findOpenRow(rows, { ...left, id: 'b' }, list).rows)).toEqual(['a', 'b', 'c']);
});

test('the page is that of the open row, else that of the address, and never past the last', () => {
  const pageOf = (id: string | undefined, page: number) =>
    findOpenRow(rows, { id, lastIndex: 0 }, { page, size: 2 }).page;
  expect([pageOf('b', 2), pageOf('c', 1)]).toEqual([1, 2]);
  expect([pageOf(undefined, 2), pageOf(undefined, 9), pageOf('x', 2)]).toEqual([2, 2, 2]);
  expect(findOpenRow([], { id: undefined, lastIndex: 0 }, { page: 3, size: 2 }).page).toBe(1);
});
