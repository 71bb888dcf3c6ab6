import type { Query, QueryClient } from '@tanstack/react-query';
import { createStore } from '../store.ts';
import { NetworkError } from './http.ts';

/** Whether the server could not be reached the last time that something was asked. */
export const isAway = createStore(false);

const firstWaitMs = 2000;
const maxWaitMs = 15_000;

/**
 * Asks again by itself what failed without a connection, with increasing delay and when the browser is online again.
 * Returns a function that stops.
 */
export function retryWhenBack(client: QueryClient): () => void {
  const lost = { type: 'active', predicate: hasLostConnection } as const;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = firstWaitMs;

  function retry() {
    clearTimeout(timer);
    timer = undefined;
    wait = Math.min(wait * 2, maxWaitMs);
    // The screen that asked may be closed.
    if (client.getQueryCache().findAll(lost).length === 0) isAway.set(false);
    void client.refetchQueries(lost);
  }
  const stopCache = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    if (action.type === 'success' && action.manual !== true) {
      wait = firstWaitMs;
      isAway.set(false);
    }
    if (action.type !== 'error' || !hasLostConnection(query) || !query.isActive()) return;
    isAway.set(true);
    timer ??= setTimeout(retry, wait);
  });
  window.addEventListener('online', retry);
  return () => {
    clearTimeout(timer);
    stopCache();
    isAway.set(false);
    window.removeEventListener('online', retry);
  };
}

function hasLostConnection({ state }: Query): boolean {
  return state.error instanceof NetworkError;
}
