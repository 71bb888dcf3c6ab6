import { expect, test } from 'vitest';
import { partName, remainingPages, splitPages, turnedPages } from './page-work.rules.ts';

const numbers = (pages: readonly { readonly page: number }[] | null) =>
  pages?.map(({ page }) => page) ?? null;

test.each([
  [
    5,
    [3],
    [
      [1, 2],
      [3, 4, 5],
    ],
  ],
  [3, [3, 2, 3], [[1], [2], [3]]],
  [3, [4], null],
  [1, [2], null],
])('of %i pages split before %j', (count, before, parts) => {
  expect(splitPages(count, before)?.map(numbers) ?? null).toEqual(parts);
});

test('turns some pages and keeps all', () => {
  expect(turnedPages(3, [2], 90)?.map(({ page, turn }) => [page, turn])).toEqual([
    [1, 0],
    [2, 90],
    [3, 0],
  ]);
  expect(turnedPages(3, [4], 90)).toBeNull();
});

test('leaves the others', () => {
  expect(numbers(remainingPages(4, [1, 3]))).toEqual([2, 4]);
  expect(remainingPages(2, [3])).toBeNull();
  expect(remainingPages(2, [1, 2])).toEqual([]);
});

test.each([
  ['bundel.pdf', 1, 'bundel.pdf'],
  ['bundel.pdf', 2, 'bundel (2).pdf'],
  ['foto.v2.jpeg', 1, 'foto.v2.pdf'],
  ['zonder', 3, 'zonder (3).pdf'],
])('%s part %i is %s', (name, part, expected) => {
  expect(partName(name, part)).toBe(expected);
});
