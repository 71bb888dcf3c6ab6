import { useEffect } from 'react';

/** Live events report progress; this only covers a lost connection. */
const intervalMs = 1500;

/** Refetches while something is in progress, also after a reload. */
export function useRefetchWhile(isGoing: boolean, refetch: () => unknown): void {
  useEffect(() => {
    if (!isGoing) return undefined;
    const timer = setInterval(() => void refetch(), intervalMs);
    return () => clearInterval(timer);
  }, [isGoing, refetch]);
}
