import { Cursor, type Budget } from './list-query/cursor.ts';
import { ListQueryError } from './list-query/error.ts';
import { isHidden, type FieldScope } from './list-query/fields.ts';
import { parseFilter } from './list-query/filter.ts';
import { isTop, parseExpand, parseOrderBy, parseSelect } from './list-query/options.ts';
import { listLimits, type ListQuery, type SortKey } from './list-query/tree.ts';
import type { ListFields } from './resource.ts';

export { ListQueryError, type ListQuery };

/** What of a resource a list query is read against. */
export interface ListResource {
  readonly fields: ListFields;
  /** `$orderby` text of a list that asks for none. */
  readonly defaultSort: string;
  /** Its property names may be selected too. */
  readonly row?: { readonly shape: Readonly<Record<string, unknown>> };
}

/** What the caller adds to reading. */
export interface ListQueryOptions {
  /** Wire paths that this caller may not know (`lines/purchaseAmount`): they are unknown fields, as is all below. */
  readonly hidden?: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();
const own = ['$top', '$skip', '$count', '$orderby', '$filter', '$select', '$expand', 'query'] as const;
type Texts = Partial<Record<(typeof own)[number], string>>;

/**
 * Reads the parameters of a list once (§B3, §B4, §J8). Names without `$` other than `query` belong to the resource
 * and are left alone; empty texts count as absent.
 *
 * @param raw The decoded query string, as Fastify gives it.
 * @throws ListQueryError on anything outside the grammar, with the place.
 */
export function parseListQuery(
  resource: ListResource,
  raw: Readonly<Record<string, unknown>>,
  { hidden = nothing }: ListQueryOptions = {},
): ListQuery {
  const texts = ownTexts(raw);
  const scope: FieldScope = { fields: resource.fields, prefix: '', hidden };
  const budget: Budget = { nodes: 0 };
  const read = <T>(name: keyof Texts, absent: T, parse: (cursor: Cursor) => T): T => {
    const text = texts[name];
    if (text === undefined || text.trim() === '') return absent;
    const cursor = new Cursor(name, text, budget);
    const result = parse(cursor);
    cursor.expectEnd();
    return result;
  };
  const inRow = (name: string) =>
    resource.row !== undefined && Object.hasOwn(resource.row.shape, name) && !isHidden(scope, name);
  return {
    top: readTop(texts.$top),
    skip: readSkip(texts.$skip),
    count: readCount(texts.$count),
    filter: read('$filter', null, (cursor) => parseFilter(cursor, scope)),
    orderBy: read('$orderby', null, (cursor) => parseOrderBy(cursor, scope)) ?? defaultOrder(resource, scope),
    select: read('$select', null, (cursor) => parseSelect(cursor, scope, inRow)),
    expand: read('$expand', [], (cursor) => parseExpand(cursor, scope)),
    words: readWords(texts.query),
  };
}

function ownTexts(raw: Readonly<Record<string, unknown>>): Texts {
  const texts: Texts = {};
  for (const [name, value] of Object.entries(raw)) {
    const known = own.find((field) => field === name);
    if (known === undefined) {
      if (name.startsWith('$')) throw new ListQueryError('unknown-parameter', name.slice(0, 40), 0);
    } else if (typeof value === 'string') {
      texts[known] = value;
    } else if (value !== undefined) {
      throw new ListQueryError('repeated', known, 0);
    }
  }
  return texts;
}

function readTop(text: string | undefined): number {
  if (text === undefined) return listLimits.top;
  if (!/^\d{1,9}$/.test(text) || !isTop(Number(text)))
    throw new ListQueryError('bad-top', '$top', 0, text.slice(0, 40));
  return Number(text);
}

function readSkip(text: string | undefined): number {
  if (text === undefined) return 0;
  // 15 digits fit a number and a bigint.
  if (!/^\d{1,15}$/.test(text)) throw new ListQueryError('bad-skip', '$skip', 0, text.slice(0, 40));
  return Number(text);
}

function readCount(text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false;
  if (text !== 'true') throw new ListQueryError('bad-count', '$count', 0, text.slice(0, 40));
  return true;
}

function readWords(text = ''): string[] {
  if (text.length > listLimits.characters)
    throw new ListQueryError('too-long', 'query', listLimits.characters);
  const position = text.search(/\0|\p{Surrogate}/u);
  if (position >= 0) throw new ListQueryError('bad-literal', 'query', position);
  const words = new Set(text.split(/\s+/u));
  words.delete('');
  if (words.size > listLimits.words) throw new ListQueryError('too-long', 'query', 0);
  return [...words];
}

const defaultOrders = new WeakMap<ListResource, readonly SortKey[]>();

function defaultOrder(resource: ListResource, scope: FieldScope): readonly SortKey[] {
  const known = defaultOrders.get(resource) ?? parseDefaultOrder(resource);
  defaultOrders.set(resource, known);
  // Sorting by a field that the caller may not see would reveal it.
  return scope.hidden.size === 0 ? known : known.filter(({ path }) => !isHidden(scope, path));
}

function parseDefaultOrder({ fields, defaultSort }: ListResource): readonly SortKey[] {
  if (defaultSort.trim() === '') return [];
  const cursor = new Cursor('$orderby', defaultSort, { nodes: 0 });
  const keys = parseOrderBy(cursor, { fields, prefix: '', hidden: nothing });
  cursor.expectEnd();
  return keys;
}
