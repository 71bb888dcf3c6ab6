// A table that is worked like a sheet is a grid (ARIA): its rows and cells say so, since a plain table has other roles.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-to-interactive-role */
import { IconLock, IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { ComputedLine } from '#contract/invoicing/booking-rules.ts';
import { cx } from '#portal/kit/cx.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { useText } from '#portal/kit/text.ts';
import { CellEditor } from './cell-editor.tsx';
import {
  type BookingToEdit,
  choicesOf,
  type Column,
  type GridRow,
  isEmpty,
  readPasted,
  readRow,
} from './grid.rules.ts';
import { allRows, type GridAction, type GridState, selectedRows, shownColumns } from './grid-state.ts';
import type { BookingSums, RowError } from './use-booking-grid.ts';
import styles from './booking.module.css';

interface BookingGridProps {
  readonly booking: BookingToEdit;
  readonly state: GridState;
  readonly sums: BookingSums;
  readonly act: (action: GridAction) => void;
  /** The sentence for what is wrong with a cell. */
  readonly words: (error: RowError) => string;
}

const isAmount = (column: Column) => column === 'debit' || column === 'credit';

/** The lines as a spreadsheet: arrows move, typing or F2 opens a cell, Enter goes down, Tab to the right, Escape restores. */
export function BookingGrid({ booking, state, sums, act, words }: BookingGridProps) {
  const text = useText();
  const { chart } = booking;
  const shown = shownColumns(state, chart);
  const rows = allRows(state);
  const box = useRef<HTMLDivElement>(null);
  const [from, to] = selectedRows(state);

  // The focus is in the selected cell as long as it is in the grid; a cell that closes leaves it nowhere.
  const wasTyping = useRef(false);
  // It runs again whenever the selection moves, also where it reads nothing of it.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useEffect(() => {
    const holder = box.current;
    const hadField = wasTyping.current;
    wasTyping.current = state.typed !== null;
    if (!holder || state.typed !== null) return;
    const { activeElement } = document;
    if (!holder.contains(activeElement) && !(hadField && activeElement === document.body)) return;
    holder.querySelector<HTMLElement>('[tabindex="0"][role="gridcell"]')?.focus();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [state.row, state.column, state.typed, state.rows]);

  function onKeyDown(event: KeyboardEvent) {
    const action = state.typed === null ? actionOf(event, state) : undefined;
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act(action);
  }
  function onPaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text/plain');
    const cells = readPasted(pasted);
    // One value pasted into an open cell is typing.
    if (state.typed !== null && cells.length < 2 && (cells[0]?.length ?? 0) < 2) return;
    event.preventDefault();
    act({ do: 'paste', cells });
  }
  function onCopy(event: ClipboardEvent) {
    if (state.typed !== null) return;
    event.preventDefault();
    const copied = rows.slice(from, to + 1).map(({ cells }) => cells[state.column]);
    event.clipboardData.setData('text/plain', copied.join('\n'));
  }

  const cellOf = (row: GridRow, index: number, column: Column) => (
    <Cell
      key={column}
      row={row}
      column={column}
      booking={booking}
      isCurrent={index === state.row && column === state.column}
      isSelected={column === state.column && from !== to && index >= from && index <= to}
      typed={index === state.row && column === state.column ? state.typed : null}
      hint={from === to ? undefined : text('invoicing.booking.forCells', { count: to - from + 1 })}
      error={sums.errors.find((error) => error.row === index && error.cell === column)}
      words={words}
      act={act}
      index={index}
    />
  );
  const rowOf = (row: GridRow, index: number) => (
    <tr key={row.key} role="row" data-end={isEmpty(row) || undefined}>
      <td role="rowheader" className={styles.number}>
        {index + 1}
        {row.isTouched && row.id !== undefined && (
          <IconPencil size={12} stroke={1.75} aria-label={text('invoicing.booking.touched')} />
        )}
      </td>
      {shown.map((column) => cellOf(row, index, column))}
    </tr>
  );

  return (
    // The cells hold the focus; the box sees their keys.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={box} className={styles.box} onKeyDown={onKeyDown} onPaste={onPaste} onCopy={onCopy}>
      <table role="grid" className={styles.grid} aria-label={text('invoicing.booking.title')}>
        <thead>
          <tr role="row">
            <th scope="col" className={styles.number}>
              {text('invoicing.booking.line')}
            </th>
            {shown.map((column) => (
              <th key={column} scope="col" data-column={column} data-number={isAmount(column) || undefined}>
                {text(`invoicing.booking.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{state.rows.map(rowOf)}</tbody>
        <tbody className={styles.computed}>
          {state.computed === null
            ? sums.computed.map((line, index) => (
                <ComputedRow
                  key={`${line.kind} ${index}`}
                  line={line}
                  columns={shown}
                  period={booking.period}
                />
              ))
            : state.computed.map((row, index) => rowOf(row, state.rows.length + index))}
        </tbody>
      </table>
    </div>
  );
}

// What a key does where no cell is open; undefined: nothing of the grid.
function actionOf(event: KeyboardEvent, state: GridState): GridAction | undefined {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.metaKey) {
    const chords: Readonly<Record<string, GridAction>> = { d: { do: 'copy-down' }, z: { do: 'undo' } };
    return chords[key.toLowerCase()];
  }
  if (event.altKey) return undefined;
  switch (key) {
    case 'ArrowUp':
      return { do: 'move', rows: -1, extends: shiftKey };
    case 'ArrowDown':
      return { do: 'move', rows: 1, extends: shiftKey };
    case 'ArrowLeft':
      return { do: 'move', columns: -1 };
    case 'ArrowRight':
      return { do: 'move', columns: 1 };
    case 'Enter':
      return { do: 'move', rows: shiftKey ? -1 : 1 };
    case 'Tab':
      return leaves(state, shiftKey) ? undefined : { do: 'move', columns: shiftKey ? -1 : 1 };
    case 'F2':
      return { do: 'open' };
    case 'Delete':
    case 'Backspace':
      return { do: 'write', text: '' };
    default:
      return key.length === 1 ? { do: 'open', text: key } : undefined;
  }
}

// Tab in the last cell, and back in the first, leaves the grid: nobody is caught in it.
function leaves(state: GridState, isBack: boolean): boolean {
  const last = allRows(state).length - 1;
  return isBack
    ? state.row === 0 && state.column === 'ledger'
    : state.row === last && state.column === 'credit';
}

interface CellProps {
  readonly row: GridRow;
  readonly index: number;
  readonly column: Column;
  readonly booking: BookingToEdit;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly typed: string | null;
  readonly hint: string | undefined;
  readonly error: RowError | undefined;
  readonly words: (error: RowError) => string;
  readonly act: (action: GridAction) => void;
}

function Cell({
  row,
  index,
  column,
  booking,
  isCurrent,
  isSelected,
  typed,
  hint,
  error,
  words,
  act,
}: CellProps) {
  const text = useText();
  const label = text('invoicing.booking.cell', {
    column: text(`invoicing.booking.${column}`),
    number: index + 1,
  });
  const sentence = error && words(error);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <td
      role="gridcell"
      aria-label={label}
      aria-selected={isCurrent || isSelected}
      aria-invalid={error !== undefined || undefined}
      tabIndex={isCurrent && typed === null ? 0 : -1}
      data-column={column}
      data-number={isAmount(column) || undefined}
      title={sentence}
      className={cx(
        styles.cell,
        isCurrent && styles.current,
        isSelected && styles.selected,
        error !== undefined && styles.bad,
      )}
      onClick={(event) => act({ do: 'go', row: index, column, extends: event.shiftKey })}
      onFocus={() => {
        if (!isCurrent) act({ do: 'go', row: index, column });
      }}
      onDoubleClick={() => act({ do: 'open' })}
    >
      {typed === null ? (
        <Shown row={row} column={column} booking={booking} />
      ) : (
        <CellEditor
          label={label}
          typed={typed}
          choices={choicesOf(column, booking.chart)}
          hint={hint}
          isNumber={isAmount(column)}
          onType={(typedNow) => act({ do: 'type', text: typedNow })}
          onEnd={(keeps, move) => {
            act({ do: 'close', keeps });
            if (move) act({ do: 'move', ...move });
          }}
          onChoose={(value) => act({ do: 'write', text: value })}
        />
      )}
      {sentence !== undefined && <span className="balie-hidden">{sentence}</span>}
    </td>
  );
}

/** A cell as it is read: numbers with their names, amounts in the person's language. */
function Shown({ row, column, booking }: Pick<CellProps, 'row' | 'column' | 'booking'>) {
  const cell = row.cells[column];
  if (cell === '') {
    return column === 'period' && !isEmpty(row) ? (
      <span className="balie-empty">{booking.period}</span>
    ) : null;
  }
  const { read, errors } = readRow(row, booking.chart);
  if (isAmount(column))
    return errors.some((error) => error.cell === column) ? (
      cell
    ) : (
      <Money cents={column === 'debit' ? read.debit : read.credit} currency="" />
    );
  if (column === 'ledger') return `${cell} ${read.ledger.name}`.trim();
  const name = choicesOf(column, booking.chart).find(({ value }) => value === cell)?.name ?? '';
  return column === 'vatCode' ? cell : `${cell} ${name}`.trim();
}

interface ComputedRowProps {
  readonly line: ComputedLine;
  readonly columns: readonly Column[];
  readonly period: string;
}

function ComputedRow({ line, columns, period }: ComputedRowProps) {
  const text = useText();
  const about =
    line.base === null || line.vatRate === null ? (
      line.description
    ) : (
      <>
        {text('invoicing.booking.vatOver', { rate: line.vatRate / 100 })}{' '}
        <Money cents={line.base} currency="" />
      </>
    );
  const cells: Readonly<Record<Column, React.ReactNode>> = {
    ledger: `${line.ledger.number} ${line.ledger.name}`.trim() || text('invoicing.booking.noAccount'),
    costcenter: line.costcenter,
    costUnit: line.costUnit,
    vatCode: line.vatCode,
    period: line.period || period,
    description: about,
    debit: line.debit !== 0 && <Money cents={line.debit} currency="" />,
    credit: line.credit !== 0 && <Money cents={line.credit} currency="" />,
  };
  return (
    <tr role="row">
      <td role="rowheader" className={styles.number}>
        <IconLock size={14} stroke={1.75} aria-label={text('invoicing.booking.isComputed')} />
      </td>
      {columns.map((column) => (
        <td key={column} role="gridcell" data-column={column} data-number={isAmount(column) || undefined}>
          {cells[column]}
        </td>
      ))}
    </tr>
  );
}
