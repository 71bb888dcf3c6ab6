import { useState } from 'react';

/** The rows that are ticked, by id; only those that are on screen count. */
export interface Ticks {
  readonly ids: readonly string[];
  readonly has: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  readonly all: () => void;
  readonly none: () => void;
}

/** Ticks in a list; whoever leaves the list takes its tick along. */
export function useSelection(rows: readonly { readonly id: string }[]): Ticks {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const ids = rows.flatMap(({ id }) => (ticked.has(id) ? [id] : []));
  return {
    ids,
    has: (id) => ticked.has(id),
    toggle: (id) =>
      setTicked((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    all: () => setTicked(new Set(rows.map(({ id }) => id))),
    none: () => setTicked(new Set()),
  };
}
