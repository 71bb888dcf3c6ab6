import { useRef, type KeyboardEvent } from 'react';
import type { RowTicks } from './use-ticks.ts';
import { useKeys } from '../keys/use-keys.ts';

/**
 * Moves the focus along the rows: arrows from a row, J and K from anywhere unless a marker chooses rows. Where rows can
 * be ticked Space ticks the focused one, with Shift a range.
 */
export function useRowKeys(hasFonts: boolean, ticks: RowTicks) {
  const body = useRef<HTMLTableSectionElement>(null);

  /** To the row so many further on; without a focused row to the first or last. */
  function step(delta: number): void {
    const stops = [...(body.current?.querySelectorAll<HTMLElement>('[data-row-focus]') ?? [])];
    const current = stops.findIndex((stop) => stop === document.activeElement);
    const next = current < 0 ? (delta > 0 ? 0 : stops.length - 1) : current + delta;
    stops[next]?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const delta = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const { target } = event;
    const isOnRow = target instanceof HTMLElement && target.matches('[data-row-focus]');
    if (event.key === ' ' && isOnRow && ticks) {
      event.preventDefault();
      const id = target.closest('[data-row]')?.getAttribute('data-row');
      if (id) ticks.tick(id, event.shiftKey);
      return;
    }
    if (delta === undefined || !isOnRow) return;
    event.preventDefault();
    step(delta);
  }

  useKeys([
    hasFonts && { keys: 'j', label: 'kit.keys.next', run: () => step(1) },
    hasFonts && { keys: 'k', label: 'kit.keys.previous', run: () => step(-1) },
  ]);
  return { ref: body, onKeyDown };
}
