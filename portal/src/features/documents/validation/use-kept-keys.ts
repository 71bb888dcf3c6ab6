import { useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';

/** More was not meant. */
const maxKept = 12;

/**
 * Keeps what is pressed while the next item is on its way, and runs it there in the same order; what is pressed at other
 * times runs at once.
 */
export function useKeptKeys<A>(isWaiting: boolean, run: (action: A) => void): (action: A) => void {
  const kept = useRef<A[]>([]);
  const runLatest = useEffectEvent(run);
  useEffect(() => {
    if (isWaiting) return undefined;
    // One at a time: each may open another item, which the next one waits for.
    const timer = setInterval(() => {
      const action = kept.current.shift();
      if (action === undefined) clearInterval(timer);
      // The next one meets what this one changed.
      else flushSync(() => runLatest(action));
    });
    return () => clearInterval(timer);
  }, [isWaiting]);
  return (action) => {
    if (!isWaiting && kept.current.length === 0) run(action);
    else if (kept.current.length < maxKept) kept.current.push(action);
  };
}
