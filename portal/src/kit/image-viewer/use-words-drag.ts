import { type PointerEvent, useState } from 'react';
import type { WordsDrag } from './viewer-types.ts';

const none: ReadonlySet<string> = new Set();

/** Dragging the mouse from a word over others: which are touched so far, and all of them at the end. */
export function useWordsDrag(onDrag: WordsDrag | undefined) {
  const [touched, setTouched] = useState(none);

  function onPointerDown({ currentTarget, target, button, pointerType, clientX, clientY }: PointerEvent) {
    if (onDrag === undefined || button !== 0 || pointerType !== 'mouse') return;
    if (!(target instanceof Element) || target.closest('[data-word]') === null) return;
    const words = [...currentTarget.querySelectorAll<HTMLElement>('[data-word]')].map((word) => ({
      id: word.dataset['word'] ?? '',
      rect: word.getBoundingClientRect(),
    }));
    const stop = new AbortController();
    let ids: readonly string[] = [];
    function onMove(event: globalThis.PointerEvent) {
      const [left, right] = [Math.min(clientX, event.clientX), Math.max(clientX, event.clientX)];
      const [top, bottom] = [Math.min(clientY, event.clientY), Math.max(clientY, event.clientY)];
      ids = words
        .filter(
          ({ rect }) => rect.left <= right && rect.right >= left && rect.top <= bottom && rect.bottom >= top,
        )
        .map(({ id }) => id);
      setTouched(ids.length > 1 ? new Set(ids) : none);
    }
    function onEnd({ type }: Event) {
      stop.abort();
      setTouched(none);
      if (type === 'pointerup' && ids.length > 1) onDrag?.(ids);
    }
    window.addEventListener('pointermove', onMove, { signal: stop.signal });
    window.addEventListener('pointerup', onEnd, { signal: stop.signal });
    window.addEventListener('pointercancel', onEnd, { signal: stop.signal });
  }

  return { touched, onPointerDown };
}
