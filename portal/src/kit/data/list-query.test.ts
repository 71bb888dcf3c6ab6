import { expect, test } from 'vitest';
import { toQueryString } from './list-query.ts';

test('a list asks for the count unless it is switched off', () => {
  expect(toQueryString({})).toBe('?$count=true');
  expect(toQueryString({ count: false, top: 50 })).toBe('?$top=50&$count=false');
});

test('values are percent-encoded, empty ones and the first page are left out', () => {
  const search = toQueryString({
    skip: 0,
    orderBy: 'name asc',
    filter: "name eq 'a&b'",
    query: '',
    extra: { status: '' },
  });
  expect(search).toBe("?$count=true&$orderby=name%20asc&$filter=name%20eq%20'a%26b'");
});

test('the order of own pairs does not depend on how they were written down', () => {
  const pairs = { status: 'Concept', company: '7' };
  expect(toQueryString({ extra: pairs })).toBe('?$count=true&company=7&status=Concept');
});
