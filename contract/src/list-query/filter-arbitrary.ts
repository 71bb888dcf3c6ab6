import * as fc from 'fast-check';
import type { FieldType, ListFields } from '../resource.ts';
import type { Comparison, Filter, Operand, TextFunction, TextMatch, Value } from './tree.ts';

/** Values to put into generated conditions, by the type of field. */
export type ValueArbitraries = Readonly<Record<FieldType, fc.Arbitrary<string | number | boolean>>>;

const functions = fc.array(fc.constantFrom<TextFunction[]>('tolower', 'toupper', 'trim'), { maxLength: 2 });
const equality = fc.constantFrom<Comparison[]>('eq', 'ne');
const comparison = fc.constantFrom<Comparison[]>('eq', 'ne', 'gt', 'ge', 'lt', 'le');
const textMatch = fc.constantFrom<TextMatch[]>('contains', 'startswith', 'endswith');

/** For tests: every condition that the grammar allows on the fields, as the parser would give it. */
export function filterArbitrary(
  fields: ListFields,
  values: ValueArbitraries,
  depth = 3,
): fc.Arbitrary<Filter> {
  const leaves = Object.entries(fields).map(([path, type]) =>
    typeof type === 'object'
      ? anyOf(path, type.any, values, depth)
      : fieldCondition(path, type, values[type]),
  );
  const leaf = fc.oneof(...leaves);
  if (depth <= 0) return leaf;
  const inner = filterArbitrary(fields, values, depth - 1);
  const always = fc.boolean().map((value): Filter => ({ kind: 'always', value }));
  const joined = fc
    .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(inner, { minLength: 2, maxLength: 4 }))
    .map(([kind, parts]): Filter => ({ kind, parts }));
  const not = inner.map((part): Filter => ({ kind: 'not', part }));
  return fc.oneof(
    { weight: 4, arbitrary: leaf },
    { weight: 3, arbitrary: joined },
    { weight: 2, arbitrary: not },
    always,
  );
}

function anyOf(
  path: string,
  fields: ListFields,
  values: ValueArbitraries,
  depth: number,
): fc.Arbitrary<Filter> {
  const part = fc.option(filterArbitrary(fields, values, Math.min(depth - 1, 1)));
  return part.map((inner): Filter => ({ kind: 'any', path, part: inner }));
}

function fieldCondition(
  path: string,
  type: FieldType,
  value: fc.Arbitrary<string | number | boolean>,
): fc.Arbitrary<Filter> {
  const field: fc.Arbitrary<Operand> = (type === 'text' ? functions : fc.constant([])).map((names) => ({
    path,
    functions: names,
  }));
  const nullable: fc.Arbitrary<Value> = fc.option(value, { freq: 4 });
  const conditions: fc.Arbitrary<Filter>[] = [
    fc.record({ kind: fc.constant('compare'), operator: equality, field, value: nullable }),
    fc.record({ kind: fc.constant('in'), field, values: fc.array(nullable, { maxLength: 4 }) }),
  ];
  if (type !== 'id' && type !== 'boolean') {
    conditions.push(fc.record({ kind: fc.constant('compare'), operator: comparison, field, value }));
  }
  if (type === 'text') {
    const text = value.map(String);
    conditions.push(fc.record({ kind: fc.constant('match'), how: textMatch, field, text }));
  }
  return fc.oneof(...conditions);
}
