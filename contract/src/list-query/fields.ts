import type { FieldType, ListFields, ToMany } from '../resource.ts';

/** The fields that names are looked up in: those of the resource, or of the items of one list. */
export interface FieldScope {
  readonly fields: ListFields;
  /** Path of the list before its items' fields, for `hidden`: empty, or `lines/`. */
  readonly prefix: string;
  /** Whole wire paths the caller may not know; what lies below one is hidden too. */
  readonly hidden: ReadonlySet<string>;
}

/** The type of a field, the fields of a list, or undefined when there is no such name. */
export function lookUp(scope: FieldScope, path: string): FieldType | ToMany | undefined {
  return Object.hasOwn(scope.fields, path) && !isHidden(scope, path) ? scope.fields[path] : undefined;
}

/** The scope inside a list. */
export function insideList(scope: FieldScope, path: string, list: ToMany): FieldScope {
  return { fields: list.any, prefix: `${scope.prefix}${path}/`, hidden: scope.hidden };
}

/**
 * The scope inside a related record or list that `$expand` names: the fields whose path goes through it. Undefined
 * when there is none.
 */
export function insideExpand(scope: FieldScope, name: string): FieldScope | undefined {
  const found = lookUp(scope, name);
  if (typeof found === 'object') return insideList(scope, name, found);
  if (isHidden(scope, name)) return undefined;
  const start = `${name}/`;
  const inner = Object.entries(scope.fields).filter(([path]) => path.startsWith(start));
  if (inner.length === 0) return undefined;
  const fields = Object.fromEntries(inner.map(([path, type]) => [path.slice(start.length), type]));
  return { fields, prefix: scope.prefix + start, hidden: scope.hidden };
}

/** Whether `$select` may name it: a field, a list, or a record that fields go through. */
export function isSelectable(scope: FieldScope, name: string): boolean {
  return lookUp(scope, name) !== undefined || insideExpand(scope, name) !== undefined;
}

/** Whether the caller may not know a name, or anything it lies below. */
export function isHidden({ prefix, hidden }: FieldScope, path: string): boolean {
  if (hidden.size === 0) return false;
  let end = prefix.length + path.length;
  const whole = prefix + path;
  while (end > 0) {
    if (hidden.has(whole.slice(0, end))) return true;
    end = whole.lastIndexOf('/', end - 1);
  }
  return false;
}
