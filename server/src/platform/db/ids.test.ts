import { expect, test } from 'vitest';
import { isId, newId } from './ids.ts';

test('ids of one millisecond are different and sort as they were made', () => {
  const at = Date.UTC(2026, 10, 21);
  const made = Array.from({ length: 2000 }, () => newId(at));
  expect(new Set(made).size).toBe(2000);
  expect(made.toSorted()).toEqual(made);
  expect(made.every(isId)).toBe(true);
});

test('a later id sorts after an earlier one', () => {
  expect(newId(1_000) < newId(2_000)).toBe(true);
});
