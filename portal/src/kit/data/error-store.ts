import { createContext, use } from 'react';
import type { ProblemBody } from '#contract/problem.ts';
import { createStore, useStore, type Store } from '../store.ts';
import { ProblemError } from './http.ts';

/**
 * The one place that knows what went wrong last (product 1.8 and 2.8): any failed call sets it, a
 * successful create or update clears it.
 */
export type ErrorStore = Store<Error | null>;

/** An empty store. */
export const createErrorStore = (): ErrorStore => createStore<Error | null>(null);

/** Hands the store down; DataProvider fills it. */
export const ErrorStoreContext = createContext<ErrorStore | null>(null);

/** The last failure of any call, and a function that clears it. */
export function useErrors(): { readonly error: Error | null; readonly clear: () => void } {
  const store = use(ErrorStoreContext);
  if (store === null) throw new Error('useErrors needs a DataProvider above it');
  return { error: useStore(store), clear: () => store.set(null) };
}

/** The sentences per field id of a failed call; empty for failures of another kind. */
export function fieldErrors(error: unknown): NonNullable<ProblemBody['errors']> {
  return error instanceof ProblemError ? (error.body.errors ?? {}) : {};
}

/** The same sentences without their fields, for what shows them apart from a form. */
export function fieldSentences(error: unknown): string[] {
  return Object.values(fieldErrors(error)).flat();
}
