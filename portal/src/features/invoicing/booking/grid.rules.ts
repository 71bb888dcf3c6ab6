import type { z } from 'zod';
import type { BookingCell, BookingChart, bookingToEdit } from '#contract/invoicing/booking.ts';
import { type ComputedLine, sidesOf, signedOf, type Sides } from '#contract/invoicing/booking-rules.ts';
import { formatAmount, readAmount } from '#contract/money.ts';

/** The booking of an invoice, as it is edited. */
export type BookingToEdit = z.output<typeof bookingToEdit>;
/** A stored line of it. */
export type Line = BookingToEdit['lines'][number];

/** The columns that are typed in, in their order. */
export const columns = [
  'ledger',
  'costcenter',
  'costUnit',
  'vatCode',
  'period',
  'description',
  'debit',
  'credit',
] as const;
/** One of the columns. */
export type Column = (typeof columns)[number];

/** A row of the grid: texts as they were typed, so that what cannot be read stays. */
export interface GridRow {
  /** Stays while the row moves. */
  readonly key: string;
  /** Absent: a new line. */
  readonly id?: string;
  readonly kind: Line['kind'];
  readonly cells: Readonly<Record<Column, string>>;
  /** The name of the account, where no chart has it. */
  readonly ledgerName: string;
  readonly vatRate: number | null;
  readonly origin: Line['origin'];
  readonly isTouched: boolean;
}

/** What a row says, where it can be read. */
export interface ReadRow extends Sides {
  readonly ledger: { readonly number: string; readonly name: string };
  readonly costcenter: string;
  readonly costUnit: string;
  readonly vatCode: string;
  readonly vatRate: number | null;
  readonly period: string;
  readonly description: string;
}

let made = 0;
const newKey = () => `new-${(made += 1)}`;

const emptyCells: GridRow['cells'] = {
  ledger: '',
  costcenter: '',
  costUnit: '',
  vatCode: '',
  period: '',
  description: '',
  debit: '',
  credit: '',
};

/** A row without anything in it. */
export function emptyRow(): GridRow {
  return {
    key: newKey(),
    kind: 'costs',
    cells: emptyCells,
    ledgerName: '',
    vatRate: null,
    origin: 'hand',
    isTouched: true,
  };
}

/** Whether nothing was typed in a row. */
export function isEmpty({ cells }: GridRow): boolean {
  return columns.every((column) => cells[column].trim() === '');
}

const amountText = (cents: number) => (cents === 0 ? '' : formatAmount(cents));

/** The row of a stored line. */
export function rowOf(line: Line): GridRow {
  return {
    key: line.id,
    id: line.id,
    kind: line.kind,
    cells: {
      ledger: line.ledger.number,
      costcenter: line.costcenter,
      costUnit: line.costUnit,
      vatCode: line.vatCode,
      period: line.period,
      description: line.description,
      debit: amountText(line.debit),
      credit: amountText(line.credit),
    },
    ledgerName: line.ledger.name,
    vatRate: line.vatRate,
    origin: line.origin,
    isTouched: line.isTouched,
  };
}

/** The row of a computed line that a person is going to change. */
export function handRow(line: ComputedLine, index: number): GridRow {
  const { id: _id, ...row } = rowOf({ ...line, id: '', lineNumber: index, origin: 'hand', isTouched: true });
  return { ...row, key: `by-hand-${index}` };
}

/** What can be chosen in a column: numbers or codes, with what they are called. */
export interface Choice {
  readonly value: string;
  readonly name: string;
  readonly more?: string;
}

/** The choices of a column; none where anything may be typed. */
export function choicesOf(column: Column, chart: BookingChart): readonly Choice[] {
  const entries = (list: BookingChart['accounts']) =>
    list.map(({ number, name }) => ({ value: number, name }));
  switch (column) {
    case 'ledger':
      return entries(chart.accounts);
    case 'costcenter':
      return entries(chart.costcenters);
    case 'costUnit':
      return entries(chart.costUnits);
    case 'vatCode':
      return chart.vatCodes.map(({ code, name, rate }) => ({ value: code, name, more: `${rate / 100}%` }));
    case 'period':
      return chart.periods
        .filter(({ isClosed }) => !isClosed)
        .map(({ period }) => ({ value: period, name: '' }));
    default:
      return [];
  }
}

/** The choices that fit what is typed: by the beginning of the number, or words of the name. */
export function fittingChoices(choices: readonly Choice[], typed: string): readonly Choice[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return choices;
  const begin = choices.filter(({ value }) => value.toLowerCase().startsWith(text));
  const named = choices.filter(
    (choice) => !begin.includes(choice) && `${choice.value} ${choice.name}`.toLowerCase().includes(text),
  );
  return [...begin, ...named];
}

/** The value that typed text stands for: `4310 Schoonmaak` and a name that only one has are the number. */
export function resolve(text: string, choices: readonly Choice[]): string {
  const typed = text.trim();
  const lower = typed.toLowerCase();
  const found =
    choices.find(({ value }) => value.toLowerCase() === lower) ??
    choices.find(({ value, name }) => `${value} ${name}`.toLowerCase() === lower);
  if (found) return found.value;
  const named = choices.filter(({ name }) => name !== '' && name.toLowerCase() === lower);
  return named.length === 1 ? (named[0]?.value ?? typed) : typed;
}

/** Writes texts in cells; an account, a code or a period as its value. */
export function write(row: GridRow, cells: Partial<GridRow['cells']>, chart: BookingChart): GridRow {
  const next = { ...row.cells };
  for (const column of columns) {
    const text = cells[column];
    if (text !== undefined) next[column] = resolve(text, choicesOf(column, chart));
  }
  // An amount on one side empties the other, unless both are given.
  if (cells.debit?.trim() && cells.credit === undefined) next.credit = '';
  if (cells.credit?.trim() && cells.debit === undefined) next.debit = '';
  const isOther = columns.some((column) => next[column] !== row.cells[column]);
  if (!isOther) return row;
  const ledgerName = next.ledger === row.cells.ledger ? row.ledgerName : '';
  const vatRate = next.vatCode === row.cells.vatCode ? row.vatRate : null;
  return { ...row, cells: next, ledgerName, vatRate, isTouched: true };
}

/** What is wrong with a cell; `period` also says which periods. */
export interface CellError {
  readonly cell: Column;
  readonly code: string;
}

function centsOf(text: string): number | string {
  if (text.trim() === '') return 0;
  const read = readAmount(text);
  return 'cents' in read ? read.cents : read.code;
}

/** Reads a row: what it says, and which of its texts cannot be read. */
export function readRow(
  row: GridRow,
  chart: BookingChart,
): { readonly read: ReadRow; readonly errors: CellError[] } {
  const { cells } = row;
  const errors: CellError[] = [];
  const [debit, credit] = [centsOf(cells.debit), centsOf(cells.credit)];
  if (typeof debit === 'string') errors.push({ cell: 'debit', code: debit });
  if (typeof credit === 'string') errors.push({ cell: 'credit', code: credit });
  if (cells.period !== '' && !/^\d{4}-(?:0[1-9]|1[0-3])$/.test(cells.period))
    errors.push({ cell: 'period', code: 'invalid' });
  const account = chart.accounts.find(({ number }) => number === cells.ledger);
  const code = chart.vatCodes.find((one) => one.code === cells.vatCode);
  const amounts = {
    debit: typeof debit === 'number' ? debit : 0,
    credit: typeof credit === 'number' ? credit : 0,
  };
  return {
    read: {
      // A negative amount belongs on the other side.
      ...(amounts.debit < 0 || amounts.credit < 0 ? sidesOf(signedOf(amounts)) : amounts),
      ledger: { number: cells.ledger.trim(), name: account?.name ?? row.ledgerName },
      costcenter: cells.costcenter.trim(),
      costUnit: cells.costUnit.trim(),
      vatCode: cells.vatCode.trim(),
      vatRate: code?.rate ?? (cells.vatCode === '' ? row.vatRate : null),
      period: cells.period.trim(),
      description: cells.description.trim(),
    },
    errors,
  };
}

/** The cell in which a problem of the rules is shown. */
export function columnOf(cell: BookingCell, row: GridRow): Column {
  if (cell !== 'amount') return cell;
  return row.cells.credit !== '' && row.cells.debit === '' ? 'credit' : 'debit';
}

/** The rows and columns of a text from a spreadsheet; cells in quotes may hold line ends. */
export function readPasted(text: string): string[][] {
  const rows: string[][] = [[]];
  const pattern = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r?\n|\r|$)/gy;
  for (let at = 0; at < text.length; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) break;
    const [, quoted, plain = '', end = ''] = found;
    rows.at(-1)?.push((quoted?.replaceAll('""', '"').replaceAll(/\s*\r?\n\s*/g, ' ') ?? plain).trim());
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  return rows.filter((row) => row.some((cell) => cell !== ''));
}
