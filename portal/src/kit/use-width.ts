import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds now; draws again when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Under 992: tables keep their small columns, details stand below each other. Paper is never small. */
export function useIsSmall(): boolean {
  return useMedia('screen and (max-width: 61.99em)');
}

/** Under 768: sheets come from below, the primary action is under the thumb. Paper is no phone. */
export function useIsPhone(): boolean {
  return useMedia('screen and (max-width: 47.99em)');
}
