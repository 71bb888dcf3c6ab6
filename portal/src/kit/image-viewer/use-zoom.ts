import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const [minZoom, maxZoom] = [0.25, 6];

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
  readonly paper: (element: HTMLDivElement | null) => void;
  readonly zoomBy: (factor: number) => void;
  readonly fit: () => void;
}

/**
 * Zoom over native scrolling: the wheel scrolls, with Ctrl it zooms at the pointer, as a pinch does between the
 * fingers; one finger scrolls as everywhere else.
 */
export function useZoom(): Zoom {
  const [zoom, setZoom] = useState(1);
  const [stage, setStage] = useState<HTMLDivElement | null>(null);
  const [paper, setPaper] = useState<HTMLDivElement | null>(null);
  const [fitWidth, setFitWidth] = useState(0);
  const anchor = useRef<Anchor | null>(null);

  useEffect(() => {
    if (stage === null) return undefined;
    const measure = () => setFitWidth(Math.max(0, stage.clientWidth - 24));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(stage);
    return () => observer.disconnect();
  }, [stage]);

  // Before the new size is painted: scroll what was under the pointer back to it.
  useLayoutEffect(() => {
    const fixed = anchor.current;
    const rect = paper?.getBoundingClientRect();
    if (fixed === null || rect === undefined || stage === null) return;
    anchor.current = null;
    stage.scrollTo(
      stage.scrollLeft + rect.left + fixed.x * rect.width - fixed.clientX,
      stage.scrollTop + rect.top + fixed.y * rect.height - fixed.clientY,
    );
  });

  const zoomAt = useCallback(
    (next: (now: number) => number, clientX: number, clientY: number) => {
      const rect = paper?.getBoundingClientRect();
      if (rect === undefined || rect.width === 0) return setZoom((now) => clamp(next(now)));
      const share = (value: number, from: number, size: number) =>
        Math.min(1, Math.max(0, (value - from) / size));
      anchor.current = {
        x: share(clientX, rect.left, rect.width),
        y: share(clientY, rect.top, rect.height),
        clientX,
        clientY,
      };
      setZoom((now) => clamp(next(now)));
    },
    [paper],
  );

  useEffect(() => (stage === null ? undefined : listen(stage, zoomAt)), [stage, zoomAt]);

  const centre = () => {
    const rect = stage?.getBoundingClientRect();
    return rect ? ([rect.left + rect.width / 2, rect.top + rect.height / 2] as const) : ([0, 0] as const);
  };

  return {
    zoom,
    fitWidth,
    stage: setStage,
    paper: setPaper,
    zoomBy: (factor) => zoomAt((now) => now * factor, ...centre()),
    fit: () => zoomAt(() => 1, ...centre()),
  };
}

function clamp(zoom: number): number {
  return Math.min(maxZoom, Math.max(minZoom, zoom));
}

type ZoomAt = (next: (now: number) => number, clientX: number, clientY: number) => void;

/**
 * Wheel with Ctrl, pinch, drag and double-click on the stage; returns a function that stops listening. React attaches wheel and touch
 * as passive, so that its handlers could not keep the browser from zooming the whole page.
 */
function listen(stage: HTMLElement, zoomAt: ZoomAt): () => void {
  const stop = new AbortController();
  const active = { passive: false, signal: stop.signal };
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
  function onDoubleClick(event: MouseEvent) {
    if (isOnButton(event)) return;
    zoomAt((now) => (Math.abs(now - 1) < 0.01 ? 2 : 1), event.clientX, event.clientY);
  }

  stage.addEventListener('wheel', onWheel, active);
  stage.addEventListener('touchstart', onTouch, active);
  stage.addEventListener('touchmove', onTouch, active);
  stage.addEventListener('touchend', () => void (distance = 0), active);
  stage.addEventListener('dblclick', onDoubleClick, active);
  stage.addEventListener('pointerdown', (event) => drag(event, stage), active);
  return () => stop.abort();
}

function isOnButton({ target }: Event): boolean {
  return target instanceof Element && target.closest('button') !== null;
}

/** The mouse takes the paper along; a finger does so by the browser's own scrolling. */
function drag(event: PointerEvent, stage: HTMLElement): void {
  if (event.pointerType !== 'mouse' || event.button !== 0) return;
  if (isOnButton(event)) return;
  let [x, y] = [event.clientX, event.clientY];
  stage.setPointerCapture(event.pointerId);

  function onMove(moved: PointerEvent) {
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
