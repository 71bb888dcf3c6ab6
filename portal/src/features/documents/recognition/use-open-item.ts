import { useCallback, useState } from 'react';
import type { ListState } from '#portal/kit/list/use-list-state.ts';
import { useUrlState } from '#portal/kit/screens.tsx';
import type { ItemRow } from './item.ts';
import { placeOf } from './open-item.rules.ts';

/** The one selected item and its neighbours. */
export interface OpenItem {
  readonly id: string | undefined;
  readonly row: ItemRow | undefined;
  /** It stood in the list, and does not any more. */
  readonly hasLeft: boolean;
  readonly page: number;
  readonly next: ItemRow | undefined;
  readonly previous: ItemRow | undefined;
  /** Selects an item and turns to its page; undefined selects none. */
  readonly open: (id: string | undefined) => void;
}

/** Keeps one item selected, by its id in the address; the page of the table follows it. */
export function useOpenItem(list: ListState, rows: readonly ItemRow[]): OpenItem {
  const [url, change] = useUrlState();
  const id = url['open'];
  const [last, setLast] = useState({ id, at: 0, wasListed: false });
  const place = placeOf(rows, id, last.id === id ? last.at : 0, list.size);
  if (place.isListed && (last.id !== id || last.at !== place.at || !last.wasListed))
    setLast({ id, at: place.at, wasListed: true });
  const lastPage = Math.max(1, Math.ceil(rows.length / list.size));
  const page = place.isListed ? place.page : Math.min(list.page, lastPage);

  const open = useCallback(
    (to: string | undefined) =>
      change(
        // The page stays where it is when nothing is selected any more.
        { open: to, ...(to === undefined ? { page: page === 1 ? undefined : String(page) } : {}) },
        { push: id === undefined && to !== undefined },
      ),
    [change, id, page],
  );
  return {
    id,
    row: place.isListed ? rows[place.at] : undefined,
    hasLeft: id !== undefined && last.id === id && last.wasListed && !place.isListed,
    page,
    next: place.next,
    previous: place.previous,
    open,
  };
}
