import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { ErrorStore } from './error-store.ts';
import { NetworkError } from './http.ts';

/** Rows younger than this, in milliseconds, are shown without asking again; live events make them stale sooner. */
const freshMs = 15_000;

/** The cache of answers, joined to the store of errors. One per signed-in person; never written to disk. */
export function createQueryClient(errors: ErrorStore): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => errors.set(error) }),
    mutationCache: new MutationCache({
      onError: (error) => errors.set(error),
      onSuccess: () => errors.set(null),
    }),
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        // 4xx and 5xx responses are not retried; a lost connection is, once.
        retry: (failures, error) => error instanceof NetworkError && failures < 1,
        retryDelay: 500,
        // Without a connection a call fails and says so, instead of waiting.
        networkMode: 'always',
        // Calls that failed without a connection are repeated when it is back.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
