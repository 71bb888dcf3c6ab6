import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { ErrorState } from '../feedback/error-state.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { useText } from '../text.ts';
import { useIsSmall } from '../use-width.ts';
import type { Column } from './column.tsx';
import { DataRow } from './data-row.tsx';
import { EmptyState } from './empty-state.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import { SmallSort, TableHead } from './table-head.tsx';
import type { Expansion, RowsState, Selection } from './table-types.ts';
import { TotalsRow, type Totals } from './totals-row.tsx';
import type { ListState } from './use-list-state.ts';
import styles from './data-table.module.css';

/** What a table takes. */
export interface DataTableProps<R extends { readonly id: string }> {
  /** Name of the table for who cannot see it, translated. */
  readonly caption: string;
  readonly columns: readonly Column<R>[];
  readonly page: RowsState<R>;
  /** Makes heads sortable and tells an empty list from one that was narrowed to nothing. */
  readonly list?: Pick<ListState, 'sort' | 'toggleSort' | 'isNarrowed' | 'search' | 'clear'>;
  /** Address of a row: its main cell becomes a real link, and the whole row clicks. */
  readonly href?: ((row: R) => string) | undefined;
  /** Opens a row that has no address of its own, such as one edited in a dialog. */
  readonly onOpen?: ((row: R) => void) | undefined;
  readonly selection?: Selection<R> | undefined;
  readonly expansion?: Expansion<R> | undefined;
  /** Buttons at the end of a row, visible but grey. */
  readonly renderActions?: ((row: R) => ReactNode) | undefined;
  /** Room for those buttons in pixels. */
  readonly actionsWidth?: number;
  /** What stands here when there is nothing at all; a plain 'Geen resultaten gevonden' when absent. */
  readonly empty?: ReactNode;
  /** Rows of 34 instead of 40, for tables inside a detail. */
  readonly dense?: boolean;
  /** Sums of all rows, under the columns. */
  readonly totals?: Totals | undefined;
}

/**
 * A table of one page of rows: sorting, opening, choosing, loading, emptiness and failure, by mouse, touch and
 * keyboard (arrows and J/K walk the rows). Under 992 the rows become two lines of the columns named small.
 */
export function DataTable<R extends { readonly id: string }>(props: DataTableProps<R>) {
  const {
    caption,
    columns,
    page,
    list,
    selection,
    expansion,
    renderActions,
    actionsWidth = 84,
    dense = false,
    totals,
  } = props;
  const text = useText();
  const isSmall = useIsSmall();
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = page.data?.result;
  const hasMarker = selection !== undefined && !isSmall;
  const hasEnd = renderActions !== undefined || expansion !== undefined;

  useKeys([
    selection === undefined && { keys: 'j', label: 'kit.keys.next', run: () => step(body.current, 1) },
    selection === undefined && { keys: 'k', label: 'kit.keys.previous', run: () => step(body.current, -1) },
  ]);

  if (page.error !== null && rows === undefined) {
    return <ErrorState error={page.error} onRetry={() => void page.refetch()} />;
  }
  if (rows?.length === 0 && !page.isPlaceholderData) return <NoRows {...props} />;

  return (
    <>
      {isSmall && list && <SmallSort columns={columns} list={list} />}
      <table
        className={cx(styles.table, dense && styles.dense, isSmall && styles.small)}
        aria-busy={page.isPending || page.isPlaceholderData}
      >
        <caption className="balie-hidden">{caption}</caption>
        <colgroup>
          {hasMarker && <col style={{ width: 52 }} />}
          {!isSmall && columns.map((column) => <col key={column.field} style={{ width: column.width }} />)}
          {!isSmall && hasEnd && <col style={{ width: renderActions ? actionsWidth : 52 }} />}
        </colgroup>
        <TableHead columns={columns} list={list} hasMarker={hasMarker} hasEnd={hasEnd} isSmall={isSmall} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the links in it have the focus */}
        <tbody
          ref={body}
          className={cx(page.isPlaceholderData && styles.stale)}
          onKeyDown={(event) => walk(event, body.current)}
        >
          {rows === undefined ? (
            <SkeletonRows columns={columns} extra={Number(hasMarker) + Number(hasEnd)} isSmall={isSmall} />
          ) : (
            rows.map((row) => (
              <DataRow key={row.id} row={row} table={props} isSmall={isSmall} hasMarker={hasMarker} />
            ))
          )}
        </tbody>
        {totals && rows !== undefined && (
          <TotalsRow totals={totals} columns={columns} hasMarker={hasMarker} hasEnd={hasEnd} isSmall={isSmall} />
        )}
      </table>
      {page.isPending && (
        <span className="balie-hidden" role="status">
          {text('kit.table.loading')}
        </span>
      )}
    </>
  );
}

function NoRows<R extends { readonly id: string }>({ list, empty }: DataTableProps<R>) {
  if (list?.isNarrowed) return <EmptyState kind="filter" search={list.search} onClear={list.clear} />;
  return empty ?? <EmptyState kind="filter" />;
}

function walk(event: KeyboardEvent, body: HTMLElement | null): void {
  const delta = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const onRow = event.target instanceof HTMLElement && event.target.matches('[data-row-focus]');
  if (delta === undefined || !onRow) return;
  event.preventDefault();
  step(body, delta);
}

/** Moves the focus so many rows on from the one that has it; without one, to the first or last. */
function step(body: HTMLElement | null, delta: number): void {
  const stops = [...(body?.querySelectorAll<HTMLElement>('[data-row-focus]') ?? [])];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = at < 0 ? (delta > 0 ? 0 : stops.length - 1) : at + delta;
  stops[next]?.focus();
}
