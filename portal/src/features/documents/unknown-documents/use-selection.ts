import { useState } from 'react';

/** The ticked rows, by id; only those on screen count. */
export type Ticks = ReturnType<typeof useSelection>;

/** The selection in a list; a row that leaves the list leaves the selection. */
export function useSelection(rows: readonly { readonly id: string }[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  return {
    ids: rows.flatMap(({ id }) => (ticked.has(id) ? [id] : [])),
    has: (id: string) => ticked.has(id),
    toggle: (id: string) => setTicked((now) => toggled(now, id)),
    all: () => setTicked(new Set(rows.map(({ id }) => id))),
    none: () => setTicked(new Set()),
  };
}

/** The set with an item added, or without it when it was there. */
export function toggled<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}
