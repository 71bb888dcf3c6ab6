import type { FieldType } from '../resource.ts';
import type { Cursor } from './cursor.ts';
import { insideList, lookUp, type FieldScope } from './fields.ts';
import { literalOf, numberOf, valueFor, type Literal } from './literal.ts';
import type { Token } from './lexer.ts';
import { applyText } from './text.ts';
import {
  listLimits,
  type Comparison,
  type Filter,
  type Operand,
  type TextFunction,
  type TextMatch,
} from './tree.ts';

/** Where the names of a condition are looked up; inside a list they start with its lambda variable. */
interface Names {
  readonly scope: FieldScope;
  readonly variable: string | null;
}

// What stands between two operators, before it is known to be a condition.
type Term =
  | { readonly kind: 'filter'; readonly filter: Filter; readonly at: Token }
  | { readonly kind: 'field'; readonly field: Operand; readonly type: FieldType; readonly at: Token }
  | { readonly kind: 'literal'; readonly literal: Literal; readonly at: Token };

const equalities: ReadonlySet<string> = new Set(['eq', 'ne']);
const relations: ReadonlySet<string> = new Set(['gt', 'ge', 'lt', 'le']);
const textMatches: ReadonlySet<string> = new Set(['contains', 'startswith', 'endswith']);
const textFunctions: ReadonlySet<string> = new Set(['tolower', 'toupper', 'trim']);
const mirrored = { eq: 'eq', ne: 'ne', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' } as const;

/** Reads a condition up to where it ends, with the precedence of OData 4.01: not, in, gt…, eq ne, and, or. */
export function parseFilter(cursor: Cursor, scope: FieldScope): Filter {
  return parseOr(cursor, { scope, variable: null });
}

function parseOr(cursor: Cursor, names: Names): Filter {
  return asFilter(cursor, parseJoined(cursor, names, 'or'));
}

function parseJoined(cursor: Cursor, names: Names, kind: 'and' | 'or'): Term {
  const next = () =>
    kind === 'or' ? parseJoined(cursor, names, 'and') : parseComparison(cursor, names, equalities);
  const first = next();
  if (!isWord(cursor.peek(), kind)) return first;
  cursor.countNode(first.at);
  const parts = [asFilter(cursor, first)];
  while (cursor.tookWord(kind)) parts.push(asFilter(cursor, next()));
  return { kind: 'filter', filter: { kind, parts }, at: first.at };
}

function parseComparison(cursor: Cursor, names: Names, operators: ReadonlySet<string>): Term {
  const next = () =>
    operators === equalities ? parseComparison(cursor, names, relations) : parseUnary(cursor, names);
  let left = next();
  for (;;) {
    const token = cursor.peek();
    if (token.kind !== 'name' || !isComparison(token.text) || !operators.has(token.text)) return left;
    cursor.take();
    left = { kind: 'filter', filter: compare(cursor, left, token, token.text, next()), at: left.at };
  }
}

function parseUnary(cursor: Cursor, names: Names): Term {
  const at = cursor.peek();
  if (!cursor.tookWord('not')) return parseIn(cursor, names);
  return cursor.deeper(() => {
    cursor.countNode(at);
    return { kind: 'filter', filter: { kind: 'not', part: asFilter(cursor, parseUnary(cursor, names)) }, at };
  });
}

function parseIn(cursor: Cursor, names: Names): Term {
  const left = parsePrimary(cursor, names);
  const operator = cursor.peek();
  if (!cursor.tookWord('in')) return left;
  if (left.kind !== 'field') throw cursor.fail('syntax', left.at);
  const { field, type, at } = left;
  cursor.countNode(at);
  cursor.expectSign('(');
  const values: (string | number | boolean | null)[] = [];
  while (!cursor.tookSign(')')) {
    if (values.length > 0) cursor.expectSign(',');
    if (values.length >= listLimits.inValues) throw cursor.fail('too-long', operator);
    values.push(fit(cursor, type, expectLiteral(cursor)));
  }
  return { kind: 'filter', filter: { kind: 'in', field, values }, at };
}

function parsePrimary(cursor: Cursor, names: Names): Term {
  const at = cursor.peek();
  if (cursor.tookSign('(')) {
    const inner = cursor.deeper(() => parseJoined(cursor, names, 'or'));
    cursor.expectSign(')');
    return { ...inner, at };
  }
  const literal = literalOf(at);
  if (literal) {
    cursor.take();
    return { kind: 'literal', literal, at };
  }
  if (at.kind !== 'name') throw cursor.fail('syntax', at);
  const next = cursor.peek(1);
  return next.kind === 'sign' && next.text === '(' ? parseCall(cursor, names) : parsePath(cursor, names);
}

function parseCall(cursor: Cursor, names: Names): Term {
  const at = cursor.take();
  const name = at.text;
  if (!isTextMatch(name) && !isTextFunction(name)) throw cursor.fail('unknown-operator', at);
  return cursor.deeper(() => {
    cursor.expectSign('(');
    const first = parsePrimary(cursor, names);
    let result: Term;
    if (isTextMatch(name)) {
      cursor.expectSign(',');
      result = { kind: 'filter', filter: match(cursor, name, first, parsePrimary(cursor, names)), at };
    } else {
      result = apply(cursor, name, first, at);
    }
    cursor.expectSign(')');
    return result;
  });
}

function match(cursor: Cursor, how: TextMatch, subject: Term, part: Term): Filter {
  if (subject.kind !== 'field') throw cursor.fail('syntax', subject.at);
  if (subject.type !== 'text') throw cursor.fail('unknown-operator', subject.at);
  if (part.kind !== 'literal') throw cursor.fail('syntax', part.at);
  const text = valueFor('text', part.literal);
  if (typeof text !== 'string') throw cursor.fail('bad-literal', part.at);
  cursor.countNode(subject.at);
  return { kind: 'match', how, field: subject.field, text };
}

function apply(cursor: Cursor, name: TextFunction, subject: Term, at: Token): Term {
  if (subject.kind === 'filter') throw cursor.fail('syntax', subject.at);
  if (subject.kind === 'literal') {
    const text = valueFor('text', subject.literal);
    if (typeof text !== 'string') throw cursor.fail('bad-literal', subject.at);
    return { kind: 'literal', literal: { form: 'string', text: applyText(name, text) }, at };
  }
  if (subject.type !== 'text') throw cursor.fail('unknown-operator', at);
  const field = { path: subject.field.path, functions: [name, ...subject.field.functions] };
  return { kind: 'field', type: 'text', field, at };
}

function parsePath(cursor: Cursor, names: Names): Term {
  const [at, segments] = expectOwnPath(cursor, names);
  const last = segments.at(-1);
  const isLambda = segments.length > 1 && last !== undefined && cursor.isSign('(');
  if (isLambda && last.text !== 'any') throw cursor.fail('unknown-operator', last);
  const path = (isLambda ? segments.slice(0, -1) : segments).map(({ text }) => text).join('/') || '$it';
  const found = lookUp(names.scope, path);
  if (found === undefined) throw cursor.fail('unknown-field', at);
  if (isLambda) {
    if (typeof found !== 'object') throw cursor.fail('unknown-operator', last);
    return { kind: 'filter', filter: parseAny(cursor, path, insideList(names.scope, path, found), at), at };
  }
  if (typeof found === 'object') throw cursor.fail('unknown-operator', cursor.peek());
  return { kind: 'field', field: { path, functions: [] }, type: found, at };
}

// A path without the lambda variable that it must start with inside a list.
function expectOwnPath(cursor: Cursor, { variable }: Names): [Token, Token[]] {
  const segments = cursor.expectPath();
  const [first = cursor.peek()] = segments;
  if (variable === null) return [first, segments];
  if (first.text !== variable) throw cursor.fail('unknown-field', first);
  return [first, segments.slice(1)];
}

function parseAny(cursor: Cursor, path: string, scope: FieldScope, at: Token): Filter {
  cursor.countNode(at);
  return cursor.deeper(() => {
    cursor.expectSign('(');
    if (cursor.tookSign(')')) return { kind: 'any', path, part: null };
    const variable = cursor.expectName().text;
    cursor.expectSign(':');
    const part = parseOr(cursor, { scope, variable });
    cursor.expectSign(')');
    return { kind: 'any', path, part };
  });
}

function compare(cursor: Cursor, left: Term, token: Token, operator: Comparison, right: Term): Filter {
  cursor.countNode(left.at);
  if (left.kind === 'literal' && right.kind !== 'literal')
    return compare(cursor, right, token, mirrored[operator], left);
  // Builders that need no more than a value on the right are all there are; fields are not compared with each other.
  if (right.kind !== 'literal') throw cursor.fail('syntax', right.at);
  if (left.kind === 'literal')
    return { kind: 'always', value: compareLiterals(cursor, left.literal, operator, right) };
  if (left.kind === 'filter') {
    const isTrue = valueFor('boolean', right.literal);
    if (typeof isTrue !== 'boolean') throw cursor.fail('bad-literal', right.at);
    if (!equalities.has(operator)) throw cursor.fail('unknown-operator', token);
    return isTrue === (operator === 'eq') ? left.filter : { kind: 'not', part: left.filter };
  }
  const ordered = left.type !== 'boolean' && left.type !== 'id';
  if (!ordered && relations.has(operator)) throw cursor.fail('unknown-operator', token);
  const value = fit(cursor, left.type, right);
  if (value === null && relations.has(operator)) throw cursor.fail('bad-literal', right.at);
  return { kind: 'compare', operator, field: left.field, value };
}

// `1 eq 1`: the base of filters that are put together from text.
function compareLiterals(
  cursor: Cursor,
  left: Literal,
  operator: Comparison,
  right: Term & { kind: 'literal' },
): boolean {
  const { form, text } = right.literal;
  if (form !== left.form) throw cursor.fail('bad-literal', right.at);
  const [a, b] = form === 'number' ? [numberOf(left.text), numberOf(text)] : [left.text, text];
  if (a === undefined || b === undefined) throw cursor.fail('bad-literal', right.at);
  if (operator === 'eq') return a === b;
  if (operator === 'ne') return a !== b;
  if (form !== 'number') throw cursor.fail('unknown-operator', right.at);
  return { gt: a > b, ge: a >= b, lt: a < b, le: a <= b }[operator];
}

function expectLiteral(cursor: Cursor): Term & { kind: 'literal' } {
  const at = cursor.take();
  const literal = literalOf(at);
  if (!literal) throw cursor.fail('bad-literal', at);
  return { kind: 'literal', literal, at };
}

function fit(cursor: Cursor, type: FieldType, { literal, at }: Term & { kind: 'literal' }) {
  const value = valueFor(type, literal);
  if (value === undefined) throw cursor.fail('bad-literal', at);
  return value;
}

function asFilter(cursor: Cursor, term: Term): Filter {
  switch (term.kind) {
    case 'filter':
      return term.filter;
    case 'field':
      if (term.type !== 'boolean') throw cursor.fail(afterValue(cursor));
      return { kind: 'compare', operator: 'eq', field: term.field, value: true };
    case 'literal':
      if (term.literal.form !== 'boolean') throw cursor.fail(afterValue(cursor));
      return { kind: 'always', value: term.literal.text === 'true' };
  }
}

// A word where an operator belongs is one that we do not have.
function afterValue(cursor: Cursor): 'unknown-operator' | 'syntax' {
  return cursor.peek().kind === 'name' ? 'unknown-operator' : 'syntax';
}

function isWord(token: Token, text: string): boolean {
  return token.kind === 'name' && token.text === text;
}

function isComparison(text: string): text is Comparison {
  return equalities.has(text) || relations.has(text);
}

function isTextMatch(text: string): text is TextMatch {
  return textMatches.has(text);
}

function isTextFunction(text: string): text is TextFunction {
  return textFunctions.has(text);
}
