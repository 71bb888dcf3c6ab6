import type { Box, FieldName } from '../recognised.ts';
import type { Spot } from '../labels/relations.ts';
import { readTyped } from '../text/page-text.ts';
import { type Line, wordsOfLines } from '../text/words.ts';
import { type Anchor, anchorOf } from './anchor.ts';
import { type PlacedField, placedFields, spotsOf } from './spots.ts';

/** What one field of a document teaches: where its confirmed value stands. */
export interface FieldExample {
  /** Null where the value stands nowhere on the pages, as a typed one may. */
  readonly anchor: Anchor | null;
  /** Whether the general rules read that value by themselves. */
  readonly wasRead: boolean;
  /** Whether memory had read it; null where it had nothing to say. */
  readonly wasRemembered: boolean | null;
}

/** What a document that a person confirmed teaches about its supplier. Holds no values, only places and shapes. */
export interface Example {
  /** Marks of its layout: words that stand on its first page, as numbers. */
  readonly words: readonly number[];
  readonly fields: Readonly<Partial<Record<PlacedField, FieldExample | undefined>>>;
  /** Days between the invoice's day and the one to pay by; null where one is missing. */
  readonly term: number | null;
  /** Null where none was confirmed. */
  readonly currency: string | null;
}

/** A value that a person confirmed or corrected, with its place where that is known. */
export interface ConfirmedValue {
  readonly value: string;
  readonly page: number | null;
  readonly box: Box | null;
  readonly wasRead: boolean;
  readonly wasRemembered: boolean | null;
}

/** What a confirmed document teaches. */
export function exampleOf(
  lines: readonly Line[],
  confirmed: Readonly<Partial<Record<FieldName, ConfirmedValue>>>,
): Example {
  const text = readTyped(lines);
  const fields: Partial<Record<PlacedField, FieldExample>> = {};
  for (const name of placedFields) {
    const one = confirmed[name];
    if (!one || one.value === '') continue;
    const spots = spotsOf(name, text);
    const spot = placeOf(one, spots);
    const { wasRead, wasRemembered } = one;
    fields[name] = { anchor: spot ? anchorOf(spot, spots, lines) : null, wasRead, wasRemembered };
  }
  return {
    words: layoutWords(lines),
    fields,
    term: termOf(confirmed),
    currency: confirmed.currency?.value || null,
  };
}

function termOf({ date, dueDate }: Readonly<Partial<Record<FieldName, ConfirmedValue>>>): number | null {
  if (!date?.value || !dueDate?.value) return null;
  return Math.round((Date.parse(dueDate.value) - Date.parse(date.value)) / 86_400_000);
}

/** The spot under the place that was confirmed, else the first that reads so. */
function placeOf(
  { value, page, box }: ConfirmedValue,
  spots: readonly Spot<string>[],
): Spot<string> | undefined {
  const same = spots.filter((spot) => isSameValue(spot.value, value));
  const under = same.find((spot) => box && spot.line.page === page && overlap(spot.box, box));
  return under ?? same[0];
}

/** Equal but for the sign of an amount, spaces and case. */
export function isSameValue(a: string, b: string): boolean {
  const plain = (text: string): string =>
    text
      .replaceAll(/\s/g, '')
      .replace(/^-(?=\d+$)/, '')
      .toLowerCase();
  return plain(a) === plain(b);
}

function overlap(a: Box, b: Box): boolean {
  return a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1];
}

const maxWords = 120;

/** Words of the first page as numbers: most of them are the layout's own, and come back on the next document. */
export function layoutWords(lines: readonly Line[]): number[] {
  const first = lines[0]?.page;
  return marksOf(wordsOfLines(lines.filter(({ page }) => page === first)).map(({ text }) => text));
}

/** Words as numbers, those of fewer than three letters left out. */
export function marksOf(words: readonly string[]): number[] {
  const plain = words
    .map((word) => word.toLowerCase().replaceAll(/[^\p{L}]/gu, ''))
    .filter((word) => word.length >= 3);
  return [...new Set(plain.slice(0, maxWords).map(hash))];
}

function hash(word: string): number {
  let sum = 0x811c9dc5;
  for (const letter of word) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return sum >>> 0;
}

/** How much of two layouts is the same, 0..1. */
export function likeness(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const other = new Set(b);
  return a.filter((word) => other.has(word)).length / Math.min(a.length, b.length);
}
