import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import { ErrorStoreContext, type ErrorStore } from './error-store.ts';
import type { Http } from './http.ts';
import { SessionProvider, type Session } from './session.tsx';

/** What the data layer of one signed-in person consists of. */
export interface DataParts {
  readonly session: Session;
  readonly http: Http;
  readonly queryClient: QueryClient;
  readonly errors: ErrorStore;
}

const HttpContext = createContext<Http | null>(null);

/** Hands the session, the way to the server, the cache and the errors to everything below. */
export function DataProvider({ parts, children }: { parts: DataParts; children: ReactNode }) {
  return (
    <SessionProvider session={parts.session}>
      <HttpContext value={parts.http}>
        <ErrorStoreContext value={parts.errors}>
          <QueryClientProvider client={parts.queryClient}>{children}</QueryClientProvider>
        </ErrorStoreContext>
      </HttpContext>
    </SessionProvider>
  );
}

/** The way to the server, for calls that are no resource's plain five: `useHttp().call(url, schema, { method: 'POST' })`. */
export function useHttp(): Http {
  const http = use(HttpContext);
  if (http === null) throw new Error('useHttp needs a DataProvider above it');
  return http;
}
