import type { ReactNode } from 'react';
import type { Column } from './column.tsx';
import styles from './data-table.module.css';

interface SmallPlaces<R> {
  readonly title: Column<R> | undefined;
  readonly end: Column<R> | undefined;
  readonly lines: readonly Column<R>[];
}

/** Which column stands where in a row of two lines. */
export function smallPlaces<R>(columns: readonly Column<R>[]): SmallPlaces<R> {
  const named = columns.filter((column) => column.small);
  const candidates = named.length > 0 ? named : columns;
  const free = candidates.filter((column) => column.small === true || named.length === 0);
  const title =
    candidates.find((column) => column.small === 'title') ?? free.find((column) => column.isMain) ?? free[0];
  const end =
    candidates.find((column) => column.small === 'end') ??
    free.find((column) => column !== title && column.align === 'right');
  return { title, end, lines: candidates.filter((column) => column !== title && column !== end) };
}

/** The value of a column as a row of two lines shows it. */
export function drawSmall<R>(column: Column<R>, row: R): ReactNode {
  return (column.renderSmall ?? column.render)(row);
}

interface SmallMainProps<R> {
  readonly row: R;
  readonly places: SmallPlaces<R>;
  /** Draws the title, with its link or button. */
  readonly titleOf: (value: ReactNode) => ReactNode;
}

/** The two lines of a row under 992: the name, and below it what the other small columns say. */
export function SmallMain<R>({ row, places, titleOf }: SmallMainProps<R>) {
  return (
    <>
      <div className={styles.smallTitle}>{titleOf(places.title && drawSmall(places.title, row))}</div>
      {places.lines.length > 0 && (
        <div className={styles.smallLine}>
          {places.lines.map((column) => (
            <span key={column.field}>{drawSmall(column, row)}</span>
          ))}
        </div>
      )}
    </>
  );
}
