import { expect, test } from 'vitest';
import { parseListQuery } from '#contract/list-query.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { isIndexed, isYearNumber, piecesOf, takeSearch } from './search.rules.ts';

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
  expect(take(filter)).toMatchObject({ terms: ['jan'], rest: { filter: null } });
});

test('beside other conditions those are left, and words of `query` are terms of their own', () => {
  const { terms, rest } = take(`true and (${search}) and status eq 3 and administrationId eq 'x'`, {
    query: 'folder a5',
  });
  expect(terms).toEqual(['folder', 'a5', 'jan']);
  expect(rest.words).toEqual([]);
  expect(JSON.stringify(rest.filter)).toContain('administrationId');
  expect(JSON.stringify(rest.filter)).not.toContain('lastName');
});

test('full names of both make it a search for those', () => {
  const full = `${search} or ${people('contactPersons', ['fullName'])} or ${people('assignedUsers', ['fullName'])}`;
  expect(take(full).terms).toEqual(['jan']);
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

test('a text with a space also stays a filter, unless full names are searched too', () => {
  const spaced = (filter: string) => filter.replaceAll("'jan'", "'jan de'");
  const full = `${search} or ${people('contactPersons', ['fullName'])} or ${people('assignedUsers', ['fullName'])}`;
  expect(take(spaced(search)).terms).toEqual(['jan de']);
  // An order without contact persons is found by its relation.
  expect(take(spaced(search)).rest.filter).toEqual({
    kind: 'or',
    parts: [
      parseListQuery(workOrders, { $filter: spaced(search) }).filter,
      parseListQuery(workOrders, { $filter: "contains(customerRelation/name, 'jan de')" }).filter,
    ],
  });
  expect(take(spaced(full))).toMatchObject({ terms: ['jan de'], rest: { filter: null } });
});

test('numbers of orders are recognised', () => {
  expect(['2026-12', '2026-', '26-12', '2026-12a'].map(isYearNumber)).toEqual([true, false, false, false]);
});

test.each([
  ['REF-0042', ['0042']],
  ['0042', ['0042']],
  ['folder', ['folder']],
  ['A-12', ['A-12']],
  ['X-123-45678', ['45678']],
  ['8341207', ['834', '1207']],
  ['REF-0007919', ['000', '7919']],
  ['1900-123456', ['123', '456']],
  ['1900-123', ['123']],
  ['1900-1', ['1900-1']],
])('an index finds %s by %j', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces);
});

test('three letters or digits in a row are found by the index, less is not, nor what most numbers of a year begin with', () => {
  const indexed = [
    'bos',
    '2026-123',
    'één',
    '2026-',
    'REF-',
    'd’or',
    '2026-12',
    '2026-1',
    'a-b',
    '9',
    '46',
  ].filter(isIndexed);
  expect(indexed).toEqual(['bos', '2026-123', 'één', '2026-', 'REF-']);
});
