import type { BookingChart } from '#contract/invoicing/booking.ts';
import {
  sidesOf,
  signedOf,
  splitByAmounts,
  splitByPercentages,
  spreadOverMonths,
} from '#contract/invoicing/booking-rules.ts';
import { formatAmount } from '#contract/money.ts';
import {
  type BookingToEdit,
  type Column,
  columns,
  emptyRow,
  type GridRow,
  isEmpty,
  readRow,
  rowOf,
  write,
} from './grid.rules.ts';

/** The number of steps that can be undone. */
export const undoSteps = 20;

/** A grid as it is edited. */
export interface GridState {
  readonly rows: readonly GridRow[];
  /** VAT and creditor lines that a person writes; null: computed. */
  readonly computed: readonly GridRow[] | null;
  readonly reason: string;
  /** VAT and creditor lines that a person wrote before are computed again. */
  readonly recompute: boolean;
  readonly row: number;
  readonly column: Column;
  /** Where a selection of several rows began. */
  readonly anchor: number;
  /** What is typed; null while no cell is open. */
  readonly typed: string | null;
  readonly before: readonly Pick<GridState, 'rows' | 'computed' | 'reason' | 'recompute'>[];
  readonly isChanged: boolean;
  /** How many rows were pasted last. */
  readonly pasted: number;
}

/** What can be done in a grid. */
export type GridAction =
  | { readonly do: 'move'; readonly rows?: number; readonly columns?: number; readonly extends?: boolean }
  | { readonly do: 'go'; readonly row: number; readonly column: Column; readonly extends?: boolean }
  | { readonly do: 'open'; readonly text?: string }
  | { readonly do: 'type'; readonly text: string }
  | { readonly do: 'close'; readonly keeps: boolean }
  | { readonly do: 'write'; readonly text: string }
  | { readonly do: 'change'; readonly row: number; readonly column: Column; readonly text: string }
  | { readonly do: 'paste'; readonly cells: readonly (readonly string[])[] }
  | { readonly do: 'copy-down' | 'add' | 'copy' | 'remove' | 'undo' | 'recompute' }
  | { readonly do: 'split'; readonly by: 'amount' | 'percentage'; readonly parts: readonly number[] }
  | { readonly do: 'as-last-time'; readonly booking: BookingToEdit }
  | { readonly do: 'spread'; readonly first: string; readonly months: number }
  | { readonly do: 'by-hand'; readonly rows: readonly GridRow[]; readonly reason: string };

/** The grid of a booking, with an empty row at its end. */
export function startGrid({ lines }: Pick<BookingToEdit, 'lines'>): GridState {
  const computed = lines.filter((line) => line.kind !== 'costs');
  return {
    rows: [...lines.filter((line) => line.kind === 'costs').map(rowOf), emptyRow()],
    computed: computed.some((line) => line.isTouched) ? computed.map(rowOf) : null,
    reason: '',
    recompute: false,
    row: 0,
    column: 'ledger',
    anchor: 0,
    typed: null,
    before: [],
    isChanged: false,
    pasted: 0,
  };
}

/** The columns that are shown: cost units only where there are any. */
export function shownColumns({ rows }: Pick<GridState, 'rows'>, chart: BookingChart): readonly Column[] {
  const hasUnits = chart.costUnits.length > 0 || rows.some(({ cells }) => cells.costUnit !== '');
  return columns.filter((column) => column !== 'costUnit' || hasUnits);
}

/** The rows that are selected. */
export function selectedRows({ row, anchor }: Pick<GridState, 'row' | 'anchor'>): readonly [number, number] {
  return [Math.min(row, anchor), Math.max(row, anchor)];
}

/** All rows in their order: the cost lines, and what a person writes in the place of computed lines. */
export function allRows({ rows, computed }: Pick<GridState, 'rows' | 'computed'>): readonly GridRow[] {
  return [...rows, ...(computed ?? [])];
}

/** Does one thing in a grid. */
export function gridStep(state: GridState, action: GridAction, chart: BookingChart): GridState {
  switch (action.do) {
    case 'move':
      return move(state, action, chart);
    case 'go':
      return {
        ...state,
        row: action.row,
        column: action.column,
        anchor: action.extends ? state.anchor : action.row,
        typed: null,
      };
    case 'open':
      return { ...state, typed: action.text ?? allRows(state)[state.row]?.cells[state.column] ?? '' };
    case 'type':
      return { ...state, typed: action.text };
    case 'close':
      return action.keeps && state.typed !== null
        ? { ...fill(state, state.typed, chart), typed: null }
        : { ...state, typed: null };
    case 'write':
      return { ...fill(state, action.text, chart), typed: null };
    case 'change':
      return changeRows(state, (row, index) =>
        index === action.row ? write(row, { [action.column]: action.text }, chart) : row,
      );
    case 'paste':
      return paste(state, action.cells, chart);
    case 'copy-down':
      return copyDown(state, chart);
    case 'add':
      return addRow(state);
    case 'copy':
      return replaceRow(state, (row) => [row, copyOf(row)]);
    case 'remove':
      return removeRows(state);
    case 'split':
      return split(state, action, chart);
    case 'as-last-time':
      return asLastTime(state, action.booking);
    case 'spread':
      return spread(state, action, chart);
    case 'by-hand':
      return changed(state, { computed: action.rows, reason: action.reason, recompute: false });
    case 'recompute':
      return changed(state, { computed: null, reason: '', recompute: true, row: 0, anchor: 0 });
    case 'undo':
      return undo(state);
  }
}

type Content = GridState['before'][number];

// Every change can be taken back, the last twenty of them.
function changed(state: GridState, change: Partial<GridState>): GridState {
  const { rows, computed, reason, recompute } = state;
  const content: Content = { rows, computed, reason, recompute };
  const next = { ...state, pasted: 0, ...change, isChanged: true };
  const withEnd = isEmpty(next.rows.at(-1) ?? emptyRow()) && next.rows.length > 0;
  return {
    ...next,
    rows: withEnd ? next.rows : [...next.rows, emptyRow()],
    before: [...state.before.slice(1 - undoSteps), content],
  };
}

function undo(state: GridState): GridState {
  const last = state.before.at(-1);
  if (last === undefined) return state;
  const row = Math.min(state.row, last.rows.length - 1);
  return { ...state, ...last, before: state.before.slice(0, -1), row, anchor: row, typed: null, pasted: 0 };
}

function changeRows(state: GridState, change: (row: GridRow, index: number) => GridRow): GridState {
  const count = state.rows.length;
  const rows = state.rows.map(change);
  // Computed lines are changed with a reason only.
  const computed =
    state.reason === ''
      ? state.computed
      : (state.computed?.map((row, index) => change(row, count + index)) ?? null);
  const isSame =
    rows.every((row, index) => row === state.rows[index]) &&
    (computed ?? []).every((row, index) => row === state.computed?.[index]);
  return isSame ? state : changed(state, { rows, computed });
}

function fill(state: GridState, text: string, chart: BookingChart): GridState {
  const [from, to] = selectedRows(state);
  return changeRows(state, (row, index) =>
    index >= from && index <= to ? write(row, { [state.column]: text }, chart) : row,
  );
}

function move(
  state: GridState,
  { rows = 0, columns: across = 0, extends: isExtending = false }: Extract<GridAction, { do: 'move' }>,
  chart: BookingChart,
): GridState {
  const shown = shownColumns(state, chart);
  const last = allRows(state).length - 1;
  let row = state.row + rows;
  let at = shown.indexOf(state.column) + across;
  // Behind the last cell of a row stands the first one of the next.
  if (at >= shown.length && row < last) [at, row] = [0, row + 1];
  if (at < 0 && row > 0) [at, row] = [shown.length - 1, row - 1];
  row = Math.max(0, Math.min(last, row));
  const column = shown[Math.max(0, Math.min(shown.length - 1, at))] ?? state.column;
  return { ...state, row, column, anchor: isExtending ? state.anchor : row, typed: null };
}

function paste(state: GridState, pasted: readonly (readonly string[])[], chart: BookingChart): GridState {
  const shown = shownColumns(state, chart);
  const left = shown.indexOf(state.column);
  const [from] = selectedRows(state);
  const rows = [...state.rows];
  while (rows.length < from + pasted.length && state.computed === null) rows.push(emptyRow());
  const next = rows.map((row, index) => {
    const cells = pasted[index - from];
    if (cells === undefined) return row;
    return write(
      row,
      Object.fromEntries(
        cells.flatMap((text, across) => {
          const column = shown[left + across];
          return column === undefined ? [] : [[column, text]];
        }),
      ),
      chart,
    );
  });
  return changed(state, { rows: next, pasted: pasted.length, typed: null });
}

// With one row selected the cell above it, with several the first of them.
function copyDown(state: GridState, chart: BookingChart): GridState {
  const [from, to] = selectedRows(state);
  const source = state.rows[from === to ? from - 1 : from];
  if (source === undefined) return state;
  const text = source.cells[state.column];
  return changeRows(state, (row, index) =>
    index >= from && index <= to ? write(row, { [state.column]: text }, chart) : row,
  );
}

// A row of its own with the same contents.
function copyOf({ id: _id, ...row }: GridRow): GridRow {
  const { key, origin, isTouched } = emptyRow();
  return { ...row, key, origin, isTouched };
}

function addRow(state: GridState): GridState {
  const at = state.rows.length - 1;
  return { ...state, row: at, anchor: at, column: 'ledger', typed: '' };
}

function removeRows(state: GridState): GridState {
  const [from, to] = selectedRows(state);
  const rows = state.rows.filter((_, index) => index < from || index > to);
  if (rows.length === state.rows.length) return state;
  const row = Math.max(0, Math.min(from, rows.length - 1));
  return changed(state, { rows, row, anchor: row, typed: null });
}

function replaceRow(state: GridState, replace: (row: GridRow) => readonly GridRow[]): GridState {
  const chosen = state.rows[state.row];
  if (chosen === undefined || isEmpty(chosen)) return state;
  return changed(state, {
    rows: state.rows.flatMap((row) => (row === chosen ? replace(row) : [row])),
    anchor: state.row,
    typed: null,
  });
}

// The first part stays the line that it was.
function partsOf(
  row: GridRow,
  parts: readonly { readonly cents: number; readonly cells?: Partial<GridRow['cells']> }[],
  chart: BookingChart,
): GridRow[] {
  return parts.map(({ cents, cells = {} }, index) => {
    const { debit, credit } = sidesOf(cents);
    const text = (amount: number) => (amount === 0 ? '' : formatAmount(amount));
    const amounts = { debit: text(debit), credit: text(credit) };
    return write(index === 0 ? row : copyOf(row), { ...cells, ...amounts }, chart);
  });
}

const centsOf = (row: GridRow, chart: BookingChart) => signedOf(readRow(row, chart).read);

function split(
  state: GridState,
  { by, parts }: Extract<GridAction, { do: 'split' }>,
  chart: BookingChart,
): GridState {
  return replaceRow(state, (row) => {
    const total = centsOf(row, chart);
    const sign = total < 0 ? -1 : 1;
    const amounts =
      by === 'amount'
        ? splitByAmounts(
            total,
            parts.map((part) => sign * part),
          )
        : splitByPercentages(total, parts);
    const shares = [...parts, 10_000 - parts.reduce((sum, part) => sum + part, 0)];
    const { description } = row.cells;
    return partsOf(
      row,
      amounts.map((cents, index) => ({
        cents,
        ...(by === 'percentage' && {
          cells: { description: `${description} ${(shares[index] ?? 0) / 100}%`.trim() },
        }),
      })),
      chart,
    );
  });
}

// One place: every line goes there. Several: the amount without VAT is split as it was before.
function asLastTime(state: GridState, { suggestion, facts, chart }: BookingToEdit): GridState {
  if (suggestion === null) return state;
  const cellsOf = ({ ledger, costcenter, vatCode }: (typeof suggestion.lines)[number]) => ({
    ledger: ledger.number,
    costcenter,
    vatCode,
  });
  const [only, ...others] = suggestion.lines;
  const filled = state.rows.filter((row) => !isEmpty(row));
  if (only === undefined) return state;
  if (others.length === 0 && filled.length > 0) {
    return changed(state, {
      rows: state.rows.map((row) => (isEmpty(row) ? row : write(row, cellsOf(only), chart))),
      typed: null,
    });
  }
  const excl = facts.exclInCents ?? facts.totalInCents - (facts.vatInCents ?? 0);
  const amounts = splitByPercentages(
    excl,
    suggestion.lines.slice(0, -1).map(({ share }) => share),
  );
  const description = filled[0]?.cells.description ?? facts.reference;
  const rows = partsOf(
    filled[0] ?? emptyRow(),
    suggestion.lines.map((line, index) => ({
      cents: amounts[index] ?? 0,
      cells: { ...cellsOf(line), description },
    })),
    chart,
  );
  return changed(state, { rows, row: 0, anchor: 0, typed: null });
}

function spread(
  state: GridState,
  { first, months }: Extract<GridAction, { do: 'spread' }>,
  chart: BookingChart,
): GridState {
  return replaceRow(state, (row) =>
    partsOf(
      row,
      spreadOverMonths(centsOf(row, chart), first, months).map(({ period, cents }) => ({
        cents,
        cells: { period },
      })),
      chart,
    ),
  );
}
