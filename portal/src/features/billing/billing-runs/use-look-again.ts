import { useEffect } from 'react';

/** Live messages tell how far a job is; this only bridges a lost connection, in milliseconds. */
const lookAgainMs = 1500;

/** Asks again as long as something is under way, also after a reload. */
export function useLookAgain(isGoing: boolean, refetch: () => unknown): void {
  useEffect(() => {
    if (!isGoing) return undefined;
    const timer = setInterval(() => void refetch(), lookAgainMs);
    return () => clearInterval(timer);
  }, [isGoing, refetch]);
}
