import { cx } from '../cx.ts';
import { ErrorState } from '../feedback/error-state.tsx';
import { useText } from '../text.ts';
import { DataRow } from './data-row.tsx';
import { EmptyState } from './empty-state.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import { SmallSort, TableHead } from './table-head.tsx';
import { useTableLayout, type TableLayout } from './table-layout.ts';
import type { DataTableProps } from './table-types.ts';
import { TotalsRow } from './totals-row.tsx';
import { useTicks } from './use-ticks.ts';
import { useRowKeys } from './use-row-keys.ts';
import styles from './data-table.module.css';

/**
 * A table of one page of rows: sorting, opening, choosing, loading, emptiness and failure, by mouse, touch and
 * keyboard (arrows, J and K move through the rows). Under 992 the rows become two lines of the columns named small.
 */
export function DataTable<R extends { readonly id: string }>(props: DataTableProps<R>) {
  const { caption, columns, page, list, dense = false, totals } = props;
  const text = useText();
  const layout = useTableLayout(props);
  const rows = page.data?.result;
  const ticks = useTicks(props.ticks, rows ?? []);
  const body = useRowKeys(props.selection === undefined, ticks);

  if (page.error !== null && rows === undefined) {
    return <ErrorState error={page.error} onRetry={() => void page.refetch()} />;
  }
  if (rows?.length === 0 && !page.isPlaceholderData) return <NoRows {...props} />;

  return (
    <>
      {layout.isSmall && list && <SmallSort columns={columns} list={list} />}
      <table
        className={cx(styles.table, dense && styles.dense, layout.isSmall && styles.small)}
        aria-busy={page.isPending || page.isPlaceholderData}
      >
        <caption className="balie-hidden">{caption}</caption>
        <Widths table={props} layout={layout} />
        <TableHead layout={layout} list={list} ticks={ticks} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the links in it have the focus */}
        <tbody {...body} className={cx(page.isPlaceholderData && styles.stale)}>
          {rows === undefined ? (
            <SkeletonRows layout={layout} />
          ) : (
            rows.map((row) => <DataRow key={row.id} row={row} table={props} layout={layout} ticks={ticks} />)
          )}
        </tbody>
        {totals && rows !== undefined && <TotalsRow totals={totals} columns={columns} layout={layout} />}
      </table>
      {page.isPending && (
        <span className="balie-hidden" role="status">
          {text('kit.table.loading')}
        </span>
      )}
    </>
  );
}

interface WidthsProps<R extends { readonly id: string }> {
  readonly table: DataTableProps<R>;
  readonly layout: TableLayout<R>;
}

function Widths<R extends { readonly id: string }>({ table, layout }: WidthsProps<R>) {
  const { columns, renderActions, actionsWidth = 84 } = table;
  if (layout.isSmall) return <colgroup />;
  return (
    <colgroup>
      {layout.hasTicks && <col style={{ width: 44 }} />}
      {layout.hasMarker && <col style={{ width: layout.hasTicks ? 36 : 52 }} />}
      {columns.map((column) => (
        <col key={column.field} style={{ width: column.width }} />
      ))}
      {layout.hasEnd && <col style={{ width: renderActions ? actionsWidth : 52 }} />}
    </colgroup>
  );
}

function NoRows<R extends { readonly id: string }>({ list, empty }: DataTableProps<R>) {
  if (list?.isNarrowed) return <EmptyState kind="filter" search={list.search} onClear={list.clear} />;
  return empty ?? <EmptyState kind="filter" />;
}
