import { dayOfInstant } from '../dates.ts';
import type { FieldType, ListFields } from '../resource.ts';
import { applyText, foldText } from './text.ts';
import type { Comparison, Filter, Operand, TextMatch, Value } from './tree.ts';

/**
 * Whether a record, as it travels, fits a condition: what the database does, for rows that are loaded already. Text is
 * ordered by code points here; folding is that of `foldText`.
 */
export function fits(filter: Filter, fields: ListFields, record: unknown): boolean {
  switch (filter.kind) {
    case 'always':
      return filter.value;
    case 'and':
      return filter.parts.every((part) => fits(part, fields, record));
    case 'or':
      return filter.parts.some((part) => fits(part, fields, record));
    case 'not':
      return !fits(filter.part, fields, record);
    case 'any':
      return fitsAny(filter, fields, record);
    case 'compare':
      return compare(
        typeOf(fields, filter.field),
        filter.operator,
        valueOf(filter.field, record),
        filter.value,
      );
    case 'in': {
      const value = valueOf(filter.field, record);
      return filter.values.some((one) => compare(typeOf(fields, filter.field), 'eq', value, one));
    }
    case 'match': {
      const value = valueOf(filter.field, record);
      return typeof value === 'string' && matches(filter.how, foldText(value), foldText(filter.text));
    }
  }
}

function matches(how: TextMatch, text: string, part: string): boolean {
  switch (how) {
    case 'contains':
      return text.includes(part);
    case 'startswith':
      return text.startsWith(part);
    case 'endswith':
      return text.endsWith(part);
  }
}

function fitsAny(filter: Filter & { kind: 'any' }, fields: ListFields, record: unknown): boolean {
  const list = fields[filter.path];
  const items = at(record, filter.path);
  if (typeof list !== 'object' || !Array.isArray(items)) return false;
  const { part } = filter;
  return items.some((item: unknown) => part === null || fits(part, list.any, item));
}

function typeOf(fields: ListFields, { path }: Operand): FieldType {
  const type = fields[path];
  if (typeof type !== 'string') throw new Error(`no field ${path}`);
  return type;
}

/** The value of a path in a record; null where nothing is. */
export function at(record: unknown, path: string): unknown {
  if (path === '$it') return record;
  let value = record;
  for (const part of path.split('/')) {
    if (typeof value !== 'object' || value === null) return null;
    value = Reflect.get(value, part);
  }
  return value;
}

function valueOf({ path, functions }: Operand, record: unknown): Value {
  const value = at(record, path);
  if (typeof value === 'string') return functions.reduceRight((text, name) => applyText(name, text), value);
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function compare(type: FieldType, operator: Comparison, left: Value, right: Value): boolean {
  if (operator === 'ne') return !compare(type, 'eq', left, right);
  if (left === null || right === null) return operator === 'eq' && left === right;
  const order = orderOf(type, left, right);
  switch (operator) {
    case 'eq':
      return order === 0;
    case 'gt':
      return order > 0;
    case 'ge':
      return order >= 0;
    case 'lt':
      return order < 0;
    case 'le':
      return order <= 0;
  }
}

function orderOf(type: FieldType, left: string | number | boolean, right: string | number | boolean): number {
  if (type === 'id') return String(left).toLowerCase() === String(right).toLowerCase() ? 0 : 1;
  if (type === 'instant') return orderOfMoments(String(left), String(right));
  if (typeof left === 'string' && typeof right === 'string') return orderOfTexts(left, right);
  return Number(left) - Number(right);
}

// A day as value stands for all of its moments in Amsterdam (§B8).
function orderOfMoments(left: string, right: string): number {
  if (right.length === 10) return orderOfTexts(dayOfInstant(left), right);
  return Date.parse(left) - Date.parse(right);
}

function orderOfTexts(left: string, right: string): number {
  const [a, b] = [Array.from(left), Array.from(right)];
  const index = a.findIndex((letter, place) => letter !== b[place]);
  if (index < 0) return a.length - b.length;
  return (a[index]?.codePointAt(0) ?? 0) - (b[index]?.codePointAt(0) ?? -1);
}
