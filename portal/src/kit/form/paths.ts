/** The dotted names of the fields of a form: `name`, `emailAddress.address`. Lists are one field. */
export type FieldPath<T> = T extends readonly unknown[]
  ? never
  : T extends object
    ? { [K in keyof T & string]: K | Below<K, NonNullable<T[K]>> }[keyof T & string]
    : never;

type Below<K extends string, T> = T extends readonly unknown[]
  ? never
  : T extends object
    ? `${K}.${FieldPath<T>}`
    : never;

/** The value at a dotted name; undefined where there is none. */
export function valueAt(values: unknown, path: string): unknown {
  let value = values;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}

/** A copy with another value at a dotted name; what is beside it is shared. */
export function withValueAt<T extends object>(values: T, path: string, value: unknown): T {
  const [first = '', ...rest] = path.split('.');
  const below: unknown = Reflect.get(values, first);
  const next =
    rest.length === 0
      ? value
      : withValueAt(typeof below === 'object' && below !== null ? below : {}, rest.join('.'), value);
  return { ...values, [first]: next };
}

/** Whether two plain values (texts, numbers, lists, records) are alike. */
export function isAlike(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isAlike(Reflect.get(a, key), Reflect.get(b, key)));
}
