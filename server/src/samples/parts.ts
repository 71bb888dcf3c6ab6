import type { Draft } from './draft.ts';
import type { Random } from './random.ts';
import type { SampleLine, SampleParty } from './sample.ts';
import type { Sheet, TextStyle } from './sheet.ts';
import type { Wording } from './wording.ts';

/** What a layout draws with. */
export interface Drawing {
  readonly sheet: Sheet;
  readonly draft: Draft;
  readonly words: Wording;
  /** Decides details that the same supplier keeps. */
  readonly random: Random;
  readonly accent: string;
}

export const a4 = [595, 842] as const;
export const margin = 52;
export const rightEdge = 595 - margin;

/** Name and address over each other; gives the y below. */
export function address(
  { sheet }: Drawing,
  party: SampleParty,
  x: number,
  y: number,
  hasName = true,
): number {
  let below = y;
  for (const line of [...(hasName ? [party.name] : []), party.street, `${party.postcode} ${party.city}`])
    below = sheet.text(x, below, line);
  return below;
}

/** The supplier's registrations and contacts, one a line. */
export function registrations(
  { sheet, words, draft }: Drawing,
  x: number,
  y: number,
  style: { size?: number; color?: string } = {},
): number {
  const { supplier } = draft;
  let below = y;
  const lines = [
    supplier.phone,
    supplier.email,
    `${words.kvk} ${supplier.kvk}`,
    `${words.vatId} ${supplier.vatId}`,
    `IBAN ${spaced(supplier.iban)}`,
  ];
  for (const line of lines) below = sheet.text(x, below, line, { size: 8.5, ...style });
  return below;
}

/** `NL12 DEMO 0123 4567 89`. */
export function spaced(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** Labels and values beside each other; gives the y below. */
export function pairs(
  { sheet }: Drawing,
  { x, y, gap = 110, mark = ':' }: { x: number; y: number; gap?: number; mark?: string },
  rows: readonly Fact[],
): number {
  let below = y;
  for (const [label, value] of rows) {
    if (value === null) continue;
    sheet.text(x, below, label + mark);
    below = sheet.text(x + gap, below, value) + 1.5;
  }
  return below;
}

/** A label with its value; null: it is not printed. */
export type Fact = readonly [label: string, value: string | null];

/** What a head says of an invoice. */
export function factsOf({ words, draft: { expected, decoys } }: Drawing) {
  return {
    number: [words.number, expected.number],
    date: [words.date, words.day(expected.date)],
    dueDate: [words.dueDate, expected.dueDate && words.day(expected.dueDate)],
    customer: [words.customer, decoys.customerNumber],
    order: [words.order, decoys.orderNumber],
    yourReference: [words.yourReference, decoys.projectNumber],
  } as const satisfies Record<string, Fact>;
}

/** Name, address and registrations on top of the page. */
export function letterhead(drawing: Drawing, color = 'black'): void {
  const { sheet, draft } = drawing;
  sheet.text(margin, 46, draft.supplier.name, { size: 16, bold: true, color });
  address(drawing, draft.supplier, margin, 68, false);
  registrations(drawing, 390, 46);
}

/** A label with an amount at the right edge; gives the y below. */
export function sumRow({ sheet }: Drawing, y: number, label: string, sum: string, style: TextStyle = {}) {
  sheet.text(350, y, label, style);
  return sheet.text(rightEdge, y, sum, { ...style, align: 'right' });
}

export interface Columns {
  readonly description: number;
  /** Right ends. */
  readonly quantity: number;
  readonly price: number;
  readonly amount: number;
  readonly percent?: number;
}

const usual: Columns = { description: margin, quantity: 372, price: 455, amount: rightEdge };

/** The head of the table of lines; gives the y of the first row. */
export function tableHead(
  { sheet, words, accent }: Drawing,
  y: number,
  columns: Columns = usual,
  isFilled = false,
): number {
  if (isFilled) sheet.fill(margin - 4, y - 4, rightEdge - margin + 8, 19, accent);
  const { description, quantity, price, amount } = words;
  const style = { bold: true, color: isFilled ? 'white' : 'black' };
  tableCells(sheet, y, columns, { description, quantity, price, percent: 'Btw', amount }, style);
  if (!isFilled) sheet.line(margin, y + 14, rightEdge, y + 14);
  return y + 20;
}

/** One row of the table; gives the y of the next. */
export function tableRow(
  { sheet, words }: Drawing,
  line: SampleLine,
  y: number,
  columns: Columns = usual,
): number {
  tableCells(sheet, y, columns, {
    description: line.description,
    quantity: amountOf(line),
    price: words.plain(line.unitPriceInCents),
    percent: `${line.vatPercent}%`,
    amount: words.plain(line.amountInCents),
  });
  return y + 16;
}

function tableCells(
  sheet: Sheet,
  y: number,
  columns: Columns,
  cells: Readonly<Record<keyof Columns, string>>,
  style: TextStyle = {},
): void {
  const right = { ...style, align: 'right' } as const;
  sheet.text(columns.description, y, cells.description, style);
  sheet.text(columns.quantity, y, cells.quantity, right);
  sheet.text(columns.price, y, cells.price, right);
  if (columns.percent !== undefined) sheet.text(columns.percent, y, cells.percent, right);
  sheet.text(columns.amount, y, cells.amount, right);
}

function amountOf({ quantity, unit }: SampleLine): string {
  const number = String(quantity).replace('.', ',');
  return unit === 'uur' || unit === 'm²' ? `${number} ${unit}` : number;
}

/** Head and rows on one page; gives the y below. */
export function table(drawing: Drawing, y: number, columns: Columns = usual, isFilled = false): number {
  return drawing.draft.expected.lines.reduce(
    (below, line) => tableRow(drawing, line, below, columns),
    tableHead(drawing, y, columns, isFilled),
  );
}

/** Excl, VAT per rate and total below each other; gives the y below. */
export function sums(drawing: Drawing, y: number): number {
  const { words, draft, sheet } = drawing;
  let below = sumRow(drawing, y, words.excl, words.money(draft.expected.exclInCents)) + 3;
  for (const { percent, vatInCents } of draft.vatParts)
    below = sumRow(drawing, below, words.vat(percent), words.money(vatInCents)) + 3;
  sheet.line(350, below, rightEdge, below);
  const style = { bold: true, size: 10.5 };
  return sumRow(drawing, below + 5, words.total, words.money(draft.expected.totalInCents), style) + 6;
}

/** The sentence about paying, with the number once more for some suppliers. */
export function payment({ sheet, draft, random }: Drawing, y: number): number {
  const { supplier, expected, termDays } = draft;
  const account = `${spaced(supplier.iban)} t.n.v. ${supplier.name}`;
  const sentence = random.pick([
    `Wij verzoeken u het bedrag binnen ${termDays} dagen over te maken op ${account}, onder vermelding van het factuurnummer.`,
    `Gelieve het totaalbedrag binnen ${termDays} dagen over te maken op rekening ${account} o.v.v. ${expected.number}.`,
    `Betaling binnen ${termDays} dagen na factuurdatum op ${account}.`,
  ]);
  return sheet.text(margin, y, sentence, { size: 8.5, width: rightEdge - margin });
}
