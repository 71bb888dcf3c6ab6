import { useEffect, useRef, type RefObject } from 'react';

/**
 * Gives the focus back to what opened something, once it is there again, however long drawing takes.
 *
 * @param isThere whether the element is drawn and takes the focus now
 * @returns the element's ref, and what to call when the focus shall return to it
 */
export function useFocusReturn<E extends HTMLElement>(
  isThere: boolean,
): readonly [RefObject<E | null>, () => void] {
  const element = useRef<E>(null);
  const returns = useRef(false);
  useEffect(() => {
    if (!isThere || !returns.current) return;
    returns.current = false;
    element.current?.focus();
  }, [isThere]);
  return [
    element,
    () => {
      returns.current = true;
    },
  ];
}
