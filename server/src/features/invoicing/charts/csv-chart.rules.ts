import type { FieldCode } from '#contract/problem.ts';
import type { z } from 'zod';
import type { saveEntriesCommand, saveVatCodeCommand } from '#contract/invoicing/charts.ts';
import { vatKinds } from '#contract/invoicing/booking-rules.ts';
import { readAmount } from '#contract/money.ts';
import type { CsvFile } from '#server/platform/csv/read-csv.ts';

/** What is wrong with a line of a file: its number, the column's head, and why. */
export interface LineProblem {
  readonly line: number;
  readonly column: string;
  readonly code: FieldCode;
}

type Field =
  | 'number'
  | 'name'
  | 'isOpen'
  | 'kind'
  | 'rate'
  | 'deductible'
  | 'account'
  | 'dueAccount'
  | 'fromDay';

const fields: readonly (readonly [field: Field, heads: readonly string[]])[] = [
  ['number', ['nummer', 'code', 'rekening', 'rekeningnummer', 'grootboekrekening', 'number', 'account']],
  ['name', ['naam', 'omschrijving', 'name', 'description']],
  ['isOpen', ['open', 'actief', 'active']],
  ['kind', ['soort', 'kind']],
  ['rate', ['percentage', 'tarief', 'rate']],
  ['deductible', ['aftrekbaar', 'deductible']],
  ['account', ['btw-rekening', 'vat account', 'terugvorderen op']],
  ['dueAccount', ['verlegd op', 'due account', 'af te dragen op']],
  ['fromDay', ['vanaf', 'from']],
];

type Cells = Partial<Record<Field, string>>;

/** The lines of a file by the fields that its heads name; undefined: a column is missing that has to be there. */
function linesOf(file: CsvFile, needed: readonly Field[]) {
  const heads = file.heads.map((head) => head.trim().toLowerCase());
  const places = new Map<Field, number>();
  for (const [field, names] of fields) {
    const at = heads.findIndex((head) => names.includes(head));
    if (at >= 0) places.set(field, at);
  }
  if (needed.some((field) => !places.has(field))) return undefined;
  return file.rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries([...places].map(([field, at]) => [field, cells[at] ?? ''])) as Cells,
    headOf: (field: Field) => file.heads[places.get(field) ?? -1] ?? field,
  }));
}

/** What a file of entries says, or everything that is wrong with it. */
export interface ReadFile<T> {
  readonly entries: readonly T[];
  readonly problems: readonly LineProblem[];
}

type Entry = z.output<typeof saveEntriesCommand>['entries'][number];

/** Reads accounts, cost centres or cost units: number, name, and whether they are open. */
export function readEntries(file: CsvFile): ReadFile<Entry> | undefined {
  const lines = linesOf(file, ['number', 'name']);
  if (lines === undefined) return undefined;
  const problems: LineProblem[] = [];
  const seen = new Set<string>();
  const entries = lines.map(({ line, cells, headOf }): Entry => {
    const add = (field: Field, code: FieldCode) => problems.push({ line, column: headOf(field), code });
    const { number = '', name = '', isOpen: open = '' } = cells;
    checkNumber(number, seen, (code) => add('number', code));
    if (name.length > 255) add('name', 'too-long');
    const isOpen = readYesNo(open);
    if (isOpen === undefined) add('isOpen', 'not-a-choice');
    return { number, name, isOpen: isOpen ?? true, role: 'none' };
  });
  return { entries, problems };
}

type Code = z.output<typeof saveVatCodeCommand>;

/** Reads VAT codes: code, name, percentage, and what else there is. */
export function readVatCodes(file: CsvFile): ReadFile<Code> | undefined {
  const lines = linesOf(file, ['number', 'name', 'rate']);
  if (lines === undefined) return undefined;
  const problems: LineProblem[] = [];
  const byCode = new Map<string, Code>();
  const seen = new Set<string>();
  for (const { line, cells, headOf } of lines) {
    const add = (field: Field, code: FieldCode) => problems.push({ line, column: headOf(field), code });
    const { number = '', name = '', account = '', dueAccount = '', fromDay: day = '' } = cells;
    checkNumber(number, new Set(), (code) => add('number', code));
    const fromDay = day === '' ? '1990-01-01' : day.replace(/^(\d{2})-(\d{2})-(\d{4})$/, '$3-$2-$1');
    if (!isDay(fromDay)) add('fromDay', 'not-a-date');
    if (seen.has(`${number} ${fromDay}`)) add('number', 'repeated');
    seen.add(`${number} ${fromDay}`);
    const rate = readPercentage(cells.rate ?? '');
    if (rate === undefined) add('rate', 'not-a-number');
    const deductible = cells.deductible ? readPercentage(cells.deductible) : 10_000;
    if (deductible === undefined) add('deductible', 'not-a-number');
    const kind = readKind(cells.kind ?? '', rate ?? 0);
    if (kind === undefined) add('kind', 'not-a-choice');
    const isOpen = readYesNo(cells.isOpen ?? '');
    if (isOpen === undefined) add('isOpen', 'not-a-choice');
    const before = byCode.get(number);
    byCode.set(number, {
      code: number,
      name,
      kind: kind ?? 'normal',
      deductible: deductible ?? 10_000,
      accountNumber: account,
      dueAccountNumber: dueAccount,
      isOpen: isOpen ?? true,
      rates: [...(before?.rates ?? []), { fromDay, rate: rate ?? 0 }],
    });
  }
  return { entries: [...byCode.values()], problems };
}

function checkNumber(number: string, seen: Set<string>, add: (code: FieldCode) => void): void {
  if (number === '') add('required');
  else if (number.length > 40) add('too-long');
  else if (seen.has(number)) add('repeated');
  seen.add(number);
}

function readYesNo(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (['', 'ja', 'j', 'yes', 'y', 'true', '1', 'open', 'actief', 'active'].includes(word)) return true;
  return ['nee', 'n', 'no', 'false', '0', 'gesloten', 'closed', 'inactief', 'inactive'].includes(word)
    ? false
    : undefined;
}

function readPercentage(text: string): number | undefined {
  const read = readAmount(text.replace('%', '').trim());
  return 'cents' in read && read.cents >= 0 && read.cents <= 10_000 ? read.cents : undefined;
}

const kindWords: Readonly<Record<(typeof vatKinds)[number], readonly string[]>> = {
  normal: ['normaal', 'normal'],
  reversed: ['verlegd', 'reversed'],
  eu: ['eu', 'verwerving'],
  import: ['import', 'invoer'],
  none: ['geen', 'none'],
};

function readKind(text: string, rate: number): (typeof vatKinds)[number] | undefined {
  const word = text.trim().toLowerCase();
  if (word === '') return rate === 0 ? 'none' : 'normal';
  return vatKinds.find((kind) => kindWords[kind].includes(word));
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}
