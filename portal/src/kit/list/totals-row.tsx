import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { useText } from '../text.ts';
import type { Column } from './column.tsx';
import type { TableLayout } from './table-layout.ts';
import styles from './data-table.module.css';

/** What stands under a table: sums of all rows, also of those on other pages. */
export interface Totals {
  /** Under the first column: 'Totaal'. Translated. */
  readonly label: ReactNode;
  /** By the field of the column that it stands under. */
  readonly values: Readonly<Record<string, ReactNode>>;
}

interface TotalsRowProps<R> {
  readonly totals: Totals;
  readonly columns: readonly Column<R>[];
  readonly layout: TableLayout<R>;
}

/** The sums under a table, each under its column; under 992 they stand below each other with their names. */
export function TotalsRow<R>({ totals, columns, layout }: TotalsRowProps<R>) {
  const text = useText();
  if (layout.isSmall) {
    const summed = columns.filter(({ field, label }) => label !== '' && totals.values[field] !== undefined);
    return (
      <tfoot>
        <tr>
          <td colSpan={layout.cells} className={styles.smallTotals}>
            <strong>{totals.label}</strong>
            <dl>
              {summed.map(({ field, label }) => (
                <div key={field}>
                  <dt>{text(label)}</dt>
                  <dd>{totals.values[field]}</dd>
                </div>
              ))}
            </dl>
          </td>
        </tr>
      </tfoot>
    );
  }
  return (
    <tfoot>
      <tr className={styles.totals}>
        {layout.hasTicks && <Bare />}
        {layout.hasMarker && <Bare />}
        {columns.map(({ field, align }, index) =>
          index === 0 ? (
            <th key={field} scope="row">
              {totals.label}
            </th>
          ) : (
            <td key={field} className={cx(align === 'right' && styles.right)}>
              {totals.values[field]}
            </td>
          ),
        )}
        {layout.hasEnd && <Bare />}
      </tr>
    </tfoot>
  );
}

// Under the markers and the buttons there is nothing to sum.
function Bare() {
  return <td aria-hidden>{''}</td>;
}
