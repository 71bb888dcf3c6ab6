import { sureFrom, type FoundProperty, documentProperty } from '#contract/documents/properties.ts';
import type { Item } from './item.ts';

/** A recognised invoice line. */
export type FoundLine = Item['lines'][number];

/** What a line is called beside the names of properties. */
export const lineStop = (lineNumber: number) => `line ${lineNumber}`;
/** The comparison of the lines with the total. */
export const sumStop = 'sum';
/** The button that confirms everything. */
export const positiveStop = 'positive';

/** Whether a value is to be looked at: it was read, and neither surely nor confirmed. */
export function isDoubtful(found: FoundProperty | undefined): boolean {
  return found !== undefined && found.value !== '' && !found.isConfirmed && found.confidence < sureFrom;
}

/** Whether a line contradicts itself: no amount, or another one than quantity times price makes. */
export function isLineDoubtful({ quantity, unitPriceInCents, amountInCents }: FoundLine): boolean {
  if (amountInCents === null) return true;
  if (quantity === null || unitPriceInCents === null) return false;
  // Prices are kept in whole cents; those with more decimals are half a cent off for each piece.
  const tolerance = Math.abs(quantity) / 2 + 1;
  // On a credit note only the amounts are negative.
  return Math.abs(Math.abs(quantity * unitPriceInCents) - Math.abs(amountInCents)) > tolerance;
}

/** What the lines add up to, and how far that is from the document's own totals. */
export interface SumOfLines {
  readonly sumInCents: number;
  /** The total that they are compared with. */
  readonly of: 'excl' | 'total';
  readonly differenceInCents: number;
}

/** Compares the lines with the total excluding VAT, or with the one including it; undefined without lines or totals. */
export function compareSum(item: Pick<Item, 'lines' | 'properties'>): SumOfLines | undefined {
  if (item.lines.length === 0) return undefined;
  const sumInCents = item.lines.reduce((sum, { amountInCents }) => sum + (amountInCents ?? 0), 0);
  const totals = (['excl', 'total'] as const).flatMap((of) => {
    const value = item.properties.find(({ property }) => property === of)?.value ?? '';
    return /^-?\d+$/.test(value) ? [{ of, sumInCents, differenceInCents: sumInCents - Number(value) }] : [];
  });
  return totals.find(({ differenceInCents }) => differenceInCents === 0) ?? totals[0];
}

/** What a person has to see before all of it is confirmed, in the order of the screen. */
export function stopsOf(item: Item): readonly string[] {
  const values = documentProperty.options.filter((property) =>
    isDoubtful(item.properties.find((found) => found.property === property)),
  );
  // An electronic invoice says what its lines are; nothing was guessed.
  if (item.properties.some(({ method }) => method === 'xml')) return values;
  const lines = item.lines.filter(isLineDoubtful).map(({ lineNumber }) => lineStop(lineNumber));
  const sum = compareSum(item);
  return [...values, ...lines, ...(sum && sum.differenceInCents !== 0 ? [sumStop] : [])];
}
