import { cx } from '../cx.ts';
import type { TableLayout } from './table-layout.ts';
import styles from './data-table.module.css';

const widths = ['62%', '48%', '70%', '54%', '66%', '44%', '58%', '50%'];

/** Grey bars in the real columns, invisible for the first 200 ms: a quick answer never flickers. */
export function SkeletonRows<R>({ layout: { columns, cells } }: { readonly layout: TableLayout<R> }) {
  const extra = cells - columns.length;
  return widths.map((_, row) => (
    <tr key={row} className={styles.skeleton} aria-hidden>
      {columns.map((column, index) => (
        <td key={column.field} className={cx(column.align === 'right' && styles.right)}>
          <span style={{ width: widths[(row + index) % widths.length] }}>{'\u00a0'}</span>
        </td>
      ))}
      {extra > 0 && <td colSpan={extra}>{'\u00a0'}</td>}
    </tr>
  ));
}
