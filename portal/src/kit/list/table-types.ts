import type { ReactNode } from 'react';

/** What a table must know of its rows' arrival: what `useList` gives, or `loadedRows`. */
export interface RowsState<R> {
  readonly data: { readonly result: readonly R[] } | undefined;
  readonly isPending: boolean;
  /** The rows are those of the question before this one. */
  readonly isPlaceholderData: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** One row is chosen, with a marker before it. */
export interface Selection<R> {
  readonly id: string | undefined;
  readonly onChange: (row: R) => void;
  /** What a screen reader calls the marker of a row: its number or name. */
  readonly nameOf: (row: R) => string;
}

/** One row is open, with its detail below it. */
export interface Expansion<R> {
  readonly id: string | undefined;
  /** The row that opens, or undefined when the open one closes. */
  readonly onChange: (row: R | undefined) => void;
  readonly render: (row: R) => ReactNode;
}

/** Rows that are there already, for tables inside a detail. */
export function loadedRows<R>(rows: readonly R[]): RowsState<R> {
  return {
    data: { result: rows },
    isPending: false,
    isPlaceholderData: false,
    error: null,
    refetch: () => undefined,
  };
}
