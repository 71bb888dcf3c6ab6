import type { Spot } from '../labels/relations.ts';
import type { Box } from '../recognised.ts';
import { type Cell, type Line, heightOf } from '../text/words.ts';

/** Where a value stands, in a form that finds it again on another document of the layout. */
export interface Anchor {
  /** Counts from 1, or from -1 where it stood on the last of several pages. */
  readonly page: number;
  readonly box: Box;
  /** Words before it on its line; empty without. */
  readonly before: string;
  /** Words above it in its column; empty without. */
  readonly above: string;
  /** Its shape: `####-####`, `VF-##`, `## aaa ####`; empty where it is not to be known. */
  readonly shape: string;
  /** Which one of its sort on its page, counted from the first and from the last; null where it is not to be known. */
  readonly order: readonly [fromFirst: number, fromLast: number] | null;
}

/** The anchor of a spot among the others of its sort. */
export function anchorOf(spot: Spot<string>, all: readonly Spot<string>[], lines: readonly Line[]): Anchor {
  const { line, box, raw } = spot;
  const pages = new Set(lines.map(({ page }) => page)).size;
  const same = all.filter((one) => one.line.page === line.page);
  const at = same.indexOf(spot);
  return {
    page: pages > 1 && line.page === pages ? -1 : line.page,
    box,
    before: wordsBefore(spot),
    above: wordsAbove(spot, lines),
    shape: shapeOf(raw),
    order: [at, same.length - 1 - at],
  };
}

const maxLabel = 40;

/** Letters alone: a figure within a label changes from one document to the next. */
function plainLabel(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}%]+/gu, ' ')
    .trim()
    .slice(-maxLabel);
}

/** What stands before a value on its line, from the nearest cell that says something. */
function wordsBefore({ line, start }: Spot<string>): string {
  const parts = line.text.slice(0, start).split('\t').toReversed();
  for (const part of parts) {
    const label = plainLabel(part);
    if (label !== '') return label;
    // Another value stands between, so that what is before it is its own.
    if (/\d/.test(part)) return '';
  }
  return '';
}

const maxRows = 3;

/** The nearest words above a value in its column. */
function wordsAbove(spot: Spot<string>, lines: readonly Line[]): string {
  const at = lines.indexOf(spot.line);
  const reach = heightOf(spot.box) * 4;
  for (const line of lines.slice(Math.max(0, at - maxRows), at).toReversed()) {
    if (line.page !== spot.line.page || spot.box[1] - line.box[3] > reach) break;
    const cell = line.cells.find((one) => isOver(one, spot.box));
    const label = cell ? plainLabel(cell.text) : '';
    if (label !== '') return label;
  }
  return '';
}

function isOver({ box }: Cell, below: Box): boolean {
  const shared = Math.min(box[2], below[2]) - Math.max(box[0], below[0]);
  return shared > 0.3 * Math.min(box[2] - box[0], below[2] - below[0]);
}

/** Digits as `#`, letters of a word of more than five as `a`; the rest, a prefix too, stays. */
export function shapeOf(raw: string): string {
  return raw
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<!\p{L})\p{L}{3,}(?!\p{L})/gu, 'aaa')
    .replaceAll(/\d/g, '#');
}

/** The same for amounts: how many digits there are says nothing. */
function looseShape(shape: string): string {
  return shape.replaceAll(/#+/g, '#').replaceAll(/(?:#\.)+#/g, '#');
}

/** How well a spot with its own anchor fits a learnt one, 0..1. */
export function fitOf(own: Anchor, anchor: Anchor): number {
  if (own.page !== anchor.page && Math.abs(own.page) !== Math.abs(anchor.page)) return 0;
  const labels = [
    labelFit(own.before, anchor.before, 0.4),
    labelFit(own.above, anchor.above, anchor.before === '' ? 0.4 : 0.15),
  ];
  const across = Math.min(Math.abs(own.box[0] - anchor.box[0]), Math.abs(own.box[2] - anchor.box[2]));
  const down = Math.abs(own.box[1] - anchor.box[1]);
  const height =
    Math.min(heightOf(own.box), heightOf(anchor.box)) / Math.max(heightOf(own.box), heightOf(anchor.box));
  const parts = [
    ...labels,
    { weight: 0.2, fit: Math.max(0, 1 - across / 0.06) },
    { weight: 0.12, fit: Math.max(0, 1 - down / 0.2) },
    { weight: anchor.shape === '' ? 0 : 0.15, fit: shapeFit(own.shape, anchor.shape) },
    { weight: 0.06, fit: height > 0.75 ? 1 : 0 },
    { weight: anchor.order === null ? 0 : 0.07, fit: isSameOrder(own.order, anchor.order) ? 1 : 0 },
  ];
  const all = parts.reduce((sum, { weight }) => sum + weight, 0);
  return parts.reduce((sum, { weight, fit }) => sum + weight * fit, 0) / all;
}

function isSameOrder(own: Anchor['order'], known: Anchor['order']): boolean {
  return own !== null && known !== null && (own[0] === known[0] || own[1] === known[1]);
}

function labelFit(own: string, known: string, weight: number): { weight: number; fit: number } {
  // Without a label then and now nothing is said.
  if (own === '' && known === '') return { weight: 0, fit: 0 };
  return { weight, fit: alike(own, known) };
}

function shapeFit(own: string, known: string): number {
  if (own === known) return 1;
  return looseShape(own) === looseShape(known) ? 0.8 : 0;
}

/** Two labels as pairs of letters: a scan misreads one or two. */
function alike(a: string, b: string): number {
  if (a === b) return 1;
  const pairs = (text: string): string[] =>
    Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
  const [one, other] = [pairs(a), pairs(b)];
  if (one.length === 0 || other.length === 0) return 0;
  const left = [...other];
  let shared = 0;
  for (const pair of one) {
    const at = left.indexOf(pair);
    if (at < 0) continue;
    left.splice(at, 1);
    shared += 1;
  }
  const share = (2 * shared) / (one.length + other.length);
  return share > 0.55 ? share : 0;
}
