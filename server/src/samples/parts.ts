import type { Draft } from './draft.ts';
import type { Random } from './random.ts';
import type { SampleLine, SampleParty } from './sample.ts';
import type { Sheet } from './sheet.ts';
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
  x: number,
  y: number,
  rows: readonly (readonly [string, string | null])[],
  gap = 110,
  mark = ':',
): number {
  let below = y;
  for (const [label, value] of rows) {
    if (value === null) continue;
    sheet.text(x, below, label + mark);
    below = sheet.text(x + gap, below, value) + 1.5;
  }
  return below;
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
  const color = isFilled ? 'white' : 'black';
  if (isFilled) sheet.fill(margin - 4, y - 4, rightEdge - margin + 8, 19, accent);
  sheet.text(columns.description, y, words.description, { bold: true, color });
  sheet.text(columns.quantity, y, words.quantity, { bold: true, align: 'right', color });
  sheet.text(columns.price, y, words.price, { bold: true, align: 'right', color });
  if (columns.percent !== undefined)
    sheet.text(columns.percent, y, 'Btw', { bold: true, align: 'right', color });
  sheet.text(columns.amount, y, words.amount, { bold: true, align: 'right', color });
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
  sheet.text(columns.description, y, line.description);
  sheet.text(columns.quantity, y, amountOf(line), { align: 'right' });
  sheet.text(columns.price, y, words.plain(line.unitPriceInCents), { align: 'right' });
  if (columns.percent !== undefined)
    sheet.text(columns.percent, y, `${line.vatPercent}%`, { align: 'right' });
  sheet.text(columns.amount, y, words.plain(line.amountInCents), { align: 'right' });
  return y + 16;
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

/** Excl, VAT per rate and total below each other, labels at `x`; gives the y below. */
export function sums({ sheet, words, draft }: Drawing, y: number, x = 350): number {
  const { expected, vatParts } = draft;
  const rows = [
    [words.excl, expected.exclInCents],
    ...vatParts.map((part) => [words.vat(part.percent), part.vatInCents] as const),
  ] as const;
  let below = y;
  for (const [label, cents] of rows) {
    sheet.text(x, below, label);
    below = sheet.text(rightEdge, below, words.money(cents), { align: 'right' }) + 3;
  }
  sheet.line(x, below, rightEdge, below);
  sheet.text(x, below + 5, words.total, { bold: true, size: 10.5 });
  return (
    sheet.text(rightEdge, below + 5, words.money(expected.totalInCents), {
      bold: true,
      size: 10.5,
      align: 'right',
    }) + 6
  );
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
