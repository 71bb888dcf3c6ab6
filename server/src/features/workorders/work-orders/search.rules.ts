import type { ListQuery } from '#contract/list-query.ts';
import type { Filter } from '#contract/list-query/tree.ts';

/** A text to look for in the search fields of an order; each of these in at least one. */
export interface SearchTerm {
  /** As typed: a word of `query`, or the whole text of a search filter. */
  readonly text: string;
  /** First and last name count as one text too. */
  readonly isFullName: boolean;
}

/** What a list query searches, and what else it asks. */
export interface TakenSearch {
  readonly terms: readonly SearchTerm[];
  readonly rest: ListQuery;
}

// The search fields of product 2.7. The relation is reached in two ways, which are one: all contact persons
// of an order are of one relation, that of the order (§E4).
const own = ['reference', 'yearNumber', 'administration/name'] as const;
const names = [
  'contactPersons/firstName',
  'contactPersons/lastName',
  'assignedUsers/firstName',
  'assignedUsers/lastName',
] as const;
const relations = ['customerRelation/name', 'contactPersons/customerRelation/name'] as const;
const fullNames = ['contactPersons/fullName', 'assignedUsers/fullName'] as const;
const known = new Set<string>([...own, ...names, ...relations, ...fullNames]);

/**
 * Takes the search out of a query: its words, and the `or` of `contains` over exactly the search fields that clients of
 * product 2.7 write, alone or inside an `and`. Any other tree stays a filter, and is answered as one.
 */
export function takeSearch(query: ListQuery): TakenSearch {
  const words = query.words.map((text): SearchTerm => ({ text, isFullName: false }));
  const parts = query.filter?.kind === 'and' ? query.filter.parts : query.filter ? [query.filter] : [];
  const found = parts.flatMap((part) => {
    const term = termOf(part);
    return term ? [{ part, term }] : [];
  });
  const left = parts.filter((part) => !found.some((search) => search.part === part));
  const [first] = left;
  const filter =
    first === undefined || left.length === 1 ? (first ?? null) : { kind: 'and' as const, parts: left };
  return { terms: [...words, ...found.map(({ term }) => term)], rest: { ...query, filter, words: [] } };
}

/** The one text that an `or` looks for in all search fields and in no other; null when it is anything else. */
function termOf(filter: Filter): SearchTerm | null {
  if (filter.kind !== 'or') return null;
  const leaves = leavesOf(filter, '');
  const text = leaves?.[0]?.text;
  if (!leaves || text === undefined || text.trim() === '') return null;
  if (!leaves.every((leaf) => leaf.text === text && known.has(leaf.path))) return null;
  const paths = new Set(leaves.map(({ path }) => path));
  const hasAll =
    [...own, ...names].every((path) => paths.has(path)) && relations.some((path) => paths.has(path));
  const full = fullNames.filter((path) => paths.has(path));
  // Full names of one kind of people only would be another question.
  return hasAll && full.length !== 1 ? { text, isFullName: full.length > 0 } : null;
}

interface Leaf {
  readonly path: string;
  readonly text: string;
}

// `any` goes over `or`: somebody whose first or last name fits is somebody whose first name fits, or somebody else.
function leavesOf(filter: Filter, inside: string): readonly Leaf[] | null {
  switch (filter.kind) {
    case 'or': {
      const all = filter.parts.map((part) => leavesOf(part, inside));
      return all.every((leaves) => leaves !== null) ? all.flat() : null;
    }
    case 'any':
      return inside === '' && filter.part ? leavesOf(filter.part, `${filter.path}/`) : null;
    case 'match':
      if (filter.how !== 'contains' || filter.field.functions.includes('trim')) return null;
      return [{ path: `${inside}${filter.field.path}`, text: filter.text }];
    default:
      return null;
  }
}

/** Whether the order of the list is the usual one, which the indexes stand in. */
export function isNewestFirst({ orderBy: [first, second, ...others] }: ListQuery): boolean {
  const isNewest = first?.path === 'createdAt' && first.direction === 'desc';
  return isNewest && second?.path === 'number' && second.direction === 'desc' && others.length === 0;
}

/** Whether a text is a whole number of an order, such as `2026-12`. */
export function isYearNumber(text: string): boolean {
  return /^\d{4}-\d{1,9}$/.test(text);
}

/** A year, and the first two digits that a number may begin with. */
export interface NumberHeads {
  readonly year: number;
  readonly heads: readonly string[];
}

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** What numbers of one or two digits begin with, for a text such as `2026-9`; null for any other. */
export function numberHeads(text: string): NumberHeads | null {
  const parts = /^(\d{4})-([1-9]\d?)$/.exec(text);
  const [, year = '', head = ''] = parts ?? [];
  if (!parts || Number(year) > 32_767) return null;
  return {
    year: Number(year),
    heads: head.length === 2 ? [head] : [head, ...digits.map((digit) => head + digit)],
  };
}

/** The part of a text that tells most: the longest piece with a digit, where the whole has a fixed head (`REF-0042`). */
export function tellingPart(text: string): string | null {
  const pieces = text.split(/[^\p{L}\p{N}]+/u).filter((piece) => /\d/.test(piece) && piece.length >= 3);
  const longest = pieces.toSorted((one, other) => other.length - one.length)[0];
  return longest === undefined || longest === text ? null : longest;
}

/**
 * The end of a long row of digits in two pieces, which find it as well as the whole does: of seven digits an index of trigrams
 * has five, and reads the orders of each; of these pieces it has three. Null where a text has no six digits in a row.
 */
export function digitPieces(text: string): readonly [string, string] | null {
  const longest = (text.match(/\d{6,}/g) ?? []).toSorted((one, other) => other.length - one.length)[0];
  // The head of a long number is often that of all.
  const end = longest?.slice(-7);
  return end === undefined ? null : [end.slice(0, 3), end.slice(3)];
}

/** Whether few orders can bear a text: a long number, or a whole number of an order. */
export function isRare(text: string): boolean {
  const digits = text.normalize('NFKC');
  return /\d{5}/.test(digits) || /^\d{4}-\d{3}/.test(digits);
}

/** Whether a text has so many digits in a row that few orders of all companies together can bear it. */
export function hasManyDigits(text: string): boolean {
  return /\d{4}/.test(text.normalize('NFKC'));
}

/** Whether an index of trigrams finds a text: three letters or digits in a row. Less than that only a look at each text does. */
export function hasTrigrams(text: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(text.normalize('NFKC'));
}

/** How widely a term is borne, as a part of all orders: by anything of an order, and by what its row itself says. */
export interface Breadth {
  readonly any: number;
  readonly own: number;
}

/** How several terms are searched: those met as sets, of which the first is the rarest, and those looked for order by order. */
export interface SearchPlan<Term> {
  readonly sets: readonly Term[];
  readonly rows: readonly Term[];
  /** About how large a part of all orders is in all of the sets. */
  readonly share: number;
}

// Measured at a million orders, in microseconds an order: taken into a set; compared with a text; its people looked up.
const cost = { inSet: 0.5, compared: 1, lookedUp: 10 } as const;
// What none of a sample bear, some may.
const minShare = 0.0005;

/** The cheapest way to meet several terms, by how widely each is borne in a sample of the orders (decision 0024). */
export function planOf<Term extends { readonly text: string }>(
  terms: readonly Term[],
  found: readonly Breadth[],
): SearchPlan<Term> {
  const all = terms
    .map((term, at) => ({ term, any: Math.max(found[at]?.any ?? 0, minShare), own: found[at]?.own ?? 0 }))
    .toSorted((one, other) => one.any - other.any);
  const rarest = all.find(({ term }) => hasTrigrams(term.text));
  const others = all.filter((one) => one !== rarest);
  const isSet = ({ term, any, own }: (typeof all)[number]) =>
    rarest !== undefined &&
    hasTrigrams(term.text) &&
    any * cost.inSet < rarest.any * (cost.compared + (1 - own) * cost.lookedUp);
  const sets = [...(rarest ? [rarest] : []), ...others.filter(isSet)];
  return {
    sets: sets.map(({ term }) => term),
    rows: others.filter((one) => !isSet(one)).map(({ term }) => term),
    share: sets.reduce((share, { any }) => share * any, 1),
  };
}

/** A term, and what bears it: how large parts of the newest orders by their texts and by their administration, and which relations by name or people. */
interface Relating<Term> {
  readonly term: Term;
  readonly texts: number;
  readonly administrations: number;
  readonly relations: readonly string[];
}

// What more orders than these say themselves, or are of an administration of that name, leads to too many.
const maxSaying = 0.01;
const maxNamed = 0.03;

/**
 * The relations and administrations that lead to the orders of several terms, when terms are borne by these and by people of
 * relations: all contact persons of an order are of its relation (§E4). Null where no term is.
 */
export function driverOf<
  Term extends {
    readonly text: string;
    readonly administrations: readonly string[];
    readonly users: readonly string[];
  },
>(
  found: readonly Relating<Term>[],
): {
  readonly relations: readonly string[];
  readonly administrations: readonly string[];
  readonly terms: readonly Term[];
} | null {
  const leading = found.filter(
    ({ term, texts, administrations }) =>
      hasTrigrams(term.text) && term.users.length === 0 && texts <= maxSaying && administrations <= maxNamed,
  );
  const [first, ...others] = leading;
  if (!first) return null;
  const relations = others.reduce((left, { relations: theirs }) => {
    const known = new Set(theirs);
    return left.filter((id) => known.has(id));
  }, first.relations);
  const terms = leading.map(({ term }) => term);
  return {
    relations,
    administrations: [...new Set(terms.flatMap(({ administrations }) => administrations))],
    terms,
  };
}
