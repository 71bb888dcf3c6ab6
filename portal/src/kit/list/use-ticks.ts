import { useRef } from 'react';
import type { Ticks } from './table-types.ts';

/** The ways to tick rows of a page: one, a range up to it, or all. */
export type RowTicks = ReturnType<typeof useTicks>;

/** Ticks rows; with Shift all from the last one that was ticked, as people know it from mail. */
export function useTicks<R extends { readonly id: string }>(ticks: Ticks<R> | undefined, rows: readonly R[]) {
  const last = useRef<string>(undefined);
  if (ticks === undefined) return undefined;
  const able = rows.filter(ticks.canTick).map(({ id }) => id);
  const ticked = able.filter((id) => ticks.ids.has(id));

  function set(ids: readonly string[], isOn: boolean) {
    const next = new Set(ticks?.ids);
    for (const id of ids) {
      if (isOn) next.add(id);
      else next.delete(id);
    }
    ticks?.onChange(next);
  }

  return {
    isAll: able.length > 0 && ticked.length === able.length,
    isSome: ticked.length > 0,
    canTickAny: able.length > 0,
    canTick: (id: string) => able.includes(id),
    tickAll: () => set(able, ticked.length < able.length),
    tick(id: string, isRange: boolean) {
      if (!able.includes(id)) return;
      const isOn = !ticks.ids.has(id);
      const [from, to] = [able.indexOf(last.current ?? id), able.indexOf(id)];
      const range = isRange && from >= 0 ? able.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
      last.current = id;
      set(range, isRange || isOn);
    },
  };
}
