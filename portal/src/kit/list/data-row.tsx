import { Link } from '@tanstack/react-router';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { useText } from '../text.ts';
import type { Column } from './column.tsx';
import { drawSmall, SmallMain, smallPlaces } from './small-row.tsx';
import type { TableLayout } from './table-layout.ts';
import type { DataTableProps } from './table-types.ts';
import type { RowTicks } from './use-ticks.ts';
import { useRowClick } from './use-row-click.ts';
import styles from './data-table.module.css';

interface DataRowProps<R extends { readonly id: string }> {
  readonly row: R;
  readonly table: DataTableProps<R>;
  readonly layout: TableLayout<R>;
  readonly ticks: RowTicks;
}

/** One row, and below it its detail when it is the open one. */
export function DataRow<R extends { readonly id: string }>({ row, table, layout, ticks }: DataRowProps<R>) {
  const { columns, selection, expansion, renderActions } = table;
  const detailId = useId();
  const { isOpen, open, onClick } = useRowClick(row, table);
  const isChosen = selection?.id === row.id || isOpen;
  const rowRef = useScrollUnderHead(isOpen);
  const titleOf = (value: ReactNode) => <RowTitle row={row} table={table} onOpen={open} value={value} />;
  const Cells = layout.isSmall ? SmallCells : WideCells;

  return (
    <>
      <tr
        ref={rowRef}
        className={cx(onClick && styles.clicks, isChosen && styles.chosen, isOpen && styles.open)}
        onClick={onClick}
        data-row={row.id}
      >
        {ticks && <TickCell row={row} table={table} ticks={ticks} />}
        {layout.hasMarker && selection && (
          <td className={styles.marker}>
            <Marker name={selection.nameOf(row)} isChosen={isChosen} onChoose={open} />
          </td>
        )}
        <Cells row={row} columns={columns} titleOf={titleOf} />
        {layout.hasEnd && (
          <td className={styles.end}>
            {renderActions?.(row)}
            {expansion && <ExpandButton isOpen={isOpen} controls={detailId} onClick={open} />}
          </td>
        )}
      </tr>
      {isOpen && (
        <tr className={styles.detail}>
          <td colSpan={layout.cells} style={layout.isSmall ? { maxWidth: 0 } : undefined} id={detailId}>
            {expansion?.render(row)}
          </td>
        </tr>
      )}
    </>
  );
}

interface CellsProps<R> {
  readonly row: R;
  readonly columns: readonly Column<R>[];
  /** Draws the title, with its link or button. */
  readonly titleOf: (value: ReactNode) => ReactNode;
}

/** A cell for each column. */
function WideCells<R>({ row, columns, titleOf }: CellsProps<R>) {
  return columns.map((column) => (
    <td
      key={column.field}
      className={cx(column.align === 'right' && styles.right, column.isMain && styles.main)}
      onMouseEnter={showWhole}
    >
      {column.isMain ? titleOf(column.render(row)) : column.render(row)}
    </td>
  ));
}

/** Two lines in one cell, and what stands at the end of the first. */
function SmallCells<R>({ row, columns, titleOf }: CellsProps<R>) {
  const places = smallPlaces(columns);
  return (
    <>
      <td>
        <SmallMain row={row} places={places} titleOf={titleOf} />
      </td>
      {places.end && <td className={cx(styles.right, styles.smallEnd)}>{drawSmall(places.end, row)}</td>}
    </>
  );
}

interface RowTitleProps<R extends { readonly id: string }> {
  readonly row: R;
  readonly table: DataTableProps<R>;
  readonly onOpen: () => void;
  readonly value: ReactNode;
}

function RowTitle<R extends { readonly id: string }>({ row, table, onOpen, value }: RowTitleProps<R>) {
  if (table.href) {
    return (
      <Link to={table.href(row)} className={styles.link} data-row-focus>
        {value}
      </Link>
    );
  }
  if (table.onOpen && !table.expansion) {
    return (
      <button type="button" className={styles.link} data-row-focus onClick={onOpen}>
        {value}
      </button>
    );
  }
  return value;
}

interface TickCellProps<R extends { readonly id: string }> {
  readonly row: R;
  readonly table: DataTableProps<R>;
  readonly ticks: NonNullable<RowTicks>;
}

function TickCell<R extends { readonly id: string }>({ row, table, ticks }: TickCellProps<R>) {
  const text = useText();
  if (!ticks.canTick(row.id))
    return (
      <td className={styles.tickCell} aria-hidden>
        {''}
      </td>
    );
  return (
    <td className={styles.tickCell}>
      <input
        type="checkbox"
        className={styles.tick}
        aria-label={text('kit.table.tick', { name: table.ticks?.nameOf(row) ?? '' })}
        checked={table.ticks?.ids.has(row.id) ?? false}
        onClick={(event) => {
          event.stopPropagation();
          ticks.tick(row.id, event.shiftKey);
        }}
        readOnly
      />
    </td>
  );
}

function Marker({ name, isChosen, onChoose }: { name: string; isChosen: boolean; onChoose: () => void }) {
  const text = useText();
  return (
    <input
      type="radio"
      className={styles.radio}
      aria-label={text('kit.table.choose', { name })}
      checked={isChosen}
      onChange={onChoose}
    />
  );
}

interface ExpandButtonProps {
  readonly isOpen: boolean;
  readonly controls: string;
  readonly onClick: () => void;
}

function ExpandButton({ isOpen, controls, onClick }: ExpandButtonProps) {
  const text = useText();
  const Icon = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <button
      type="button"
      className={styles.expand}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      aria-label={text(isOpen ? 'kit.table.collapse' : 'kit.table.expand')}
      data-row-focus
      onClick={onClick}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </button>
  );
}

/** A row that opens moves up under the column heads, so that its detail has the screen. */
function useScrollUnderHead(isOpen: boolean) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    row.current?.scrollIntoView({ block: 'start', behavior: still ? 'auto' : 'smooth' });
  }, [isOpen]);
  return row;
}

/** A value that is cut off shows completely in the browser's own tooltip. */
function showWhole({ currentTarget: cell }: MouseEvent<HTMLTableCellElement>): void {
  cell.title = cell.scrollWidth > cell.clientWidth ? (cell.textContent ?? '') : '';
}
