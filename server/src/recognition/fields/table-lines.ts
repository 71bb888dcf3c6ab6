import { type FoundAmount, parseAmount } from '../text/amounts.ts';
import type { DocumentText } from '../text/page-text.ts';
import type { RecognisedLine } from '../recognised.ts';
import type { Spot } from '../labels/relations.ts';
import type { Cell, Line } from '../text/words.ts';
import { type Column, columnAt, columnsOf } from './line-columns.ts';

const quantityShape =
  /^[-–]?(\d{1,6}(?:[.,]\d{1,3})?)\s*(?:x|×|st\.?|stuks?|uur|uren|hrs?|hours?|m2?|m²|kg|ltr?|pak|doos|dozen|km|pcs|stk\.?|maand|maanden|meter|rol|rollen|set|sets|dag|dagen)?-?$/i;
/** What a page hands over to the next is no line of its own. */
const carryOver =
  /^(?:transport(?:eren)?(?: (?:van|naar|vorige|volgende)[^\t]*)?|te transporteren|(?:carried|brought) forward|[üu]bertrag)(?=\t|$)/i;
const maxLines = 500;

/** What the lines should add up to, without sign. */
export interface LineSums {
  readonly excl: number | undefined;
  readonly total: number | undefined;
}

/** A row of the table with the amounts on it, and the columns of the head above it. */
interface Row {
  readonly line: Line;
  readonly amounts: readonly Spot<FoundAmount>[];
  readonly columns: readonly Column[];
  /** Lines without amounts below, which go on with its description. */
  readonly more: readonly string[];
}

/**
 * The lines of the invoice: the rows below a head that names columns, down to the sums; without such a head the rows
 * that add up to the net amount or the total.
 */
export function findLines(text: DocumentText, sums: LineSums): RecognisedLine[] {
  const rows = rowsBelowHeads(text);
  const fitting = rows.length > 0 ? withoutSums(rows, sums) : rowsThatAddUp(text, sums);
  const edge = edgeOfAmounts(fitting, sums);
  return fitting.map((row) => lineFrom(row, edge));
}

function rowsBelowHeads(text: DocumentText): Row[] {
  const found: Row[] = [];
  let columns: readonly Column[] | null = null;
  let gap = 0;
  for (const line of text.lines) {
    const head = columnsOf(line);
    if (head) {
      columns = head;
      gap = 0;
      continue;
    }
    if (!columns) continue;
    const amounts = text.amounts.filter((spot) => spot.line === line && spot.value.isExact);
    if (isSum(line, text)) {
      // A page's carry-over is no end: the next page repeats the head.
      columns = null;
      continue;
    }
    if (amounts.length > 0 && line.cells.length <= 2 && carryOver.test(line.text)) continue;
    if (amounts.length > 0) {
      found.push({ line, amounts, columns, more: [] });
      gap = 0;
    } else {
      gap += 1;
      extend(found, line, gap);
    }
    if (gap > 4 || found.length >= maxLines) columns = null;
  }
  return found;
}

function isSum(line: Line, text: DocumentText): boolean {
  const first = text.labels.find(
    (label) => label.line === line && ['total', 'excl', 'vat'].includes(label.kind),
  );
  if (!first) return false;
  // `21% btw` inside a row's description is no sum; a sum begins with its label.
  return line.text.slice(0, first.start).trim().length < 4;
}

const sumOf = (rows: readonly Row[]): number =>
  Math.abs(rows.reduce((sum, { amounts }) => sum + (amounts.at(-1)?.value.cents ?? 0), 0));

/** `Waarde excl. BTW` under the lines has no label of a sum: what stands behind the rows that add up is none of them. */
function withoutSums(rows: readonly Row[], { excl, total }: LineSums): readonly Row[] {
  const isWhole = (some: readonly Row[]) => some.length > 0 && [excl, total].includes(sumOf(some));
  if (isWhole(rows)) return rows;
  const end = rows.findIndex((_, at) => isWhole(rows.slice(0, at)));
  return end > 0 && excl !== 0 ? rows.slice(0, end) : rows;
}

/** Rows of text with an amount behind it, one after the other, that are the net amount or the total together. */
function rowsThatAddUp(text: DocumentText, { excl, total }: LineSums): readonly Row[] {
  const runs: Row[][] = [[]];
  for (const line of text.lines) {
    const amounts = text.amounts.filter((spot) => spot.line === line && spot.value.isExact);
    const isNamed = line.cells.slice(0, 2).some((cell) => /\p{L}{3}/u.test(cutBefore(cell, amounts)));
    const isRow = (amounts[0]?.start ?? 0) > 0 && isNamed && !isSum(line, text);
    if (isRow && isAmountLast(line, amounts)) runs.at(-1)?.push({ line, amounts, columns: [], more: [] });
    else if (amounts.length > 0) runs.push([]);
  }
  for (const wanted of [excl, total]) {
    if (wanted === undefined || wanted === 0) continue;
    for (const run of runs) {
      for (let from = 0; from < Math.min(run.length, maxLines); from += 1) {
        for (let to = from + 1; to <= run.length && to - from <= maxRun; to += 1) {
          const some = run.slice(from, to);
          if (columnThatIs(some, wanted) !== undefined) return some;
        }
      }
    }
  }
  return [];
}

/** More rows than this without a head are rather a ledger. */
const maxRun = 40;

/** A sentence may end in an amount too: a row has it in a cell of its own, or behind few words. */
function isAmountLast({ cells }: Line, amounts: readonly Spot<FoundAmount>[]): boolean {
  const last = cells.at(-1);
  const amount = amounts.at(-1);
  if (!last || !amount || (cells[0]?.words.length ?? 0) > 12) return false;
  const isEnd = amount.end >= last.start + last.text.length - 2;
  return isEnd && (cells.length > 1 || last.words.length <= 8);
}

const edgeTolerance = 0.012;

/** The right edge of the column of amounts that adds up to a sum. */
function columnThatIs(rows: readonly Row[], wanted: number): number | undefined {
  const edges = (rows[0]?.amounts ?? []).map(({ box }) => box[2]).toReversed();
  return edges.find((edge) => {
    const cents = rows.map((row) => amountAt(row, edge)?.value.cents);
    return (
      cents.every((one) => one !== undefined) &&
      Math.abs(cents.reduce<number>((sum, one) => sum + (one ?? 0), 0)) === wanted
    );
  });
}

function amountAt({ amounts }: Row, edge: number): Spot<FoundAmount> | undefined {
  return amounts.find(({ box }) => Math.abs(box[2] - edge) < edgeTolerance);
}

/** Of `Excl.  Btw  Incl.` the column that is the net amount counts, or else the total's; null where none adds up. */
function edgeOfAmounts(rows: readonly Row[], { excl, total }: LineSums): number | null {
  for (const wanted of [excl, total]) {
    const edge = wanted === undefined ? undefined : columnThatIs(rows, wanted);
    if (edge !== undefined) return edge;
  }
  return null;
}

function lineFrom(row: Row, edge: number | null): RecognisedLine {
  const { line, amounts, columns, more } = row;
  const amount = (edge === null ? undefined : amountAt(row, edge)) ?? amounts.at(-1);
  const cells = line.cells.filter(({ start }) => start < (amount?.start ?? Infinity));
  const ofRole = (role: Column['role']): Cell | undefined =>
    cells.find((cell) => columnAt(cell, columns)?.role === role);
  const named = ofRole('description');
  const described =
    named && /\p{L}{2}/u.test(named.text)
      ? named
      : (cells.find(({ text }) => /\p{L}{3}/u.test(text) && !quantityShape.test(text)) ?? cells[0]);
  const rest = cells.filter((cell) => cell !== described);
  const before = amounts.filter((one) => one !== amount && one.start < (amount?.start ?? 0));
  const text = cutBefore(described, amounts);
  const counts = [
    ...rest.flatMap(({ text: own, start }) => countIn(quantityShape, own, start)),
    ...(described ? countIn(countBefore, text, described.start) : []),
    ...rest.flatMap(({ text: own, start }) => countIn(countBeforePrice, own, start)),
  ];
  const counted = countedAs(counts, before, amount?.value.cents, {
    hasHead: columns.length > 0,
    quantity: ofRole('quantity'),
    price: ofRole('price'),
  });
  const words = described && counted.from === described.start ? text.replace(countBefore, '$2') : text;
  const rates = [...rest.map((cell) => cell.text), ofVat.exec(text)?.[0] ?? ''];
  const rate =
    rates.map((one) => percent.exec(one)?.[1]).find((one) => one !== undefined) ??
    /^(\d{1,2})(?:[.,]0{1,2})?$/.exec(ofRole('rate')?.text.trim() ?? '')?.[1];
  return {
    description: [words, ...more].join(' ').trim().slice(0, 250),
    quantity: counted.quantity,
    unitPriceInCents: counted.price,
    amountInCents: amount?.value.cents ?? null,
    vatPercent: rate === undefined ? null : Number(rate),
    page: line.page,
    box: line.box,
  };
}

const percent = /(?<![\d.,])(\d{1,2})(?:[.,]0{1,2})?\s?%/;
/** `5%` of office costs is no rate of VAT. */
const ofVat =
  /(?:btw|vat|ust|mwst|tva)[^\d]{0,6}\d{1,2}(?:[.,]0{1,2})?\s?%|\d{1,2}(?:[.,]0{1,2})?\s?% (?:btw|vat|ust|mwst|tva)/iu;
/** `3 x Roll-up banner`, and `24 Lunchbuffet` where the columns stand close. */
const countBefore = /^(\d{1,5})(?: ?[x×])? (?=\p{L})(.*)$/iu;
/** `2 x 1.021,00`. */
const countBeforePrice = /^(\d{1,5}(?:,\d{1,2})?) ?[x×à@] ?(?=[€\d])/iu;

/** `Redactie, 24 uur ...... 1.800,00` in one cell: what is described ends before the dots. */
function cutBefore(cell: Cell | undefined, amounts: readonly Spot<FoundAmount>[]): string {
  if (!cell) return '';
  const inside = amounts.find(({ start }) => start > cell.start && start < cell.start + cell.text.length);
  return inside ? cell.text.slice(0, inside.start - cell.start).replace(/[\s.…]+$/u, '') : cell.text;
}

/** A number that may be the quantity, and where it stands in its line. */
interface Count {
  readonly count: number;
  readonly start: number;
  readonly end: number;
}

function countIn(shape: RegExp, text: string, start: number): Count[] {
  const [, digits] = shape.exec(text) ?? [];
  return digits === undefined ? [] : [{ count: numberOf(digits), start, end: start + digits.length }];
}

/** The quantity and price that are the amount together; where none are, what the head says, or their place without one. */
function countedAs(
  counts: readonly Count[],
  before: readonly Spot<FoundAmount>[],
  amount: number | undefined,
  head: { readonly hasHead: boolean; readonly quantity: Cell | undefined; readonly price: Cell | undefined },
): { quantity: number | null; price: number | null; from: number | null } {
  for (const { count, start, end } of counts) {
    const match = before.find(
      (one) =>
        !(one.start < end && one.end > start) &&
        Math.abs(count * Math.abs(one.value.cents) - Math.abs(amount ?? 0)) <= Math.max(1, count * 0.5),
    );
    if (match && amount !== undefined) return { quantity: count, price: match.value.cents, from: start };
  }
  const isIn = (one: { readonly start: number }, cell: Cell | undefined): boolean =>
    cell !== undefined && one.start >= cell.start && one.start < cell.start + cell.text.length;
  const own = counts.find((one) => isIn(one, head.quantity));
  const price = before.findLast((one) => (head.hasHead ? isIn(one, head.price) : one.start !== own?.start));
  // Without a head a long number is the article's, and one as exact as an amount is a price.
  const only = counts.find(
    ({ count, start }) => count < maxQuantity && !before.some((one) => one.start === start),
  );
  const chosen = own ?? (head.hasHead && head.quantity ? undefined : only);
  return { quantity: chosen?.count ?? null, price: price?.value.cents ?? null, from: chosen?.start ?? null };
}

/** From here a number that no head calls a quantity is rather an article's. */
const maxQuantity = 10_000;

/** `1.500` pieces are a thousand and a half, `1,5` hours are not. */
function numberOf(digits: string): number {
  return /^\d{1,3}\.\d{3}$/.test(digits) ? Number(digits.replace('.', '')) : Number(digits.replace(',', '.'));
}

/** A line without amounts directly below one goes on with its description. */
function extend(found: Row[], line: Line, gap: number): void {
  const previous = found.at(-1);
  const [cell] = line.cells;
  if (!previous || !cell || gap > 2 || previous.line.page !== line.page || line.cells.length > 2) return;
  const last = previous.line;
  const isClose =
    line.box[1] - last.box[3] < (last.box[3] - last.box[1]) * (1.5 + 1.8 * previous.more.length);
  if (!isClose || parseAmount(cell.text) !== null || !/\p{L}{3}/u.test(cell.text)) return;
  found[found.length - 1] = { ...previous, more: [...previous.more, cell.text] };
}
