import { brokenOff } from '../fields/numbers.ts';
import type { Spot } from '../labels/relations.ts';
import type { FieldName } from '../recognised.ts';
import type { DocumentText } from '../text/page-text.ts';
import { type Line, boxOf } from '../text/words.ts';

/** Fields whose place is learnt. Name and currency are of the supplier, not of a place. */
export const placedFields = [
  'number',
  'date',
  'dueDate',
  'total',
  'excl',
  'vat',
  'kvk',
  'vatId',
  'iban',
  'gAccount',
  'paymentReference',
] as const satisfies readonly FieldName[];
/** One of them. */
export type PlacedField = (typeof placedFields)[number];

type Typed = Omit<DocumentText, 'labels'>;

/** Fields of one sort have the same spots. */
export const sortOf = {
  number: 'code',
  paymentReference: 'code',
  date: 'day',
  dueDate: 'day',
  total: 'amount',
  excl: 'amount',
  vat: 'amount',
  iban: 'iban',
  gAccount: 'iban',
  kvk: 'kvk',
  vatId: 'vatId',
} as const satisfies Record<PlacedField, string>;

/** Everything on the pages that a field may have for its value, in the form in which values are stored. */
export function spotsOf(field: PlacedField, text: Typed): Spot<string>[] {
  switch (sortOf[field]) {
    case 'code':
      return text.lines.flatMap((line) => codesOn(line, text.lines));
    case 'day':
      return text.dates.map((spot) => ({ ...spot, value: spot.value.day }));
    case 'amount':
      return text.amounts
        .filter(({ value }) => value.isExact || value.hasCurrency)
        .map((spot) => ({ ...spot, value: String(spot.value.cents) }));
    case 'iban':
      return text.ibans.map((spot) => ({ ...spot, value: spot.value.value }));
    case 'kvk':
      return text.kvks.map((spot) => ({ ...spot, value: spot.value.value }));
    case 'vatId':
      return text.vatIds.map((spot) => ({ ...spot, value: spot.value.value }));
  }
}

const maxCode = 30;
const maxPieces = 4;

/** Words with a digit, and rows of up to four of them: `2026 0012`. */
function codesOn(line: Line, lines: readonly Line[]): Spot<string>[] {
  const found: Spot<string>[] = [];
  for (const cell of line.cells) {
    const words = [...cell.text.matchAll(/[\p{L}\d](?:[\p{L}\d\-/._]*[\p{L}\d])?/gu)];
    words.forEach((first, at) => {
      for (let last = at; last < Math.min(words.length, at + maxPieces); last += 1) {
        const end = words[last];
        if (!end || !/\d/.test(end[0])) break;
        const start = cell.start + first.index;
        const stop = cell.start + end.index + end[0].length;
        const raw = line.text.slice(start, stop);
        if (raw.length > maxCode || (last > at && !/^[\p{L}\d\-/._ ]+$/u.test(raw))) break;
        if (!/\d/.test(raw)) continue;
        const whole = brokenOff(line, start, stop, lines);
        if (whole) found.push(whole);
        const value = raw.replaceAll(/\s/g, '');
        found.push({ value, raw, line, start, end: stop, box: boxOf(line, start, stop) });
      }
    });
  }
  return found;
}
