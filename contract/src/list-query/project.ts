import type { FieldType, ListFields } from '../resource.ts';
import { at, fits } from './evaluate.ts';
import type { Expand, ListQuery, SortKey } from './tree.ts';

/**
 * A row as `$select` and `$expand` leave it: the chosen properties, and of the expanded records and lists what their
 * own options choose. What is expanded stays although it is not selected; without `$select` everything stays.
 */
export function projectRow(
  query: Pick<ListQuery, 'select' | 'expand'>,
  fields: ListFields,
  row: object,
): object {
  const { select, expand } = query;
  if (select === null && expand.length === 0) return row;
  const names = [...(select ?? Object.keys(row)), ...expand.map(({ name }) => name)];
  const kept = Object.fromEntries(keep(names, row));
  for (const one of expand) {
    const value: unknown = Reflect.get(row, one.name);
    // A path of $select goes through a record that $expand names too: then the record is what $expand says.
    kept[one.name] = projectRelated(one, innerFields(fields, one.name), value);
  }
  return kept;
}

// `administration/name` keeps a record with one property.
function keep(names: readonly string[], row: object): Map<string, unknown> {
  const inner = new Map<string, string[] | null>();
  for (const name of names) {
    const slash = name.indexOf('/');
    const head = slash < 0 ? name : name.slice(0, slash);
    const paths = inner.get(head);
    if (slash < 0 || paths === null) inner.set(head, null);
    else inner.set(head, [...(paths ?? []), name.slice(slash + 1)]);
  }
  const kept = new Map<string, unknown>();
  for (const [name, paths] of inner) {
    if (!Object.hasOwn(row, name)) continue;
    const value: unknown = Reflect.get(row, name);
    kept.set(name, paths && isObject(value) ? Object.fromEntries(keep(paths, value)) : value);
  }
  return kept;
}

function projectRelated(expand: Expand, fields: ListFields, value: unknown): unknown {
  if (!Array.isArray(value)) return isObject(value) ? projectRow(expand, fields, value) : value;
  const { filter, orderBy, top } = expand;
  const items = value.filter((item: unknown) => filter === null || fits(filter, fields, item));
  const sorted = orderBy.length > 0 ? items.toSorted((a, b) => compareBy(orderBy, fields, a, b)) : items;
  const page = top === null ? sorted : sorted.slice(0, top);
  return page.map((item: unknown) => (isObject(item) ? projectRow(expand, fields, item) : item));
}

function innerFields(fields: ListFields, name: string): ListFields {
  const list = fields[name];
  if (typeof list === 'object') return list.any;
  const start = `${name}/`;
  const inner = Object.entries(fields).filter(([path]) => path.startsWith(start));
  return Object.fromEntries(inner.map(([path, type]) => [path.slice(start.length), type]));
}

let collator: Intl.Collator | undefined;

/** Which of two records, as they travel, comes first by these keys: negative, positive, or 0 for equal. */
export function compareBy(
  keys: readonly SortKey[],
  fields: ListFields,
  left: unknown,
  right: unknown,
): number {
  for (const { path, direction } of keys) {
    const order = compareValues(fields[path], at(left, path), at(right, path));
    if (order !== 0) return direction === 'asc' ? order : -order;
  }
  return 0;
}

// Empty ones first, as the database has it for lists; texts as people sort them (§C8).
function compareValues(type: FieldType | object | undefined, left: unknown, right: unknown): number {
  const [isEmpty, isOtherEmpty] = [left ?? null, right ?? null].map((value) => value === null);
  if (isEmpty || isOtherEmpty) return Number(isOtherEmpty) - Number(isEmpty);
  if (type !== 'text') return compareSimple(left, right);
  collator ??= new Intl.Collator('nl', { numeric: true });
  return collator.compare(String(left), String(right));
}

// Numbers by value; days, moments and identifiers by their ISO or opaque text.
function compareSimple(left: unknown, right: unknown): number {
  if (typeof left !== 'string' || typeof right !== 'string') return Number(left) - Number(right);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
