import type { ListQuery } from '#contract/list-query.ts';
import type { Filter } from '#contract/list-query/tree.ts';

/** What a list query searches, and what else it asks. */
export interface TakenSearch {
  /** Texts to look for in the search fields of an order; each of these in at least one. */
  readonly terms: readonly string[];
  readonly rest: ListQuery;
}

// The search fields of product 2.7. The relation is reached in two ways, which are one: all contact persons
// of an order are of its relation, if it has any (§E4).
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
  const parts = query.filter?.kind === 'and' ? query.filter.parts : query.filter ? [query.filter] : [];
  const found = parts.flatMap((part) => {
    const term = termOf(part);
    return term ? [{ part, term }] : [];
  });
  const left = parts.flatMap((part) => {
    const term = found.find((search) => search.part === part)?.term;
    return term ? (term.isExact ? [] : [withRelation(part, term.text)]) : [part];
  });
  const [first] = left;
  const filter =
    first === undefined || left.length === 1 ? (first ?? null) : { kind: 'and' as const, parts: left };
  return {
    terms: [...query.words, ...found.map(({ term }) => term.text)],
    rest: { ...query, filter, words: [] },
  };
}

/** A text that a filter looks for. */
interface FilterTerm {
  readonly text: string;
  /** Whether the stored text decides; otherwise it finds candidates, and the filter decides. */
  readonly isExact: boolean;
}

// An order may have a relation and no contact persons: filters of product 2.7 reach it through those only.
function withRelation(part: Filter, text: string): Filter {
  const field = { path: 'customerRelation/name', functions: [] };
  return { kind: 'or', parts: [part, { kind: 'match', how: 'contains', field, text }] };
}

/** The one text that an `or` looks for in all search fields and in no other; null when it is anything else. */
function termOf(filter: Filter): FilterTerm | null {
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
  if (!hasAll || full.length === 1) return null;
  // The stored text has full names on a line each.
  return { text, isExact: full.length > 0 ? !text.includes('\n') : /^\S+$/u.test(text) };
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

/** Whether the order of the list is the usual one. */
export function isNewestFirst({ orderBy: [first, second, ...others] }: ListQuery): boolean {
  const isNewest = first?.path === 'createdAt' && first.direction === 'desc';
  return isNewest && second?.path === 'number' && second.direction === 'desc' && others.length === 0;
}

/** Whether a text is a whole number of an order, such as `2026-12`. */
export function isYearNumber(text: string): boolean {
  return /^\d{4}-\d{1,9}$/.test(text);
}

/** Whether few orders can contain a text: a long number, or most of the number of an order. */
export function isRare(text: string): boolean {
  const digits = text.normalize('NFKC');
  return /\d{5}/.test(digits) || /^\d{4}-\d{3}/.test(digits);
}

/** Whether a text has so many digits in a row that few orders of all companies together can contain it. */
export function hasManyDigits(text: string): boolean {
  return /\d{4}/.test(text.normalize('NFKC'));
}

/**
 * Whether the trigram index finds a text: three letters or digits in a row, and not the number of an order that many begin
 * with (`2026-1`), of which most trigrams are those of the year. Any other is compared order by order.
 */
export function isIndexed(text: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(text.normalize('NFKC')) && !/^\d{4}-\d{1,2}$/.test(text);
}

/**
 * Pieces of a text, in their order, that an index finds sooner than all of it: the longest piece with a digit, where the rest is
 * common (`REF-0042`, the year of `2026-1042`), and of six digits or more the last seven in two pieces, which have three
 * trigrams instead of five.
 */
export function piecesOf(text: string): readonly string[] {
  const searched = isYearNumber(text) ? text.slice(5) : text;
  const longestOf = (pieces: readonly string[]) => pieces.toSorted((a, b) => b.length - a.length)[0];
  // Long numbers often begin alike.
  const end = longestOf(searched.match(/\d{6,}/g) ?? [])?.slice(-7);
  if (end !== undefined) return [end.slice(0, 3), end.slice(3)];
  const words = searched.split(/[^\p{L}\p{N}]+/u).filter((piece) => /\d/.test(piece) && piece.length >= 3);
  return [longestOf(words) ?? text];
}
