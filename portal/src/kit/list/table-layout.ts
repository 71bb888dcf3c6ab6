import { useIsSmall } from '../use-width.ts';
import type { Column } from './column.tsx';
import { smallPlaces } from './small-row.tsx';
import type { DataTableProps } from './table-types.ts';

/** Which cells the rows of a table have. */
export interface TableLayout<R> {
  /** Under 992 a row has two lines, in the cells of its title and its end. */
  readonly isSmall: boolean;
  /** The columns with a cell of their own. */
  readonly columns: readonly Column<R>[];
  /** First of all: the box that ticks the row. */
  readonly hasTicks: boolean;
  /** Before the columns: the radio button that chooses the row. */
  readonly hasMarker: boolean;
  /** After the columns: the row's buttons. */
  readonly hasEnd: boolean;
  /** All cells of a row. */
  readonly cells: number;
}

/** The layout of a table at the width of the screen. */
export function useTableLayout<R extends { readonly id: string }>({
  columns,
  selection,
  ticks,
  expansion,
  renderActions,
}: DataTableProps<R>): TableLayout<R> {
  const isSmall = useIsSmall();
  const { title, end } = smallPlaces(columns);
  const shown = isSmall ? [title, end].filter((column) => column !== undefined) : columns;
  const hasMarker = selection !== undefined && !isSmall;
  const hasEnd = renderActions !== undefined || expansion !== undefined;
  return {
    isSmall,
    columns: shown,
    hasTicks: ticks !== undefined,
    hasMarker,
    hasEnd,
    cells: shown.length + Number(ticks !== undefined) + Number(hasMarker) + Number(hasEnd),
  };
}
