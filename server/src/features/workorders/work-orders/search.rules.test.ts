import { expect, test } from 'vitest';
import { parseListQuery } from '#contract/list-query.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { digitPieces, hasTrigrams, isYearNumber, planOf, takeSearch, tellingPart } from './search.rules.ts';

const contains = (paths: readonly string[], text = 'jan') =>
  paths.map((path) => `contains(${path}, '${text}')`);
const own = ['reference', 'yearNumber', 'administration/name'];
const people = (list: string, names: readonly string[]) =>
  `${list}/any(p: ${contains(names.map((name) => `p/${name}`)).join(' or ')})`;
const search = [
  ...contains(own),
  people('contactPersons', ['firstName', 'lastName', 'customerRelation/name']),
  people('assignedUsers', ['firstName', 'lastName']),
].join(' or ');
const take = ($filter: string, more: object = {}) =>
  takeSearch(parseListQuery(workOrders, { $filter, ...more }));
const term = { text: 'jan', isFullName: false };

test.each([
  ['as product 2.7 writes it', search],
  [
    'in another order, and in brackets',
    `(${people('assignedUsers', ['lastName', 'firstName'])} or ${search})`,
  ],
  [
    'in lower case, as clients write it who do not know better',
    search.replace('contains(reference,', 'contains(tolower(reference),'),
  ],
  [
    'with the relation of the order, and a list a name',
    [
      ...contains([...own, 'customerRelation/name']),
      ...['contactPersons', 'assignedUsers'].flatMap((list) =>
        ['firstName', 'lastName'].map((name) => people(list, [name])),
      ),
    ].join(' or '),
  ],
])('the search is known %s', (_, filter) => {
  expect(take(filter)).toMatchObject({ terms: [term], rest: { filter: null } });
});

test('beside other conditions those are left, and words of `query` are terms of their own', () => {
  const { terms, rest } = take(`true and (${search}) and status eq 3 and administrationId eq 'x'`, {
    query: 'folder a5',
  });
  expect(terms.map(({ text }) => text)).toEqual(['folder', 'a5', 'jan']);
  expect(rest.words).toEqual([]);
  expect(JSON.stringify(rest.filter)).toContain('administrationId');
  expect(JSON.stringify(rest.filter)).not.toContain('lastName');
});

test('full names of both make it a search for those', () => {
  const full = `${search} or ${people('contactPersons', ['fullName'])} or ${people('assignedUsers', ['fullName'])}`;
  expect(take(full).terms).toEqual([{ text: 'jan', isFullName: true }]);
  expect(take(`${search} or ${people('assignedUsers', ['fullName'])}`).terms).toEqual([]);
});

test.each([
  ['a field is missing', contains(own).join(' or ')],
  ['another field is there', `${search} or contains(invoiceNumber, 'jan')`],
  ['two texts are sought', `${search} or contains(reference, 'piet')`],
  ['it is not `contains`', search.replace('contains(reference', 'startswith(reference')],
  ['something else is there', `${search} or status eq 3`],
  ['it is turned around', `not (${search})`],
  ['a text is cut first', search.replace('contains(reference,', 'contains(trim(reference),')],
  [
    'somebody must be both',
    search.replace("contains(p/firstName, 'jan') or", "contains(p/firstName, 'jan') and"),
  ],
])('it is a filter like any other when %s', (_, filter) => {
  const { terms, rest } = take(filter);
  expect(terms).toEqual([]);
  expect(rest.filter).toEqual(parseListQuery(workOrders, { $filter: filter }).filter);
});

test('numbers of orders and telling parts of references are told', () => {
  expect(['2026-12', '2026-', '26-12', '2026-12a'].map(isYearNumber)).toEqual([true, false, false, false]);
  expect(['REF-0042', '0042', 'folder', 'A-12', 'X-123-45678'].map(tellingPart)).toEqual([
    '0042',
    null,
    null,
    null,
    '45678',
  ]);
});

test('three letters or digits in a row are found by an index of trigrams, less is not', () => {
  expect(['bos', '2026-12', 'één', 'a-b', '9', '46', 'REF-', 'd’or'].map(hasTrigrams)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    true,
    false,
  ]);
});

const planned = (...terms: readonly (readonly [text: string, any: number, own: number])[]) => {
  const named = terms.map(([text]) => ({ text }));
  const { sets, rows } = planOf(
    named,
    terms.map(([, any, own]) => ({ any, own })),
  );
  return { sets: sets.map(({ text }) => text), rows: rows.map(({ text }) => text) };
};

test.each([
  [
    'a rare word leads, and what it finds is looked at',
    [
      ['folder', 0.12, 0.12],
      ['zeldzaam', 0, 0],
    ],
    { sets: ['zeldzaam'], rows: ['folder'] },
  ],
  [
    'two common words of people are met as sets',
    [
      ['bram', 0.2, 0],
      ['groen', 0.15, 0.1],
    ],
    { sets: ['groen', 'bram'], rows: [] },
  ],
  [
    'what nearly all orders say themselves is looked at',
    [
      ['bakkerij', 0.12, 0.12],
      ['ref-', 1, 1],
    ],
    { sets: ['bakkerij'], rows: ['ref-'] },
  ],
  [
    'what no index finds never leads, however rare',
    [
      ['zq', 0, 0],
      ['bakkerij', 0.12, 0.12],
    ],
    { sets: ['bakkerij'], rows: ['zq'] },
  ],
  [
    'without any indexed word all are looked at',
    [
      ['a', 0.9, 0.9],
      ['9', 0.5, 0.5],
    ],
    { sets: [], rows: ['9', 'a'] },
  ],
] as const)('%s', (_, terms, expected) => {
  expect(planned(...terms)).toEqual(expected);
});

test.each([
  ['REF-0007919', ['000', '7919']],
  ['2026/00123456789', ['345', '6789']],
  ['123456', ['123', '456']],
  ['12345 654321', ['654', '321']],
  ['REF-00079', null],
  ['１２３４５６７', null],
] as const)('of a long row of digits the end is found in two pieces: %s', (text, pieces) => {
  expect(digitPieces(text)).toEqual(pieces);
});
