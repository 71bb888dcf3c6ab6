import { expect, test } from 'vitest';
import { localPage } from './local-page.ts';

const people = ['Zoë Bakker', 'Anna Visser', 'Berend 10', 'Berend 9'];
const names = (list: Partial<Parameters<typeof localPage>[1]>) => {
  const whole = { search: '', sort: undefined, page: 1, size: 50, ...list };
  const { result, metadata } = localPage(people, whole, (name) => ({ name }));
  return { result, count: metadata.count };
};

test('rows are found by all words, without minding accents, and counted before they are cut', () => {
  expect(names({ search: 'bakk zoe' }).result).toEqual(['Zoë Bakker']);
  expect(names({ size: 3, page: 2 })).toEqual({ result: ['Berend 9'], count: 4 });
});

test('they sort as people count, either way, and stay as they came for an unknown field', () => {
  const sort = { field: 'name', direction: 'asc' } as const;
  expect(names({ sort }).result).toEqual(['Anna Visser', 'Berend 9', 'Berend 10', 'Zoë Bakker']);
  expect(names({ sort: { ...sort, direction: 'desc' } }).result[0]).toBe('Zoë Bakker');
  expect(names({ sort: { ...sort, field: 'other' } }).result).toEqual(people);
});
