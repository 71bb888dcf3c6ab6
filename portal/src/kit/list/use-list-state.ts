import { useMemo } from 'react';
import { defaultPageSizes, type ResourceDefinition } from '#contract/resource.ts';
import type { ListQuery } from '../data/list-query.ts';
import { useUrlState } from '../screens.tsx';

/** The column a list is sorted by. */
export interface Sort {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** Where a list stands; all of it lives in the address, so that a link, Back and reload find it again. */
export interface ListState {
  /** From 1. */
  readonly page: number;
  readonly size: number;
  readonly sizes: readonly number[];
  readonly sort: Sort | undefined;
  readonly search: string;
  /** The filters that are on, by name. */
  readonly filters: Readonly<Record<string, string>>;
  /** Whether search or a filter narrows the list. */
  readonly isNarrowed: boolean;
  /** What `useList` takes. */
  readonly query: ListQuery;
  /** Goes to a page; Back leads to the one before, unless `push` is false. */
  readonly setPage: (page: number, options?: { readonly push: boolean }) => void;
  readonly setSize: (size: number) => void;
  /** Sorts by a field; the same field again turns the direction round. */
  readonly toggleSort: (field: string) => void;
  readonly setSearch: (search: string) => void;
  readonly setFilter: (name: string, value: string | undefined) => void;
  /** Takes search and filters away. */
  readonly clear: () => void;
}

/** What `useListState` takes besides the resource. */
export interface ListStateOptions {
  /** Names of the filters that this list knows. */
  readonly filters?: readonly string[];
  /** Those of them that choose a view: they do not count as narrowing, and clearing leaves them. */
  readonly views?: readonly string[];
  /** The size of a page when the address names none; else the resource's first. */
  readonly size?: number;
  /** How filters reach the server; each travels as a pair of its own name unless this says otherwise. */
  readonly toQuery?: (filters: Readonly<Record<string, string>>) => Pick<ListQuery, 'filter' | 'extra'>;
}

/**
 * The state of a list in the address: `?page=2&size=100&sort=-name&search=jan` and its filters by name. Unknown or
 * broken values count as absent.
 *
 * @example
 * const list = useListState(companies);
 * const page = useList(list.query, {});
 */
export function useListState(resource: ResourceDefinition, options: ListStateOptions = {}): ListState {
  const [url, change] = useUrlState();
  const { filters: names = noNames, views = noNames, size: ownSize, toQuery } = options;

  return useMemo(() => {
    const sizes: readonly number[] = resource.pageSizes ?? defaultPageSizes;
    const wanted = wholeNumber(url['size']);
    const size = wanted !== undefined && sizes.includes(wanted) ? wanted : (ownSize ?? sizes[0] ?? 50);
    const page = wholeNumber(url['page']) ?? 1;
    const sort = readSort(url['sort'], resource) ?? readDefaultSort(resource);
    const search = url['search'] ?? '';
    const filters: Record<string, string> = {};
    for (const name of names) if (url[name]) filters[name] = url[name];

    // Whatever changes which rows there are starts at the first page again.
    const narrow = (changes: Record<string, string | undefined>) => change({ ...changes, page: undefined });
    return {
      page,
      size,
      sizes,
      sort,
      search,
      filters,
      isNarrowed: search !== '' || Object.keys(filters).some((name) => !views.includes(name)),
      query: {
        top: size,
        skip: (page - 1) * size,
        ...(sort ? { orderBy: `${sort.field} ${sort.direction}` } : {}),
        ...(search === '' ? {} : { query: search }),
        ...(toQuery ? toQuery(filters) : { extra: filters }),
      },
      setPage: (to, { push } = { push: true }) =>
        change({ page: to === 1 ? undefined : String(to) }, { push }),
      setSize: (to) => narrow({ size: String(to) }),
      toggleSort: (field) => narrow({ sort: nextSort(sort, field) }),
      setSearch: (to) => narrow({ search: to === '' ? undefined : to }),
      setFilter: (name, value) => narrow({ [name]: value === '' ? undefined : value }),
      clear: () => narrow(clearedOf(names, views)),
    };
  }, [url, change, resource, names, views, ownSize, toQuery]);
}

const noNames: readonly string[] = [];

/** The change of the address that takes search and filters away, but for those that choose a view. */
export function clearedOf(
  filters: readonly string[] = noNames,
  views: readonly string[] = noNames,
): Record<string, undefined> {
  const names = ['search', ...filters].filter((name) => !views.includes(name));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function readSort(text: string | undefined, resource: ResourceDefinition): Sort | undefined {
  if (text === undefined) return undefined;
  const field = text.replace(/^-/, '');
  return field in resource.fields ? { field, direction: text.startsWith('-') ? 'desc' : 'asc' } : undefined;
}

function readDefaultSort(resource: ResourceDefinition): Sort | undefined {
  const [first = ''] = resource.defaultSort.split(',');
  const [field = '', direction] = first.trim().split(/\s+/);
  return field === '' ? undefined : { field, direction: direction === 'desc' ? 'desc' : 'asc' };
}

function nextSort(now: Sort | undefined, field: string): string {
  return now?.field === field && now.direction === 'asc' ? `-${field}` : field;
}
