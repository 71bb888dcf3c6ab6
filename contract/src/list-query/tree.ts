/** A value of a condition. Days and moments are ISO text, identifiers are text; the field says how to read it. */
export type Value = string | number | boolean | null;

/** Functions around a text field, in the order written: `tolower(trim(name))` is `['tolower', 'trim']`. */
export type TextFunction = 'tolower' | 'toupper' | 'trim';

/** A field of a condition, by its wire path; inside `any` relative to the item, `$it` for the item itself. */
export interface Operand {
  readonly path: string;
  readonly functions: readonly TextFunction[];
}

/** Comparisons with one value. */
export type Comparison = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le';

/** Comparisons with a part of a text; case- and accent-insensitive (decision 0008). */
export type TextMatch = 'contains' | 'startswith' | 'endswith';

/**
 * A condition. Every condition is either true or false, never unknown: an empty field is not equal to any value,
 * contains nothing and compares as false, and `not` turns exactly that around.
 */
export type Filter =
  | { readonly kind: 'always'; readonly value: boolean }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | {
      readonly kind: 'compare';
      readonly operator: Comparison;
      readonly field: Operand;
      readonly value: Value;
    }
  | { readonly kind: 'in'; readonly field: Operand; readonly values: readonly Value[] }
  | { readonly kind: 'match'; readonly how: TextMatch; readonly field: Operand; readonly text: string }
  /** Some item of a list fits `part`; null: the list is not empty. */
  | { readonly kind: 'any'; readonly path: string; readonly part: Filter | null };

/** One sort field. */
export interface SortKey {
  readonly path: string;
  readonly direction: 'asc' | 'desc';
}

/** One related record or list that comes along, and what of it. */
export interface Expand {
  readonly name: string;
  /** Null: everything. */
  readonly select: readonly string[] | null;
  readonly filter: Filter | null;
  readonly orderBy: readonly SortKey[];
  /** At most so many items; null: all. */
  readonly top: number | null;
  readonly expand: readonly Expand[];
}

/** What a list asks for, read once. */
export interface ListQuery {
  /** Rows on a page, 1 to 250. */
  readonly top: number;
  /** Rows before the page. */
  readonly skip: number;
  /** Whether the exact number of all matches comes along. */
  readonly count: boolean;
  /** Null: all rows. */
  readonly filter: Filter | null;
  /** As asked, else the resource's own order. */
  readonly orderBy: readonly SortKey[];
  /** Wire names to keep; null: all. */
  readonly select: readonly string[] | null;
  readonly expand: readonly Expand[];
  /** Words that must each occur in some searched column (§B4). */
  readonly words: readonly string[];
}

/** The bounds of the grammar. */
export const listLimits = {
  /** Characters (UTF-16 units) of one parameter. */
  characters: 8192,
  /** Parentheses, `not`, functions, lists and expands inside each other. */
  depth: 20,
  /** Conditions and connectives of a query. */
  nodes: 200,
  /** Values of one `in`. */
  inValues: 250,
  /** Fields of one `$orderby`. */
  sortKeys: 20,
  /** Words of `query`. */
  words: 20,
  /** Rows on a page, and the size when none is asked for (§J8). */
  top: 250,
} as const;

function operand(field: string | Operand): Operand {
  return typeof field === 'string' ? { path: field, functions: [] } : field;
}

const compare =
  (operator: Comparison) =>
  (field: string | Operand, value: Value): Filter => ({
    kind: 'compare',
    operator,
    field: operand(field),
    value,
  });
const match =
  (how: TextMatch) =>
  (field: string | Operand, text: string): Filter => ({
    kind: 'match',
    how,
    field: operand(field),
    text,
  });

/** `eq('status', 6)`: equal; `eq(path, null)`: empty. */
export const eq = compare('eq');
/** Not equal; an empty field counts as not equal. */
export const ne = compare('ne');
/** Greater than. */
export const gt = compare('gt');
/** Greater than or equal. */
export const ge = compare('ge');
/** Less than. */
export const lt = compare('lt');
/** Less than or equal. */
export const le = compare('le');
/** The text occurs somewhere in the field, whatever its case and accents. */
export const contains = match('contains');
/** The field begins with the text, whatever its case and accents. */
export const startsWith = match('startswith');
/** The field ends with the text, whatever its case and accents. */
export const endsWith = match('endswith');

/** Equal to one of the values; none of them: no row. */
export function isIn(field: string | Operand, values: readonly Value[]): Filter {
  return { kind: 'in', field: operand(field), values };
}

/** `any('assignedUsers', eq('id', userId))`: some item fits; without a condition: there is an item. */
export function any(path: string, part: Filter | null = null): Filter {
  return { kind: 'any', path, part };
}

/** The opposite. */
export function not(part: Filter): Filter {
  return { kind: 'not', part };
}

/** Always true: a base that conditions are added to. */
export const always: Filter = { kind: 'always', value: true };

/** All of them; gaps (`undefined`, `null`, `false`) are left out, so that optional conditions read as a list. */
export function and(...parts: readonly (Filter | null | undefined | false)[]): Filter {
  const kept = parts.filter((part) => part !== null && part !== undefined && part !== false);
  const [only = always] = kept;
  return kept.length < 2 ? only : { kind: 'and', parts: kept };
}

/** At least one of them; of none: never true. */
export function or(...parts: readonly Filter[]): Filter {
  const [only = { kind: 'always', value: false } as const] = parts;
  return parts.length < 2 ? only : { kind: 'or', parts };
}

/** A sort field, rising. */
export function asc(path: string): SortKey {
  return { path, direction: 'asc' };
}

/** A sort field, falling. */
export function desc(path: string): SortKey {
  return { path, direction: 'desc' };
}
