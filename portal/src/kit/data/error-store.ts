import { createContext, use, useSyncExternalStore } from 'react';
import type { ProblemBody } from '#contract/problem.ts';
import { ProblemError } from './http.ts';

/**
 * The one place that knows what went wrong last (product 1.8 and 2.8): any failed call sets it, a
 * successful create or update clears it.
 */
export interface ErrorStore {
  /** The last failure, or null. */
  readonly current: () => Error | null;
  readonly set: (error: Error) => void;
  readonly clear: () => void;
  readonly subscribe: (onChange: () => void) => () => void;
}

/** An empty store. */
export function createErrorStore(): ErrorStore {
  let current: Error | null = null;
  const listeners = new Set<() => void>();
  function change(next: Error | null) {
    if (current === next) return;
    current = next;
    for (const listener of listeners) listener();
  }
  return {
    current: () => current,
    set: change,
    clear: () => change(null),
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** Hands the store down; DataProvider fills it. */
export const ErrorStoreContext = createContext<ErrorStore | null>(null);

/** The last failure of any call, and the way to put it away. */
export function useErrors(): { readonly error: Error | null; readonly clear: () => void } {
  const store = use(ErrorStoreContext);
  if (store === null) throw new Error('useErrors needs a DataProvider above it');
  const error = useSyncExternalStore(store.subscribe, store.current);
  return { error, clear: store.clear };
}

/** The sentences per field id that a failure names; empty for failures of another kind. */
export function fieldErrors(error: unknown): NonNullable<ProblemBody['errors']> {
  return error instanceof ProblemError ? (error.body.errors ?? {}) : {};
}

/** The same sentences in one row, for where no field of them stands. */
export function fieldSentences(error: unknown): string[] {
  return Object.values(fieldErrors(error)).flat();
}
