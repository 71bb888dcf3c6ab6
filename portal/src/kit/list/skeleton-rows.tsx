import { cx } from '../cx.ts';
import type { Column } from './column.tsx';
import { smallPlaces } from './small-row.tsx';
import styles from './data-table.module.css';

interface SkeletonRowsProps<R> {
  readonly columns: readonly Column<R>[];
  /** Marker and end cells beside the columns. */
  readonly extra: number;
  readonly isSmall: boolean;
}

const widths = ['62%', '48%', '70%', '54%', '66%', '44%', '58%', '50%'];

/** Grey bars in the real columns, invisible for the first 200 ms: a quick answer never flickers. */
export function SkeletonRows<R>({ columns, extra, isSmall }: SkeletonRowsProps<R>) {
  const { title, end } = smallPlaces(columns);
  const shown = isSmall ? [title, end].filter((column) => column !== undefined) : columns;
  return widths.map((_, row) => (
    <tr key={row} className={styles.skeleton} aria-hidden>
      {shown.map((column, at) => (
        <td key={column.field} className={cx(column.align === 'right' && styles.right)}>
          <span style={{ width: widths[(row + at) % widths.length] }}>{'\u00a0'}</span>
        </td>
      ))}
      {extra > 0 && <td colSpan={extra}>{'\u00a0'}</td>}
    </tr>
  ));
}
