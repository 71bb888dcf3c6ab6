import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import { addDays, instantOfAmsterdam } from '#contract/dates.ts';
import type { Comparison, Filter, Operand, SortKey, TextMatch, Value } from '#contract/list-query/tree.ts';
import { isId } from './ids.ts';
import {
  columnAt,
  type Column,
  fragment,
  type ListColumns,
  type SearchColumns,
  type SearchText,
} from './list-columns.ts';

// A condition that is known without looking at a row stays a boolean, so that it leaves no trace in the text.
type Condition = boolean | RawBuilder<SqlBool>;

/** The condition as SQL with parameters only, or undefined when it lets every row through. */
export function filterSql(filter: Filter | null, columns: ListColumns): Expression<SqlBool> | undefined {
  const condition = filter === null || build(filter, columns, false);
  if (condition === true) return undefined;
  return expression(condition);
}

/** Whether no row can match, as where an id is compared with what is none: then nothing needs to be asked. */
export function matchesNothing(filter: Filter | null, columns: ListColumns): boolean {
  return filter !== null && build(filter, columns, false) === false;
}

function expression(condition: Condition): RawBuilder<SqlBool> {
  return typeof condition === 'boolean' ? sql<SqlBool>`${sql.lit(condition)}` : condition;
}

// `negated` walks `not` down to the leaves, where an empty column differs from a false one. A positive leaf may
// be null in SQL, which `and`, `or` and `where` treat as false; a negated one never is.
function build(filter: Filter, columns: ListColumns, negated: boolean): Condition {
  switch (filter.kind) {
    case 'always':
      return filter.value !== negated;
    case 'not':
      return build(filter.part, columns, !negated);
    case 'and':
    case 'or':
      return join(
        (filter.kind === 'and') !== negated,
        filter.parts.map((part) => build(part, columns, negated)),
      );
    case 'any':
      return buildAny(filter, columns, negated);
    case 'compare':
      return buildCompare(columnAt(columns, filter.field.path), filter, negated);
    case 'in':
      return buildIn(columnAt(columns, filter.field.path), filter.field, filter.values, negated);
    case 'match':
      return negate(
        matchSql(columnAt(columns, filter.field.path), filter.field, filter.how, filter.text),
        negated,
      );
  }
}

function join(isAnd: boolean, conditions: readonly Condition[]): Condition {
  if (conditions.includes(!isAnd)) return !isAnd;
  const parts = conditions.filter((condition) => typeof condition !== 'boolean');
  const [first] = parts;
  if (first === undefined || parts.length === 1) return first ?? isAnd;
  return sql<SqlBool>`(${sql.join(parts, isAnd ? sql` and ` : sql` or `)})`;
}

function negate(condition: RawBuilder<SqlBool>, negated: boolean): RawBuilder<SqlBool> {
  return negated ? sql<SqlBool>`(${condition}) is not true` : condition;
}

function buildAny(filter: Filter & { kind: 'any' }, columns: ListColumns, negated: boolean): Condition {
  const list = columns.get(filter.path);
  if (list?.kind !== 'list') throw new Error(`no list for ${filter.path}`);
  const inner = filter.part === null || build(filter.part, list.any, false);
  if (inner === false) return negated;
  const found = list.exists(expression(inner));
  return negated ? sql<SqlBool>`not ${found}` : sql<SqlBool>`${found}`;
}

function buildCompare(column: Column, filter: Filter & { kind: 'compare' }, negated: boolean): Condition {
  const { value, operator } = filter;
  const subject = valueSql(column, filter.field);
  if (value === null) {
    const isEmpty = (operator === 'eq') !== negated;
    return isEmpty ? sql<SqlBool>`${subject} is null` : sql<SqlBool>`${subject} is not null`;
  }
  // `ne` is exactly what `eq` is not: empty ones included.
  if (operator === 'ne') return buildCompare(column, { ...filter, operator: 'eq' }, !negated);
  if (column.type === 'instant') return negate(momentSql(subject, operator, String(value)), negated);
  const typed = parameter(column, value);
  // No record has an identifier that this column cannot store.
  if (typed === undefined) return negated;
  if (operator === 'eq') return sql<SqlBool>`${subject} ${equality(column, negated)} ${typed}`;
  const sorted = column.natural ? sql`${subject} collate natural_order` : subject;
  return negate(sql<SqlBool>`${sorted} ${comparisons[operator]} ${typed}`, negated);
}

function equality({ nullable }: Column, negated: boolean): RawBuilder<unknown> {
  if (!negated) return sql`=`;
  return nullable === false ? sql`<>` : sql`is distinct from`;
}

const comparisons = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const;

// The wire shows milliseconds (or a day), columns store microseconds: a value is the period that it covers.
function momentSql(
  subject: Expression<unknown>,
  operator: Exclude<Comparison, 'ne'>,
  value: string,
): RawBuilder<SqlBool> {
  const [start, end] = stretchOf(value).map((moment) => sql`${moment}::timestamptz`);
  switch (operator) {
    case 'eq':
      return sql<SqlBool>`(${subject} >= ${start} and ${subject} < ${end})`;
    case 'gt':
      return sql<SqlBool>`${subject} >= ${end}`;
    case 'ge':
      return sql<SqlBool>`${subject} >= ${start}`;
    case 'lt':
      return sql<SqlBool>`${subject} < ${start}`;
    case 'le':
      return sql<SqlBool>`${subject} < ${end}`;
  }
}

function stretchOf(value: string): [string, string] {
  if (value.length > 10) return [value, isoAfter(Date.parse(value) + 1)];
  // A day is the Amsterdam one (§B8); after the last day that four digits can say comes nothing.
  const end = value === '9999-12-31' ? 'infinity' : instantOfAmsterdam(addDays(value, 1), '00:00');
  return [instantOfAmsterdam(value, '00:00'), end];
}

function isoAfter(milliseconds: number): string {
  const iso = new Date(milliseconds).toISOString();
  return iso.startsWith('+') ? 'infinity' : iso;
}

function buildIn(column: Column, field: Operand, values: readonly Value[], negated: boolean): Condition {
  const subject = valueSql(column, field);
  const conditions: RawBuilder<SqlBool>[] = [];
  const given = values.filter((value) => value !== null);
  if (column.type === 'instant') {
    conditions.push(...given.map((value) => momentSql(subject, 'eq', String(value))));
  } else if (given.length > 0) {
    conditions.push(sql<SqlBool>`${subject} = any(${arrayParameter(column, given)})`);
  }
  if (given.length < values.length) conditions.push(sql<SqlBool>`${subject} is null`);
  const any = join(false, conditions);
  return typeof any === 'boolean' ? any !== negated : negate(any, negated);
}

function valueSql(column: Column, { functions }: Operand): Expression<unknown> {
  return functions.reduceRight<Expression<unknown>>((inner, name) => {
    switch (name) {
      case 'tolower':
        return sql`lower(${inner})`;
      case 'toupper':
        return sql`upper(${inner})`;
      case 'trim':
        return sql`btrim(${inner}, ${sql.raw(String.raw`E' \t\r\n'`)})`;
    }
  }, column.sql);
}

// Casts fix the type of each parameter, so that the text alone decides the plan and no value can fail to convert.
// Whole numbers compare with every numeric column and can use its index; others become exact decimals.
function parameter(
  { type, idType, few }: Column,
  value: string | number | boolean,
): RawBuilder<unknown> | undefined {
  if (few && isInteger(value, maxFew)) return sql`${sql.lit(value)}::integer`;
  switch (type) {
    case 'number':
      if (isInteger(value, 2 ** 31)) return sql`${value}::integer`;
      return isInteger(value, 2 ** 53) ? sql`${value}::bigint` : sql`${value}::numeric`;
    case 'boolean':
      return sql`${value}::boolean`;
    case 'day':
      return sql`${value}::date`;
    case 'instant':
      return sql`${value}::timestamptz`;
    case 'text':
      return sql`${value}::text`;
    case 'id':
      return fitsId(idType, String(value)) ? sql`${value}::${sql.raw(idType)}` : undefined;
  }
}

function arrayParameter(
  { type, idType }: Column,
  values: readonly (string | number | boolean)[],
): RawBuilder<unknown> {
  switch (type) {
    case 'number':
      return values.every((value) => isInteger(value, 2 ** 53))
        ? sql`${values}::bigint[]`
        : sql`${values}::numeric[]`;
    case 'boolean':
      return sql`${values}::boolean[]`;
    case 'day':
      return sql`${values}::date[]`;
    case 'instant':
      return sql`${values}::timestamptz[]`;
    case 'text':
      return sql`${values}::text[]`;
    case 'id':
      return sql`${values.filter((value) => fitsId(idType, String(value)))}::${sql.raw(idType)}[]`;
  }
}

// Of wild numbers there would be a text each.
const maxFew = 100;

function isInteger(value: unknown, bound: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= -bound && value < bound;
}

function fitsId(idType: Column['idType'], value: string): boolean {
  if (idType === 'uuid') return isId(value);
  return idType === 'text' || (/^\d{1,19}$/.test(value) && BigInt(value) < 2n ** 63n);
}

function matchSql(column: Column, field: Operand, how: TextMatch, text: string): RawBuilder<SqlBool> {
  // norm() folds case itself; of the functions only trim can change what matches.
  const functions = field.functions.filter((name) => name === 'trim');
  const part = escapePattern(text);
  const pattern = `${how === 'startswith' ? '' : '%'}${part}${how === 'endswith' ? '' : '%'}`;
  if (column.folded !== null && functions.length === 0)
    return likeSql({ folded: column.folded, isStored: true }, pattern);
  return likeSql(
    { folded: sql`norm(${valueSql(column, { ...field, functions })})`, isStored: false },
    pattern,
  );
}

// What is stored or indexed is planned by the content of the pattern, so the pattern must fold to a constant (1 ms instead
// of 190 on 100,000 rows). Where every row is folded anyway, the subquery folds the pattern once and not a row at a
// time when the plan is a general one (66 ms instead of 99).
function likeSql({ folded, isStored }: SearchText, pattern: string): RawBuilder<SqlBool> {
  return isStored
    ? sql<SqlBool>`${folded} like norm(${pattern})`
    : sql<SqlBool>`${folded} like (select norm(${pattern}))`;
}

/**
 * A text as part of a LIKE pattern that `norm()` folds. Besides LIKE's own signs, the ones that unaccent() turns into
 * them are escaped: fullwidth and small forms; before folding, so that they stay literal after it. Texts are stored
 * composed, so accents are composed here too.
 */
export function escapePattern(text: string): string {
  return text.normalize('NFC').replace(/[\\%_∖﹨﹪％＼＿]/g, String.raw`\$&`);
}

/** Every word must occur in some searched column, whatever its case and accents (§B4); undefined without words. */
export function searchSql(words: readonly string[], columns: SearchColumns): Expression<SqlBool> | undefined {
  const conditions = words.map((word) => {
    const pattern = `%${escapePattern(word)}%`;
    return join(
      false,
      columns.map((column) => likeSql(column, pattern)),
    );
  });
  const all = join(true, conditions);
  return all === true ? undefined : expression(all);
}

/** The order of a list; the last key is always the id, in the direction of the key before it, so that it is total. */
export function orderSql(
  keys: readonly SortKey[],
  columns: ListColumns,
  id: string | Expression<unknown>,
): RawBuilder<unknown> {
  const direction = keys.at(-1)?.direction ?? 'asc';
  const parts = keys.map((key) => sortKeySql(columnAt(columns, key.path), key.direction));
  parts.push(directed(fragment(id), direction));
  return sql.join(parts);
}

function sortKeySql(column: Column, direction: SortKey['direction']): RawBuilder<unknown> {
  const key = directed(column.natural ? sql`${column.sql} collate natural_order` : column.sql, direction);
  if (!column.nullable) return key;
  return direction === 'asc' ? sql`${key} nulls first` : sql`${key} nulls last`;
}

function directed(key: Expression<unknown>, direction: SortKey['direction']): RawBuilder<unknown> {
  return direction === 'asc' ? sql`${key}` : sql`${key} desc`;
}
