import { useCallback, useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react';

const [least, most] = [0.25, 6];

/** A point of the paper (shares of its size) that must stay where it is on screen. */
interface Anchor {
  readonly x: number;
  readonly y: number;
  readonly clientX: number;
  readonly clientY: number;
}

/** How large the paper is drawn, where 1 fits the width, and everything that changes it. */
export interface Zoom {
  readonly zoom: number;
  /** Width of the stage that a page fits, in pixels; 0 until measured. */
  readonly fitWidth: number;
  readonly stage: (element: HTMLDivElement | null) => void;
  readonly paper: React.RefObject<HTMLDivElement | null>;
  readonly zoomBy: (factor: number) => void;
  readonly fit: () => void;
  /** For the stage: dragging moves, double-click goes to 200 % and back. */
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLDivElement>) => void;
    readonly onDoubleClick: (event: MouseEvent<HTMLDivElement>) => void;
  };
}

/**
 * Zoom over native scrolling: the wheel scrolls, with Ctrl it zooms at the pointer, as a pinch does between the
 * fingers; one finger scrolls as everywhere else.
 */
export function useZoom(): Zoom {
  const [zoom, setZoom] = useState(1);
  const [stage, setStage] = useState<HTMLDivElement | null>(null);
  const [fitWidth, setFitWidth] = useState(0);
  const paper = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor | null>(null);

  useEffect(() => {
    if (stage === null) return undefined;
    const measure = () => setFitWidth(Math.max(0, stage.clientWidth - 24));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(stage);
    return () => observer.disconnect();
  }, [stage]);

  // Before the new size is painted: what was under the pointer is there again.
  useLayoutEffect(() => {
    const held = anchor.current;
    const rect = paper.current?.getBoundingClientRect();
    if (held === null || rect === undefined || stage === null) return;
    anchor.current = null;
    stage.scrollLeft += rect.left + held.x * rect.width - held.clientX;
    stage.scrollTop += rect.top + held.y * rect.height - held.clientY;
  }, [zoom, stage]);

  const zoomAt = useCallback((next: (now: number) => number, clientX: number, clientY: number) => {
    const rect = paper.current?.getBoundingClientRect();
    if (rect === undefined || rect.width === 0) return setZoom((now) => clamp(next(now)));
    const share = (at: number, from: number, size: number) => Math.min(1, Math.max(0, (at - from) / size));
    anchor.current = {
      x: share(clientX, rect.left, rect.width),
      y: share(clientY, rect.top, rect.height),
      clientX,
      clientY,
    };
    setZoom((now) => clamp(next(now)));
  }, []);

  useEffect(() => {
    if (stage === null) return undefined;
    let distance = 0;

    function onWheel(event: WheelEvent) {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const delta = Math.max(-100, Math.min(100, event.deltaY));
      zoomAt((now) => now * Math.exp(-delta * 0.004), event.clientX, event.clientY);
    }
    function onTouch(event: TouchEvent) {
      const [first, second] = event.touches;
      if (first === undefined || second === undefined) return void (distance = 0);
      event.preventDefault();
      const now = Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
      const factor = distance === 0 ? 1 : now / distance;
      distance = now;
      zoomAt((z) => z * factor, (first.clientX + second.clientX) / 2, (first.clientY + second.clientY) / 2);
    }
    // React attaches these as passive, so that they could not keep the browser from zooming the whole page.
    stage.addEventListener('wheel', onWheel, { passive: false });
    for (const name of ['touchstart', 'touchmove'] as const) stage.addEventListener(name, onTouch, { passive: false });
    const onEnd = () => (distance = 0);
    stage.addEventListener('touchend', onEnd);
    return () => {
      stage.removeEventListener('wheel', onWheel);
      for (const name of ['touchstart', 'touchmove'] as const) stage.removeEventListener(name, onTouch);
      stage.removeEventListener('touchend', onEnd);
    };
  }, [stage, zoomAt]);

  const centre = () => {
    const rect = stage?.getBoundingClientRect();
    return rect ? ([rect.left + rect.width / 2, rect.top + rect.height / 2] as const) : ([0, 0] as const);
  };

  return {
    zoom,
    fitWidth,
    stage: setStage,
    paper,
    zoomBy: (factor) => zoomAt((now) => now * factor, ...centre()),
    fit: () => zoomAt(() => 1, ...centre()),
    handlers: {
      onPointerDown: (event) => drag(event),
      onDoubleClick: (event) => {
        if (event.target instanceof Element && event.target.closest('button')) return;
        zoomAt((now) => (Math.abs(now - 1) < 0.01 ? 2 : 1), event.clientX, event.clientY);
      },
    },
  };
}

function clamp(zoom: number): number {
  return Math.min(most, Math.max(least, zoom));
}

/** The mouse takes the paper along; a finger does so by the browser's own scrolling. */
function drag(event: PointerEvent<HTMLDivElement>): void {
  const stage = event.currentTarget;
  if (event.pointerType !== 'mouse' || event.button !== 0) return;
  if (event.target instanceof Element && event.target.closest('button')) return;
  let [x, y] = [event.clientX, event.clientY];
  stage.setPointerCapture(event.pointerId);

  function onMove(moved: globalThis.PointerEvent) {
    stage.scrollLeft -= moved.clientX - x;
    stage.scrollTop -= moved.clientY - y;
    [x, y] = [moved.clientX, moved.clientY];
  }
  function onEnd() {
    stage.removeEventListener('pointermove', onMove);
    stage.removeEventListener('pointerup', onEnd);
    stage.removeEventListener('pointercancel', onEnd);
  }
  stage.addEventListener('pointermove', onMove);
  stage.addEventListener('pointerup', onEnd);
  stage.addEventListener('pointercancel', onEnd);
}
