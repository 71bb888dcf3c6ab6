import { useCallback, useEffect, useState, type RefObject } from 'react';

/** The whole screen for one element: the browser's own way, else over the page with Escape as the way back. */
export function useFullScreen(element: RefObject<HTMLElement | null>): {
  isFull: boolean;
  toggle: () => void;
} {
  const [isFull, setFull] = useState(false);

  useEffect(() => {
    const onChange = () =>
      setFull(document.fullscreenElement === element.current && element.current !== null);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, [element]);

  useEffect(() => {
    if (!isFull || document.fullscreenElement) return undefined;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setFull(false);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isFull]);

  const toggle = useCallback(() => {
    if (document.fullscreenElement) return void document.exitFullscreen();
    // Phones of one maker have no full screen for anything but films.
    if (!document.fullscreenEnabled) return setFull((now) => !now);
    element.current?.requestFullscreen().catch(() => setFull(true));
  }, [element]);

  return { isFull, toggle };
}
