import odata, { guid } from 'odata-query';
import { describe, expect, test } from 'vitest';
import { type ListQuery, ListQueryError, parseListQuery } from './list-query.ts';
import {
  and,
  any,
  asc,
  contains,
  desc,
  eq,
  ge,
  gt,
  isIn,
  le,
  lt,
  ne,
  not,
  or,
  startsWith,
  type Filter,
} from './list-query/tree.ts';
import type { ListFields } from './resource.ts';

const fields = {
  id: 'id',
  reference: 'text',
  yearNumber: 'text',
  status: 'number',
  isActive: 'boolean',
  deliverOn: 'day',
  createdAt: 'instant',
  'administration/id': 'id',
  'administration/name': 'text',
  assignedUsers: { any: { id: 'id', firstName: 'text', lastName: 'text' } },
  contactPersons: {
    any: { firstName: 'text', 'customerRelation/name': 'text', phones: { any: { $it: 'text' } } },
  },
  lines: { any: { description: 'text', purchaseAmount: 'number' } },
  tags: { any: { $it: 'text' } },
} as const satisfies ListFields;
const orders = { fields, defaultSort: 'createdAt desc' };

function filterOf(text: string): Filter | null {
  return parseListQuery(orders, { $filter: text }).filter;
}

function errorOf(raw: Record<string, unknown>, hidden?: ReadonlySet<string>): ListQueryError {
  try {
    parseListQuery(orders, raw, hidden ? { hidden } : {});
  } catch (error) {
    if (error instanceof ListQueryError) return error;
    throw error;
  }
  throw new Error(`was read: ${JSON.stringify(raw)}`);
}

function failure(filter: string): [code: string, position: number] {
  const { code, position, parameter } = errorOf({ $filter: filter });
  expect(parameter).toBe('$filter');
  return [code, position];
}

// Its types describe a CommonJS default, its ESM file has a plain one.
const builder: unknown = odata;
function buildQuery(options: object): string {
  if (typeof builder !== 'function') throw new Error('odata-query has another shape');
  return String(Reflect.apply(builder, undefined, [options]));
}

const lower = (path: string) => ({ path, functions: ['tolower'] as const });
const nobody = '0197a4b2-7b1e-7c3d-9a40-1f2e3d4c5b6a';

describe('a condition', () => {
  test.each<[string, Filter]>([
    ["reference eq 'x'", eq('reference', 'x')],
    ["reference ne 'x'", ne('reference', 'x')],
    ['status gt 1', gt('status', 1)],
    ['status ge -1.50', ge('status', -1.5)],
    ['status lt 1e3', lt('status', 1000)],
    ['status le 12.5M', le('status', 12.5)],
    ['isActive eq false', eq('isActive', false)],
    ['deliverOn ge 2026-11-21', ge('deliverOn', '2026-11-21')],
    ["deliverOn ge '2026-11-21'", ge('deliverOn', '2026-11-21')],
    ['createdAt lt 2026-11-21T10:00:00Z', lt('createdAt', '2026-11-21T10:00:00.000Z')],
    ['createdAt lt 2026-11-21T12:00+02:00', lt('createdAt', '2026-11-21T10:00:00.000Z')],
    ['createdAt lt 2026-11-21', lt('createdAt', '2026-11-21')],
    [`id eq ${nobody}`, eq('id', nobody)],
    [`id eq '${nobody}'`, eq('id', nobody)],
    ['id eq 7', eq('id', '7')],
    ['reference eq null', eq('reference', null)],
    ["administration/name eq 'x'", eq('administration/name', 'x')],
    ["'x' eq reference", eq('reference', 'x')],
    ['1 lt status', gt('status', 1)],
    ["reference in ('a','b')", isIn('reference', ['a', 'b'])],
    ['status in (1, 2)', isIn('status', [1, 2])],
    ['status in ()', isIn('status', [])],
    ["reference in ('a',null)", isIn('reference', ['a', null])],
    ["contains(reference,'x')", contains('reference', 'x')],
    ["contains( tolower( reference ) , 'x' )", contains(lower('reference'), 'x')],
    ["contains(tolower(reference),tolower('X'))", contains(lower('reference'), 'x')],
    ["startswith(trim(reference),'x')", startsWith({ path: 'reference', functions: ['trim'] }, 'x')],
    ["toupper(reference) eq 'X'", eq({ path: 'reference', functions: ['toupper'] }, 'X')],
    ["contains(reference,'x') eq true", contains('reference', 'x')],
    ["contains(reference,'x') eq false", not(contains('reference', 'x'))],
    ['isActive', eq('isActive', true)],
    ['true', { kind: 'always', value: true }],
    ['1 eq 1', { kind: 'always', value: true }],
    ['1 eq 2', { kind: 'always', value: false }],
    ['true and status eq 1', and({ kind: 'always', value: true }, eq('status', 1))],
  ])('is read: %s', (text, tree) => {
    expect(filterOf(text)).toEqual(tree);
  });

  test.each<[string, string]>([
    ["'O''Brien'", "O'Brien"],
    ["''", ''],
    ["''''", "'"],
    ["'Čećilia 日本 🧶 ; ) and (eq'", 'Čećilia 日本 🧶 ; ) and (eq'],
    ["'100%_\\'", '100%_\\'],
  ])('keeps the text of %s', (literal, text) => {
    expect(filterOf(`reference eq ${literal}`)).toEqual(eq('reference', text));
  });

  test('binds not before and, and before or', () => {
    const [a, b, c] = [eq('status', 1), eq('status', 2), eq('status', 3)];
    expect(filterOf('status eq 1 or status eq 2 and status eq 3')).toEqual(or(a, and(b, c)));
    expect(filterOf('(status eq 1 or status eq 2) and status eq 3')).toEqual(and(or(a, b), c));
    expect(filterOf('not isActive and status eq 3')).toEqual(and(not(eq('isActive', true)), c));
    expect(filterOf('not (status eq 1) or status eq 2')).toEqual(or(not(a), b));
    expect(filterOf('not status in (1) and status eq 2')).toEqual(and(not(isIn('status', [1])), b));
  });

  test('reads a list with any variable name', () => {
    const tree = any('assignedUsers', eq('id', 'x'));
    expect(filterOf("assignedUsers/any(u: u/id eq 'x')")).toEqual(tree);
    expect(filterOf("assignedUsers/any(assignedusers:assignedusers/id eq 'x')")).toEqual(tree);
    expect(filterOf('assignedUsers/any()')).toEqual(any('assignedUsers'));
    expect(filterOf("tags/any(t:t in ('a'))")).toEqual(any('tags', isIn('$it', ['a'])));
    const relation = any('contactPersons', contains('customerRelation/name', 'j'));
    expect(filterOf("contactPersons/any(c: contains(c/customerRelation/name,'j'))")).toEqual(relation);
    const phone = any('contactPersons', any('phones', startsWith('$it', '06')));
    expect(filterOf("contactPersons/any(c: c/phones/any(p: startswith(p,'06')))")).toEqual(phone);
  });

  test('reads a moment for a day field as the day it falls on in Amsterdam', () => {
    expect(filterOf('deliverOn eq 2026-11-20T23:30:00.000Z')).toEqual(eq('deliverOn', '2026-11-21'));
    expect(filterOf('deliverOn eq 2026-06-20T21:59:59.999Z')).toEqual(eq('deliverOn', '2026-06-20'));
  });
});

describe('what public builders write', () => {
  test.each<[object, Filter]>([
    [{ 'tolower(reference)': { contains: "o'b & c+d" } }, contains(lower('reference'), "o'b & c+d")],
    [{ reference: { in: ['a', "b'c"] } }, isIn('reference', ['a', "b'c"])],
    [{ id: guid(nobody) }, eq('id', nobody)],
    [{ id: { in: [guid(nobody)] } }, isIn('id', [nobody])],
    [{ id: nobody }, eq('id', nobody)],
    [
      { createdAt: { ge: new Date(Date.UTC(2026, 0, 1)), lt: new Date(Date.UTC(2027, 0, 1)) } },
      and(ge('createdAt', '2026-01-01T00:00:00.000Z'), lt('createdAt', '2027-01-01T00:00:00.000Z')),
    ],
    [{ deliverOn: new Date(Date.UTC(2026, 10, 21)) }, eq('deliverOn', '2026-11-21')],
    [{ status: { eq: { type: 'decimal', value: '12.5' } } }, eq('status', 12.5)],
    [{ isActive: true, reference: null }, and(eq('isActive', true), eq('reference', null))],
    [{ administration: { name: { contains: 'x' } } }, contains('administration/name', 'x')],
    [{ assignedUsers: { any: {} } }, any('assignedUsers')],
    [
      { assignedUsers: { any: { or: [{ id: 'x' }, { 'tolower(lastName)': { startswith: 'b' } }] } } },
      any('assignedUsers', or(eq('id', 'x'), startsWith(lower('lastName'), 'b'))),
    ],
    [{ tags: { any: { '': { in: ['a'] } } } }, any('tags', isIn('$it', ['a']))],
    [{ not: { and: [{ status: 1 }, { status: 2 }] } }, not(and(eq('status', 1), eq('status', 2)))],
    [
      { or: [{ status: 1 }, { and: [{ status: 2 }, { reference: { ne: null } }] }] },
      or(eq('status', 1), and(eq('status', 2), ne('reference', null))),
    ],
  ])('is understood: %j', (filter, tree) => {
    const raw = Object.fromEntries(
      new URLSearchParams(buildQuery({ filter, top: 10, skip: 5, count: true })),
    );
    expect(parseListQuery(orders, raw)).toMatchObject({ top: 10, skip: 5, count: true, filter: tree });
  });

  test('reaches select, orderby and nested expand', () => {
    const text = buildQuery({
      select: ['id', 'reference'],
      orderBy: [['administration/name', 'desc'], 'createdAt'],
      expand: {
        administration: { select: ['name'] },
        assignedUsers: {
          select: 'firstName,lastName',
          filter: { lastName: { contains: 'a;)' } },
          orderBy: 'lastName desc',
          top: 3,
        },
        contactPersons: { expand: { customerRelation: { select: ['name'] } } },
      },
    });
    const query = parseListQuery(orders, Object.fromEntries(new URLSearchParams(text)));
    const all = { select: null, filter: null, orderBy: [], top: null, expand: [] };
    expect(query).toEqual<ListQuery>({
      top: 250,
      skip: 0,
      count: false,
      filter: null,
      words: [],
      select: ['id', 'reference'],
      orderBy: [desc('administration/name'), asc('createdAt')],
      expand: [
        { ...all, name: 'administration', select: ['name'] },
        {
          ...all,
          name: 'assignedUsers',
          select: ['firstName', 'lastName'],
          filter: contains('lastName', 'a;)'),
          orderBy: [desc('lastName')],
          top: 3,
        },
        { ...all, name: 'contactPersons', expand: [{ ...all, name: 'customerRelation', select: ['name'] }] },
      ],
    });
  });
});

describe('anything else is refused with its place', () => {
  test.each<[string, string, number]>([
    ["nmae eq 'x'", 'unknown-field', 0],
    ["status eq 1 and nmae eq 'x'", 'unknown-field', 16],
    ['constructor eq 1', 'unknown-field', 0],
    ['administration eq 1', 'unknown-field', 0],
    ["assignedUsers/id eq 'x'", 'unknown-field', 0],
    ["assignedUsers/any(u: u/email eq 'x')", 'unknown-field', 21],
    ["assignedUsers/any(u: v/id eq 'x')", 'unknown-field', 21],
    ["assignedUsers/any(u: reference eq 'x')", 'unknown-field', 21],
    ["reference like 'x'", 'unknown-operator', 10],
    ["substringof('x',reference)", 'unknown-operator', 0],
    ['length(reference) gt 3', 'unknown-operator', 0],
    ["assignedUsers/all(u: u/id eq 'x')", 'unknown-operator', 14],
    ["contains(status,'1')", 'unknown-operator', 9],
    ['tolower(status) eq 1', 'unknown-operator', 0],
    [`id gt ${nobody}`, 'unknown-operator', 3],
    ['isActive gt true', 'unknown-operator', 9],
    ['assignedUsers eq 1', 'unknown-operator', 14],
    ["status eq '6'", 'bad-literal', 10],
    ['status eq 1e999', 'bad-literal', 10],
    ['status in (1,x)', 'bad-literal', 13],
    ['reference eq 12', 'bad-literal', 13],
    ['reference eq "x"', 'bad-literal', 13],
    ["reference eq 'x", 'bad-literal', 13],
    ["reference eq 'a\0b'", 'bad-literal', 13],
    ["reference eq 'a\ud800b'", 'bad-literal', 13],
    ['isActive eq 1', 'bad-literal', 12],
    ['deliverOn eq 2026-02-30', 'bad-literal', 13],
    ['deliverOn eq 0000-01-01', 'bad-literal', 13],
    ['createdAt gt 2026-11-21T10:00:00', 'bad-literal', 13],
    ['createdAt gt 2026-11-21T25:00:00Z', 'bad-literal', 13],
    ['createdAt gt 9999-12-31T23:59:59-10:00', 'bad-literal', 13],
    ['status gt null', 'bad-literal', 10],
    ['contains(reference,null)', 'bad-literal', 19],
    ["1 eq 'x'", 'bad-literal', 5],
    ['reference', 'syntax', 9],
    ['not reference', 'syntax', 13],
    ["not reference eq 'x'", 'unknown-operator', 14],
    ['reference eq', 'syntax', 12],
    ['status eq status', 'syntax', 10],
    ['(status eq 1', 'syntax', 12],
    ['status eq 1)', 'syntax', 11],
    ['status eq 1; drop', 'syntax', 11],
    ['status eq 1 and', 'syntax', 15],
    ["contains(reference 'x')", 'syntax', 19],
    ["contains('x',reference)", 'syntax', 9],
    ['status eq 1 -- x', 'syntax', 12],
  ])('%j', (text, code, position) => {
    expect(failure(text)).toEqual([code, position]);
  });

  test('depth, length, conditions and values have bounds', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}status eq 1${')'.repeat(depth)}`;
    expect(filterOf(nested(20))).toEqual(eq('status', 1));
    expect(failure(nested(21))[0]).toBe('too-deep');
    expect(failure('('.repeat(8000))[0]).toBe('too-deep');
    expect(failure('not '.repeat(2000))[0]).toBe('too-deep');
    const many = (count: number) => Array.from({ length: count }, () => 'status eq 1').join(' or ');
    expect(filterOf(many(199))).not.toBeNull();
    expect(failure(many(200))[0]).toBe('too-long');
    const values = (count: number) => `status in (${Array.from({ length: count }, () => '1').join(',')})`;
    expect(filterOf(values(250))).toMatchObject({ values: { length: 250 } });
    expect(failure(values(251))).toEqual(['too-long', 7]);
    expect(failure(`reference eq '${'x'.repeat(8192)}'`)).toEqual(['too-long', 8192]);
  });

  test.each<[Record<string, unknown>, string, string]>([
    [{ $top: '0' }, 'bad-top', '$top'],
    [{ $top: '251' }, 'bad-top', '$top'],
    [{ $top: '1.5' }, 'bad-top', '$top'],
    [{ $top: '' }, 'bad-top', '$top'],
    [{ $top: '-1' }, 'bad-top', '$top'],
    [{ $skip: '-1' }, 'bad-skip', '$skip'],
    [{ $skip: '99999999999999999999' }, 'bad-skip', '$skip'],
    [{ $count: 'yes' }, 'bad-count', '$count'],
    [{ $orderby: 'nmae' }, 'unknown-field', '$orderby'],
    [{ $orderby: 'assignedUsers' }, 'unknown-field', '$orderby'],
    [{ $orderby: 'status up' }, 'syntax', '$orderby'],
    [{ $select: 'nmae' }, 'unknown-field', '$select'],
    [{ $expand: 'reference' }, 'unknown-field', '$expand'],
    [{ $expand: 'assignedUsers($levels=3)' }, 'unknown-parameter', '$expand'],
    [{ $expand: 'assignedUsers($top=0)' }, 'bad-top', '$expand'],
    [{ $expand: 'assignedUsers($select=email)' }, 'unknown-field', '$expand'],
    [{ $expand: 'assignedUsers,assignedUsers' }, 'repeated', '$expand'],
    [{ $filter: ['isActive', 'isActive'] }, 'repeated', '$filter'],
    [{ $apply: 'x' }, 'unknown-parameter', '$apply'],
    [{ query: 'a\0' }, 'bad-literal', 'query'],
  ])('%j', (raw, code, parameter) => {
    expect(errorOf(raw)).toMatchObject({ code, parameter });
  });
});

describe('a list', () => {
  test('that asks for nothing has 250 rows in the own order of the resource', () => {
    expect(
      parseListQuery(orders, { status: 'open', documentId: '7', $filter: ' ', query: '' }),
    ).toEqual<ListQuery>({
      top: 250,
      skip: 0,
      count: false,
      filter: null,
      orderBy: [desc('createdAt')],
      select: null,
      expand: [],
      words: [],
    });
  });

  test('is searched by words, each once', () => {
    expect(parseListQuery(orders, { query: '  jan  2026-12 jan ' }).words).toEqual(['jan', '2026-12']);
  });

  test('may select what only its rows have', () => {
    const resource = { ...orders, row: { shape: { numberOfOffersSent: null } } };
    expect(parseListQuery(resource, { $select: 'numberOfOffersSent,administration' }).select).toEqual([
      'numberOfOffersSent',
      'administration',
    ]);
  });

  test('does not tell a hidden field from an unknown one', () => {
    const hidden = new Set(['lines/purchaseAmount', 'administration', 'createdAt']);
    expect(errorOf({ $filter: 'lines/any(l: l/purchaseAmount gt 5)' }, hidden)).toMatchObject({
      code: 'unknown-field',
      position: 13,
    });
    expect(errorOf({ $filter: "administration/name eq 'x'" }, hidden).code).toBe('unknown-field');
    expect(errorOf({ $orderby: 'createdAt' }, hidden).code).toBe('unknown-field');
    expect(errorOf({ $select: 'administration' }, hidden).code).toBe('unknown-field');
    expect(errorOf({ $expand: 'administration' }, hidden).code).toBe('unknown-field');
    expect(errorOf({ $expand: 'lines($select=purchaseAmount)' }, hidden).code).toBe('unknown-field');
    const shown = parseListQuery(orders, { $filter: "lines/any(l: l/description eq 'x')" }, { hidden });
    expect(shown).toMatchObject({ filter: any('lines', eq('description', 'x')), orderBy: [] });
  });
});
