import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { ErrorStore } from './error-store.ts';
import { NetworkError } from './http.ts';

/** Rows younger than this, in milliseconds, are shown without asking again; live messages cut it short. */
const freshMs = 15_000;

/** The cache of answers, joined to the store of errors. One per signed-in person; never written to disk. */
export function createQueryClient(errors: ErrorStore): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => errors.set(error) }),
    mutationCache: new MutationCache({
      onError: (error) => errors.set(error),
      onSuccess: () => errors.clear(),
    }),
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        // The server's own no is final; a lost connection deserves one more try.
        retry: (failures, error) => error instanceof NetworkError && failures < 1,
        retryDelay: 500,
        // Without a connection the call must fail and say so, not wait in silence.
        networkMode: 'always',
        // What failed for want of a connection is asked again as soon as it is back.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
