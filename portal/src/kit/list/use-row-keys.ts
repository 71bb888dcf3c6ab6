import { useRef, type KeyboardEvent } from 'react';
import { useKeys } from '../keys/use-keys.ts';

/** Moves the focus along the rows: arrows from a row, J and K from anywhere unless a marker chooses rows. */
export function useRowKeys(hasFonts: boolean) {
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
    const isOnRow = event.target instanceof HTMLElement && event.target.matches('[data-row-focus]');
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
