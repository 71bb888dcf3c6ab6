import { useReducer, useEffect } from 'react';
import { checkCosts } from '#contract/invoicing/booking.ts';
import {
  computeLines,
  differenceOf,
  signedOf,
  type ComputedLine,
} from '#contract/invoicing/booking-rules.ts';
import {
  type BookingToEdit,
  type CellError,
  columnOf,
  type GridRow,
  isEmpty,
  readRow,
} from './grid.rules.ts';
import { allRows, type GridAction, gridStep, type GridState, startGrid } from './grid-state.ts';
import { unsaved } from './unsaved.ts';

/** A problem of a cell, with its row. */
export interface RowError extends CellError {
  readonly row: number;
  readonly period?: { readonly closed: string; readonly open: string | undefined };
}

/** What a booking comes to, while it is typed. */
export interface BookingSums {
  readonly computed: readonly ComputedLine[];
  readonly excl: number;
  readonly vat: number;
  readonly debit: number;
  readonly credit: number;
  readonly difference: number;
  readonly errors: readonly RowError[];
}

/** The grid of a booking: its state, what it comes to, and the way to change it. */
export function useBookingGrid(invoiceId: string, booking: BookingToEdit) {
  const { chart } = booking;
  const [state, act] = useReducer(
    (before: GridState, action: GridAction) => gridStep(before, action, chart),
    undefined,
    () => unsaved.get(invoiceId) ?? startGrid(booking),
  );
  useEffect(() => {
    if (state.isChanged) unsaved.set(invoiceId, state);
  }, [invoiceId, state]);
  return { state, act, sums: sumsOf(state, booking) };
}

/** What the rows of a grid come to. */
export function sumsOf(
  { rows, computed: byHand }: Pick<GridState, 'rows' | 'computed'>,
  { chart, facts, period }: BookingToEdit,
): BookingSums {
  const errors: RowError[] = [];
  const readAll = (some: readonly GridRow[], from: number) =>
    some.flatMap((row, index) => {
      if (isEmpty(row)) return [];
      const { read, errors: unread } = readRow(row, chart);
      errors.push(...unread.map((error) => ({ ...error, row: from + index })));
      return [{ row, index: from + index, read }];
    });
  const costs = readAll(rows, 0);
  const written = readAll(byHand ?? [], rows.length);
  const problems = checkCosts(
    costs.map(({ read }) => read),
    chart,
    period,
  );
  for (const problem of problems) {
    const found = costs[problem.line];
    if (!found) continue;
    const cell = columnOf(problem.cell, found.row);
    // What cannot be read is said already.
    if (errors.some((error) => error.row === found.index && error.cell === cell)) continue;
    const { period: closed } = problem;
    errors.push({ row: found.index, cell, code: problem.code, ...(closed ? { period: closed } : {}) });
  }
  const lines = costs.map(({ read }) => read);
  const computed = lines.length === 0 ? [] : computeLines(lines, { ...facts, vatCodes: chart.vatCodes });
  const rest = byHand === null ? computed : written.map(({ row, read }) => ({ ...read, kind: row.kind }));
  const all = [...lines, ...rest];
  return {
    computed: byHand === null ? computed : [],
    excl: differenceOf(lines),
    vat: differenceOf(rest.filter(({ kind }) => kind === 'vat')),
    debit: all.reduce((sum, { debit }) => sum + debit, 0),
    credit: all.reduce((sum, { credit }) => sum + credit, 0),
    difference: all.reduce((sum, line) => sum + signedOf(line), 0),
    errors,
  };
}

/** The lines of a grid as they are sent; empty rows are none. */
export function sentLines(state: GridState, { chart }: BookingToEdit) {
  return allRows(state)
    .filter((row) => !isEmpty(row))
    .map((row) => {
      const { vatRate: _vatRate, ...line } = readRow(row, chart).read;
      return { ...line, kind: row.kind, ...(row.id === undefined ? {} : { id: row.id }) };
    });
}
