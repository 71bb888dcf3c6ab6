import { Link, useNavigate } from '@tanstack/react-router';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { useText } from '../text.ts';
import { drawSmall, SmallMain, smallPlaces } from './small-row.tsx';
import type { DataTableProps } from './table-types.ts';
import styles from './data-table.module.css';

interface DataRowProps<R extends { readonly id: string }> {
  readonly row: R;
  readonly table: DataTableProps<R>;
  readonly isSmall: boolean;
  readonly hasMarker: boolean;
}

/** One row, and below it its detail when it is the open one. */
export function DataRow<R extends { readonly id: string }>({
  row,
  table,
  isSmall,
  hasMarker,
}: DataRowProps<R>) {
  const { columns, selection, expansion, renderActions } = table;
  const navigate = useNavigate();
  const detailId = useId();
  const isOpen = expansion?.id === row.id;
  const isChosen = selection?.id === row.id || isOpen;
  const rowRef = useScrollUnderHead(isOpen);

  function open() {
    if (expansion) expansion.onChange(isOpen ? undefined : row);
    if (selection && !isOpen) selection.onChange(row);
    if (!expansion && table.onOpen) table.onOpen(row);
  }

  function onClick(event: MouseEvent<HTMLTableRowElement>) {
    if (isOwnBusiness(event.target) || (window.getSelection()?.toString() ?? '') !== '') return;
    const path = table.href?.(row);
    if (path !== undefined && (event.ctrlKey || event.metaKey)) window.open(path, '_blank', 'noopener');
    else if (path !== undefined) void navigate({ to: path });
    else open();
  }

  const clicks =
    table.href !== undefined ||
    table.onOpen !== undefined ||
    selection !== undefined ||
    expansion !== undefined;
  const places = smallPlaces(columns);
  const titleOf = (value: ReactNode) => <RowTitle row={row} table={table} onOpen={open} value={value} />;
  const cells = columns.length + (hasMarker ? 1 : 0) + (renderActions || expansion ? 1 : 0);

  return (
    <>
      <tr
        ref={rowRef}
        className={cx(clicks && styles.clicks, isChosen && styles.chosen, isOpen && styles.open)}
        onClick={clicks ? onClick : undefined}
      >
        {hasMarker && selection && (
          <td className={styles.marker}>
            <Marker name={selection.nameOf(row)} isChosen={isChosen} onChoose={open} />
          </td>
        )}
        {isSmall ? (
          <>
            <td>
              <SmallMain row={row} places={places} titleOf={titleOf} />
            </td>
            {places.end && (
              <td className={cx(styles.right, styles.smallEnd)}>{drawSmall(places.end, row)}</td>
            )}
          </>
        ) : (
          columns.map((column) => (
            <td
              key={column.field}
              className={cx(column.align === 'right' && styles.right, column.isMain && styles.main)}
              onMouseEnter={showWhole}
            >
              {column.isMain ? titleOf(column.render(row)) : column.render(row)}
            </td>
          ))
        )}
        {(renderActions || expansion) && (
          <td className={styles.end}>
            {renderActions?.(row)}
            {expansion && <ExpandButton isOpen={isOpen} controls={detailId} onClick={open} />}
          </td>
        )}
      </tr>
      {isOpen && (
        <tr className={styles.detail}>
          <td
            colSpan={isSmall ? (places.end ? 3 : 2) : cells}
            style={isSmall ? { maxWidth: 0 } : undefined}
            id={detailId}
          >
            {expansion.render(row)}
          </td>
        </tr>
      )}
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

function ExpandButton({
  isOpen,
  controls,
  onClick,
}: {
  isOpen: boolean;
  controls: string;
  onClick: () => void;
}) {
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

/** A row that opens moves up under the column head, so that its detail has the screen. */
function useScrollUnderHead(isOpen: boolean) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    row.current?.scrollIntoView({ block: 'start', behavior: still ? 'auto' : 'smooth' });
  }, [isOpen]);
  return row;
}

/** Whether the click was meant for something inside the row. */
function isOwnBusiness(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, select, label, textarea') !== null;
}

/** A value that was cut off shows whole in the browser's own tip. */
function showWhole({ currentTarget: cell }: MouseEvent<HTMLTableCellElement>): void {
  cell.title = cell.scrollWidth > cell.clientWidth ? (cell.textContent ?? '') : '';
}
