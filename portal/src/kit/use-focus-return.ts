import { useEffect, useRef, type RefObject } from 'react';

/**
 * Returns the focus to the element that opened something, once it is drawn again.
 *
 * @param isThere whether the element is drawn and takes the focus now
 * @returns the element's ref, and a function that asks for the focus to return to it
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
