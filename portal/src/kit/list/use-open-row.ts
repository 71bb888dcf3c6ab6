import { useCallback, useMemo, useState } from 'react';
import type { ResourceDefinition } from '#contract/resource.ts';
import { useUrlState } from '../screens.tsx';
import { clearedOf, useListState, type ListState, type ListStateOptions } from './use-list-state.ts';

interface Named {
  readonly id: string;
}

/** Where the open row of a list stands. */
export interface OpenRow<R> {
  /** All rows, the open one among them. */
  readonly rows: readonly R[];
  /** The open row, while it is one of these. */
  readonly row: R | undefined;
  /** Its index, or where it stood when it left the list. */
  readonly index: number;
  readonly isListed: boolean;
  /** The page to show, from 1: the open row's, else the one in the address. */
  readonly page: number;
  readonly next: R | undefined;
  readonly previous: R | undefined;
}

/**
 * Finds the open row and its neighbours. A row that left the list keeps its place, `lastIndex`, between its
 * neighbours; `unlisted` is inserted there.
 */
export function findOpenRow<R extends Named>(
  listed: readonly R[],
  { id, lastIndex, unlisted }: { id: string | undefined; lastIndex: number; unlisted?: R | undefined },
  list: Pick<ListState, 'page' | 'size'>,
): OpenRow<R> {
  const found = id === undefined ? -1 : listed.findIndex((row) => row.id === id);
  const isListed = found >= 0;
  const index = isListed ? found : Math.min(lastIndex, listed.length);
  const row = isListed ? listed[index] : unlisted;
  const lastPage = Math.max(1, Math.ceil(listed.length / list.size));
  return {
    rows: isListed || row === undefined ? listed : listed.toSpliced(index, 0, row),
    row,
    index,
    isListed,
    page: row === undefined ? Math.min(list.page, lastPage) : Math.floor(index / list.size) + 1,
    next: listed[isListed ? index + 1 : index],
    previous: listed[index - 1],
  };
}

/**
 * Keeps one row open, by its id in the address (`open`). Its page follows it when rows come or go, and it keeps its
 * place when it leaves the list. `unlisted` is the open row where it is known without being listed.
 *
 * @example
 * const opened = useOpenRow(list, page.data?.result ?? []);
 * <Button onClick={() => opened.open(opened.next?.id)}>
 */
export function useOpenRow<R extends Named>(list: ListState, listed: readonly R[], unlisted?: R) {
  const [url, change] = useUrlState();
  const id = url['open'];
  const [last, setLast] = useState({ id, index: 0, wasListed: false });
  const isSame = last.id === id;
  const lastIndex = isSame ? last.index : 0;
  const { page: listPage, size } = list;
  const place = useMemo(
    () => findOpenRow(listed, { id, lastIndex, unlisted }, { page: listPage, size }),
    [listed, id, lastIndex, unlisted, listPage, size],
  );
  const { isListed, index, page } = place;
  if (isListed && !(isSame && last.wasListed && last.index === index))
    setLast({ id, index, wasListed: true });
  /** Opens a row and closes all others; undefined closes, and the page stays. */
  const open = useCallback(
    (to: string | undefined) =>
      change(
        { open: to, ...(to === undefined && { page: page === 1 ? undefined : String(page) }) },
        // Back closes what was opened from the list; going from one row to the next adds no history.
        { push: id === undefined && to !== undefined },
      ),
    [change, id, page],
  );
  return {
    ...place,
    id,
    open,
    /** It was in the list, and is not any more. */
    hasLeft: id !== undefined && isSame && last.wasListed && !isListed,
  };
}

/**
 * The state of a list in which one row opens: what changes the rows on screen closes it. The smallest page is offered
 * first.
 */
export function useOpenRowList(resource: ResourceDefinition, options: ListStateOptions = {}): ListState {
  const list = useListState(resource, options);
  const { filters, views } = options;
  const [, change] = useUrlState();
  return useMemo(() => {
    const setSearch = (search: string) =>
      change({ search: search === '' ? undefined : search, page: undefined, open: undefined });
    return {
      ...list,
      sizes: list.sizes.toSorted((a, b) => a - b),
      setSearch,
      setPage: (page) =>
        change({ page: page === 1 ? undefined : String(page), open: undefined }, { push: true }),
      setFilter: (name, value) => change({ [name]: value, page: undefined, open: undefined }),
      clear: () => change({ ...clearedOf(filters, views), page: undefined, open: undefined }),
    };
  }, [list, filters, views, change]);
}
