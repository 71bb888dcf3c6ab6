import { expect, test } from 'vitest';
import { withGone } from './kept-rows.rules.ts';

const rows = (...ids: string[]) => ids.map((id) => ({ id }));
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).join('');

test('a row that left stays where it stood, and what is new comes in', () => {
  const kept = withGone(rows('a', 'b', 'c', 'd'), rows('a', 'c', 'e'), new Set());
  expect(ids(kept.rows)).toBe('abcde');
  expect([...kept.gone]).toEqual(['b', 'd']);
});

test('the first row stays first, and what the person decided is gone at once', () => {
  const kept = withGone(rows('a', 'b', 'c'), rows('c'), new Set(['b']));
  expect(ids(kept.rows)).toBe('ac');
  expect([...kept.gone]).toEqual(['a']);
});

test('nothing left, nothing stays', () => {
  expect(withGone(rows('a'), rows('a', 'b'), new Set()).gone.size).toBe(0);
});
