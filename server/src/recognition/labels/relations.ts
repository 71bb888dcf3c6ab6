import { type Label, type LabelKind, sorts } from './label.ts';
import type { Box } from '../recognised.ts';
import { type Cell, type Line, cellAt } from '../text/words.ts';

/** A value on the page, with the line that it stands on. */
export interface Spot<Value> {
  readonly value: Value;
  readonly raw: string;
  readonly line: Line;
  readonly start: number;
  readonly end: number;
  readonly box: Box;
}

/** A label that may belong to a value, and how well the two stand together, 0..1. */
export interface Relation {
  readonly label: Label;
  readonly score: number;
}

const filler =
  /^[\s:;.,=#*()[\]|€$£\-–]*(?:(?:eur|euro|is|nr|no|nummer|number|op|van|in|d\.d|dd|datum|date|date)[\s:;.,()€\-–]*){0,2}$/iu;

/** The best label of each kind for a value, best first. */
export function relationsOf(spot: Spot<unknown>, labels: readonly Label[]): Relation[] {
  const best = new Map<LabelKind, Relation>();
  for (const label of labels) {
    if (label.line.page !== spot.line.page) continue;
    const left = leftOf(label, spot) * (isInterrupted(label, spot, labels) ? 0.3 : 1);
    const over = above(label, spot, labels);
    const top = over > 0 && isCovered(label, spot, labels) ? over * 0.3 : over;
    const score = label.strength * Math.max(left, top, below(label, spot));
    if (score > (best.get(label.kind)?.score ?? 0.02)) best.set(label.kind, { label, score });
  }
  return [...best.values()].toSorted((a, b) => b.score - a.score);
}

/** Another label stands between the two in the column: `Te betalen voor` over its day over `Datum` over this one. */
function isCovered(label: Label, spot: Spot<unknown>, labels: readonly Label[]): boolean {
  return labels.some(
    (other) =>
      other.line.page === spot.line.page &&
      other.line.index > label.line.index &&
      other.line.index < spot.line.index &&
      other.kind !== label.kind &&
      alignmentOf(other, spot) > 0.8 &&
      other.line.cells.some(
        ({ start, text }) => start === other.start && text.length <= other.end - other.start + 2,
      ),
  );
}

/** Another label stands between the two, so that the value is rather that one's: `Klantnr. 12 Nr. 34`. */
function isInterrupted(label: Label, spot: Spot<unknown>, labels: readonly Label[]): boolean {
  if (label.line !== spot.line) return false;
  return labels.some(
    (other) =>
      other.line === label.line &&
      other.start >= label.end &&
      other.end <= spot.start &&
      /\d/.test(label.line.text.slice(label.end, other.start)),
  );
}

/** The label stands before the value, on its line. */
function leftOf(label: Label, spot: Spot<unknown>): number {
  if (label.line !== spot.line || label.end > spot.start) return 0;
  const between = spot.line.text.slice(label.end, spot.start);
  if (filler.test(between)) {
    if (!between.includes('\t')) return 1;
    // A title at the other side of the page only happens to stand at that height.
    const isFar = spot.box[0] - label.box[2] > 0.3 && label.strength < 0.6;
    return isFar ? 0.6 : 0.96;
  }
  const cells = between.split('\t');
  // A percentage or the taxed amount belongs to a VAT label: `btw 21% over 1.165,84`.
  const isAboutRate = /^[\s:(]*\d{1,2}(?:[.,]\d+)?\s?%/.test(between);
  const words = between.trim().split(/\s+/).length;
  if (cells.length === 1) return words <= 3 ? 0.7 : 0.4;
  // `USt-IdNr. DE390666313` has its number; what stands in the next column is another's.
  const digits = cells[0]?.match(/\d/g)?.length ?? 0;
  // So has `Postbus 118`.
  const isAnswered =
    (sorts[label.kind] === 'code' && digits >= 4) ||
    (label.kind === 'otherNumber' && /^\W*\d{2,}\s*$/.test(cells[0] ?? ''));
  if (isAnswered) return 0.25;
  const middle = cells.slice(1, -1).filter((cell) => !filler.test(cell)).length;
  const tail = (cells[0] ?? '').trim().split(/\s+/).filter(Boolean).length;
  const near = middle === 0 ? 0.9 : middle === 1 ? 0.5 : 0.3;
  return near * (isAboutRate || tail <= 2 ? 1 : 0.6);
}

/** The label heads the value's column; nothing but other values of the column may stand between. */
function above(label: Label, spot: Spot<unknown>, labels: readonly Label[]): number {
  const height = Math.max(spot.box[3] - spot.box[1], label.box[3] - label.box[1], 0.006);
  const distance = (spot.box[1] - label.box[3]) / height;
  if (label.line.index >= spot.line.index || distance > 6) return 0;
  const alignment = alignmentOf(label, spot);
  if (alignment === 0) return 0;
  const cell = cellAt(label.line, label.start, label.start + 1);
  if (!cell) return 0;
  // A label whose own value follows it has nothing to say about the line below.
  const rest = cell.text.slice(label.end - cell.start);
  const isAlone =
    filler.test(rest) ||
    cell.text.length < (label.end - label.start) * 1.6 ||
    isHeads(label.line, labels) ||
    isOfLabels(cell, label, labels);
  const isTaken = /\d/.test(rest) || followed(label, cell.start + cell.text.length);
  return (
    (distance < 1.3 ? 0.86 : distance < 2.8 ? 0.74 : distance < 4.5 ? 0.55 : 0.4) *
    alignment *
    (isAlone ? 1 : 0.4) *
    (isTaken ? 0.35 : 1)
  );
}

/** `Klantnummer Factuur no. Vervaldag`: a line of nothing but labels heads the values below, close as they stand. */
export function isHeads(line: Line, labels: readonly Label[]): boolean {
  const own = labels.filter((label) => label.line === line && sorts[label.kind] !== 'amount');
  const named = own.reduce((sum, { start, end }) => sum + end - start, 0);
  return own.length >= 3 && named > line.text.length * 0.7 && !/\d/.test(line.text);
}

/** `Factuur nr. Datum factuur`: columns so close that their heads are one cell. */
function isOfLabels(cell: Cell, { line }: Label, labels: readonly Label[]): boolean {
  const own = labels.filter(
    (label) => label.line === line && label.start >= cell.start && label.end <= cell.start + cell.text.length,
  );
  const named = own.reduce((sum, { start, end }) => sum + end - start, 0);
  return own.length >= 2 && named > cell.text.length * 0.8 && !/\d/.test(cell.text);
}

/** The label stands under its value, as on forms: only where it is alone, close by and in the same column. */
function below(label: Label, spot: Spot<unknown>): number {
  if (label.line.index !== spot.line.index + 1) return 0;
  const height = Math.max(spot.box[3] - spot.box[1], 0.006);
  const distance = (label.box[1] - spot.box[3]) / height;
  if (distance > 1.3 || Math.abs(label.box[0] - spot.box[0]) > 0.012) return 0;
  const isAlone = label.line.cells.every(({ text }) => !/\d/.test(text));
  return isAlone ? 0.5 : 0;
}

/** Whether the next cell on the label's line is a value, so that the label reads to the right. */
function followed(label: Label, end: number): boolean {
  const next = label.line.text.slice(end + 1).split('\t')[0] ?? '';
  return /^\W*(?=\S*\d)[\w.,/\-€ ]+$/u.test(next);
}

function alignmentOf(label: Label, spot: Spot<unknown>): number {
  const [left, , right] = label.box;
  const [from, , to] = spot.box;
  const tolerance = 0.012;
  if (Math.abs(left - from) < tolerance || Math.abs(right - to) < tolerance) return 1;
  if (Math.abs((left + right) / 2 - (from + to) / 2) < tolerance * 1.5) return 0.95;
  const overlap = Math.min(right, to) - Math.max(left, from);
  const share = overlap / Math.max(Math.min(right - left, to - from), 0.001);
  return share > 0.6 ? 0.85 : share > 0.2 ? 0.5 : 0;
}

/** The score of one kind, lowered where a rival label claims the value more strongly. */
export function scoreFor(relations: readonly Relation[], kind: LabelKind): number {
  const own = relations.find(({ label }) => label.kind === kind)?.score ?? 0;
  const rival = rivalScore(relations, kind);
  return rival > own ? own * Math.max(0.1, 1 - rival) : own;
}

/** How strongly another label of the same sort of value claims it. */
export function rivalScore(relations: readonly Relation[], kind: LabelKind): number {
  return relations.find(({ label }) => label.kind !== kind && sorts[label.kind] === sorts[kind])?.score ?? 0;
}
