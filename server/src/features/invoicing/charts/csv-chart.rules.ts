import type { FieldCode } from '#contract/problem.ts';
import type { z } from 'zod';
import type { saveEntriesCommand, saveVatCodeCommand } from '#contract/invoicing/charts.ts';
import { vatKinds } from '#contract/invoicing/booking-rules.ts';
import { readAmount } from '#contract/money.ts';
import type { CsvFile } from '#server/platform/csv/read-csv.ts';
import type { LineProblem } from './csv-problems.ts';

const fields = [
  'number',
  'name',
  'isOpen',
  'kind',
  'rate',
  'deductible',
  'account',
  'dueAccount',
  'fromDay',
] as const;
type Field = (typeof fields)[number];

const headsOf: Readonly<Record<Field, readonly string[]>> = {
  number: ['nummer', 'code', 'rekening', 'rekeningnummer', 'grootboekrekening', 'number', 'account'],
  name: ['naam', 'omschrijving', 'name', 'description'],
  isOpen: ['open', 'actief', 'active'],
  kind: ['soort', 'kind'],
  rate: ['percentage', 'tarief', 'rate'],
  deductible: ['aftrekbaar', 'deductible'],
  account: ['btw-rekening', 'vat account', 'terugvorderen op'],
  dueAccount: ['verlegd op', 'due account', 'af te dragen op'],
  fromDay: ['vanaf', 'from'],
};

/** The lines of a file by the fields that its heads name; undefined: a column is missing that has to be there. */
function linesOf(file: CsvFile, needed: readonly Field[]) {
  const heads = file.heads.map((head) => head.trim().toLowerCase());
  const places = new Map(
    fields.map((field) => [field, heads.findIndex((head) => headsOf[field].includes(head))] as const),
  );
  const placeOf = (field: Field) => places.get(field) ?? -1;
  if (needed.some((field) => placeOf(field) < 0)) return undefined;
  return file.rows.map(({ line, cells }) => ({
    line,
    cellOf: (field: Field) => cells[placeOf(field)] ?? '',
    headOf: (field: Field) => file.heads[placeOf(field)] ?? field,
  }));
}

/** What a file of entries says, or everything that is wrong with it. */
export interface ReadFile<T> {
  readonly entries: readonly T[];
  readonly problems: readonly LineProblem[];
}

/** An entry as a file says it; `isOpen` is undefined where the file does not say. */
type Entry = Pick<z.output<typeof saveEntriesCommand>['entries'][number], 'number' | 'name'> & {
  readonly isOpen: boolean | undefined;
};

/** Reads accounts, cost centres or cost units: number, name, and whether they are open. */
export function readEntries(file: CsvFile): ReadFile<Entry> | undefined {
  const lines = linesOf(file, ['number', 'name']);
  if (lines === undefined) return undefined;
  const problems: LineProblem[] = [];
  const seen = new Set<string>();
  const entries = lines.map(({ line, cellOf, headOf }): Entry => {
    const add = (field: Field, code: FieldCode) => problems.push({ line, column: headOf(field), code });
    const [number, name, open] = [cellOf('number'), cellOf('name'), cellOf('isOpen')];
    checkNumber(number, seen, (code) => add('number', code));
    if (name.length > 255) add('name', 'too-long');
    const isOpen = readYesNo(open);
    if (isOpen === undefined) add('isOpen', 'not-a-choice');
    return { number, name, isOpen: open === '' ? undefined : isOpen };
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
  for (const { line, cellOf, headOf } of lines) {
    const add = (field: Field, code: FieldCode) => problems.push({ line, column: headOf(field), code });
    const [number, day] = [cellOf('number'), cellOf('fromDay')];
    checkNumber(number, new Set(), (code) => add('number', code));
    const fromDay = day === '' ? '1990-01-01' : day.replace(/^(\d{2})-(\d{2})-(\d{4})$/, '$3-$2-$1');
    if (!isDay(fromDay)) add('fromDay', 'not-a-date');
    if (seen.has(`${number} ${fromDay}`)) add('number', 'repeated');
    seen.add(`${number} ${fromDay}`);
    const rate = readPercentage(cellOf('rate'));
    if (rate === undefined) add('rate', 'not-a-number');
    const deductible = cellOf('deductible') === '' ? 10_000 : readPercentage(cellOf('deductible'));
    if (deductible === undefined) add('deductible', 'not-a-number');
    const kind = readKind(cellOf('kind'), rate ?? 0);
    if (kind === undefined) add('kind', 'not-a-choice');
    const isOpen = readYesNo(cellOf('isOpen'));
    if (isOpen === undefined) add('isOpen', 'not-a-choice');
    const before = byCode.get(number);
    byCode.set(number, {
      code: number,
      name: cellOf('name'),
      kind: kind ?? 'normal',
      deductible: deductible ?? 10_000,
      accountNumber: cellOf('account'),
      dueAccountNumber: cellOf('dueAccount'),
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
