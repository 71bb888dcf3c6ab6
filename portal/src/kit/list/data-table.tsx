import { useRef, type KeyboardEvent } from 'react';
import { cx } from '../cx.ts';
import { ErrorState } from '../feedback/error-state.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { useText } from '../text.ts';
import { useIsSmall } from '../use-width.ts';
import { DataRow } from './data-row.tsx';
import { EmptyState } from './empty-state.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import { SmallSort, TableHead } from './table-head.tsx';
import type { DataTableProps } from './table-types.ts';
import { TotalsRow } from './totals-row.tsx';
import styles from './data-table.module.css';

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
          <TotalsRow
            totals={totals}
            columns={columns}
            hasMarker={hasMarker}
            hasEnd={hasEnd}
            isSmall={isSmall}
          />
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
