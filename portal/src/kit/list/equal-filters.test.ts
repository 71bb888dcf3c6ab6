import { expect, test } from 'vitest';
import { equalFilters } from './equal-filters.ts';

const { filters, toQuery } = equalFilters({ active: 'boolean', kind: 'text' });

test('each filter that is on becomes a condition, and all of them must hold', () => {
  expect(filters).toEqual(['active', 'kind']);
  expect(toQuery({})).toEqual({});
  expect(toQuery({ active: 'false' })).toEqual({ filter: 'active eq false' });
  expect(toQuery({ active: 'true', kind: 'core.users' })).toEqual({
    filter: "active eq true and kind eq 'core.users'",
  });
});

test('an address that somebody changed by hand asks for nothing else', () => {
  expect(toQuery({ active: 'true or 1 eq 1' })).toEqual({});
  expect(toQuery({ kind: "x' or name ne '" })).toEqual({ filter: "kind eq 'x'' or name ne '''" });
});
