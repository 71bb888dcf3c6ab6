import type { ReactNode } from 'react';
import type { Column } from './column.tsx';
import type { Totals } from './totals-row.tsx';
import type { ListState } from './use-list-state.ts';

/** How the rows of a table arrive: what `useList` gives, or `loadedRows`. */
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

/** Rows are ticked for what is done with several, apart from the one that is chosen. */
export interface Ticks<R> {
  readonly ids: ReadonlySet<string>;
  readonly onChange: (ids: ReadonlySet<string>) => void;
  /** Whether a row can be ticked at all. */
  readonly canTick: (row: R) => boolean;
  /** What a screen reader calls the box of a row: its number or name. */
  readonly nameOf: (row: R) => string;
}

/** One row is open, with its detail below it. */
export interface Expansion<R> {
  readonly id: string | undefined;
  /** The row that opens, or undefined when the open one closes. */
  readonly onChange: (row: R | undefined) => void;
  readonly render: (row: R) => ReactNode;
}

/** What a table takes. */
export interface DataTableProps<R extends { readonly id: string }> {
  /** Name of the table for who cannot see it, translated. */
  readonly caption: string;
  readonly columns: readonly Column<R>[];
  readonly page: RowsState<R>;
  /** Makes heads sortable, and distinguishes an empty list from one without matches. */
  readonly list?: Pick<ListState, 'sort' | 'toggleSort' | 'isNarrowed' | 'search' | 'clear'>;
  /** Address of a row: its main cell becomes a real link, and the row is clickable. */
  readonly href?: ((row: R) => string) | undefined;
  /** Opens a row that has no address of its own, such as one edited in a dialog. */
  readonly onOpen?: ((row: R) => void) | undefined;
  readonly selection?: Selection<R> | undefined;
  readonly ticks?: Ticks<R> | undefined;
  readonly expansion?: Expansion<R> | undefined;
  /** Buttons at the end of a row, visible but grey. */
  readonly renderActions?: ((row: R) => ReactNode) | undefined;
  /** Width of those buttons in pixels. */
  readonly actionsWidth?: number;
  /** What stands here when there is nothing at all; a plain 'Geen resultaten gevonden' when absent. */
  readonly empty?: ReactNode;
  /** Rows of 34 instead of 40, for tables inside a detail. */
  readonly dense?: boolean;
  /** Sums of all rows, under the columns. */
  readonly totals?: Totals | undefined;
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
