import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ListQuery, ListQueryError, parseListQuery } from './list-query.ts';
import { filterArbitrary } from './list-query/filter-arbitrary.ts';
import { formatListQuery } from './list-query/format.ts';
import type { Expand, SortKey } from './list-query/tree.ts';
import type { ListFields } from './resource.ts';

const fields = {
  id: 'id',
  name: 'text',
  status: 'number',
  isActive: 'boolean',
  dayOn: 'day',
  createdAt: 'instant',
  'administration/name': 'text',
  users: { any: { id: 'id', name: 'text', tags: { any: { $it: 'text' } }, 'group/name': 'text' } },
} as const satisfies ListFields;
const resource = { fields, defaultSort: 'name' };

const text = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .filter((value) => value.isWellFormed() && !value.includes('\0'));
const moment = fc
  .date({ min: new Date('1000-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString());
const day = moment.map((iso) => iso.slice(0, 10));
const values = {
  id: fc.oneof(fc.uuid(), text),
  text: fc.oneof(text, fc.constantFrom("''", "' or 1 eq 1", 'null', '%_\\')),
  number: fc
    .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
    .map((value) => value + 0),
  boolean: fc.boolean(),
  day,
  instant: fc.oneof(moment, day),
};

const paths = ['id', 'name', 'status', 'isActive', 'dayOn', 'createdAt', 'administration/name'];
const orderOf = (names: readonly string[]): fc.Arbitrary<SortKey[]> =>
  fc.array(
    fc.record({
      path: fc.constantFrom(...names),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
    }),
    { maxLength: 4 },
  );
const selectOf = (names: readonly string[]) => fc.option(fc.subarray([...names], { minLength: 1 }));
const expandOf = (name: string, inner: ListFields, names: readonly string[]): fc.Arbitrary<Expand> =>
  fc.record({
    name: fc.constant(name),
    select: selectOf(names),
    filter: fc.option(filterArbitrary(inner, values, 1)),
    orderBy: orderOf(names),
    top: fc.option(fc.integer({ min: 1, max: 250 })),
    expand: fc.constant([]),
  });
const expand = fc.tuple(
  expandOf('administration', { name: 'text' }, ['name']),
  fc
    .tuple(
      expandOf('users', fields.users.any, ['id', 'name', 'group/name']),
      expandOf('group', { name: 'text' }, ['name']),
    )
    .map(([users, group]) => ({ ...users, expand: [group] })),
);
const query = fc.record({
  top: fc.integer({ min: 1, max: 250 }),
  skip: fc.nat(),
  count: fc.boolean(),
  filter: fc.option(filterArbitrary(fields, values)),
  orderBy: orderOf(paths).filter((keys) => keys.length > 0),
  select: selectOf([...paths, 'users', 'administration']),
  expand: fc.oneof(fc.constant([]), expand),
  words: fc.uniqueArray(fc.constantFrom('jan', '2026-12', 'Čeć', "o'b", '%'), { maxLength: 4 }),
});

// What became of a query; every outcome but `read` and `refused` is a failure.
function outcomeOf(raw: Record<string, string>): string {
  let tree: ListQuery;
  try {
    tree = parseListQuery(resource, raw);
  } catch (error) {
    if (!(error instanceof ListQueryError)) return `broken: ${String(error)}`;
    const length = raw[error.parameter]?.length ?? -1;
    return error.position <= length ? 'refused' : 'refused without a place';
  }
  const again = parseListQuery(resource, formatListQuery(tree));
  return isDeepStrictEqual(again, tree) ? 'read' : 'read differently when written again';
}

test('a query that is written and read again is the same', () => {
  fc.assert(
    fc.property(query, (tree) => {
      const raw = formatListQuery(tree);
      // What is past a bound is refused by design; everything else must come back.
      fc.pre(
        (raw.$filter ?? '').length < 8000 &&
          (raw.$filter ?? '').split(/ and | or |not \(|any\(|,/).length < 90,
      );
      expect(parseListQuery(resource, Object.fromEntries(new URLSearchParams(raw)))).toEqual(tree);
    }),
    { numRuns: 500 },
  );
});

const pieces = [
  "( ) , : / ; = ' '' \" not and or in eq gt any contains tolower name status users x x/id createdAt dayOn true null",
  "1 -1.5e 2026-11-21 T10:00Z $select $top 'a' users/any( x:x/name __proto__ constructor \u{1F9F6} \ud800 \0",
]
  .flatMap((line) => line.split(' '))
  .concat(' ', 'name eq', 'status eq 1', 'name in (');

test('any text is read or refused with a place, and nothing else happens', () => {
  const words = fc.constantFrom(...pieces);
  const soup = fc
    .array(words, { maxLength: 30 })
    .chain((parts) => fc.constantFrom(' ', '').map((between) => parts.join(between)));
  const anyText = fc.oneof(soup, fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 60 }));
  const seen = new Set<string>();
  fc.assert(
    fc.property(
      fc.constantFrom('$filter', '$orderby', '$select', '$expand', '$top', '$skip', '$count', 'query'),
      anyText,
      (name, value) => {
        const outcome = outcomeOf({ [name]: value });
        seen.add(outcome);
        expect(['read', 'refused']).toContain(outcome);
      },
    ),
    { numRuns: 3000 },
  );
  expect(seen).toEqual(new Set(['read', 'refused']));
});

test('a condition with one character changed is read or refused with a place', () => {
  fc.assert(
    fc.property(
      filterArbitrary(fields, values, 2),
      fc.nat(),
      fc.string({ unit: 'binary', maxLength: 1 }),
      (filter, at, other) => {
        const { $filter = '' } = formatListQuery({ filter });
        const place = at % $filter.length;
        const outcome = outcomeOf({ $filter: $filter.slice(0, place) + other + $filter.slice(place + 1) });
        expect(['read', 'refused']).toContain(outcome);
      },
    ),
    { numRuns: 1000 },
  );
});
