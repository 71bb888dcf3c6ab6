/** A name of our code as the database spells it: `firstName` is `first_name`. */
export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** A name of our code as the database spells it: `firstName` is `first_name`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Values by the names of their columns. */
export function snakeValues<V extends object>(
  values: V,
): { readonly [Name in keyof V as SnakeCase<Name & string>]: V[Name] };
export function snakeValues(values: object): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [snakeCase(name), value]));
}
