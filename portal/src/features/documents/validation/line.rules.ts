import { formatAmount, formatNumber, parseAmount } from '#contract/money.ts';
import type { LineWrite } from '#contract/documents/properties.ts';
import type { Language } from '#contract/problem.ts';
import type { FoundLine } from './review.rules.ts';

/** The fields of a line that a person types. */
export const lineFields = ['description', 'quantity', 'unitPrice', 'amount'] as const;
/** One of the fields. */
export type LineField = (typeof lineFields)[number];
/** A line as it is typed. */
export type LineTexts = Readonly<Record<LineField, string>>;

/** A line as a person may type it again. */
export function textsOf(line: FoundLine | undefined, language: Language): LineTexts {
  const amount = (cents: number | null | undefined) =>
    cents === null || cents === undefined ? '' : formatAmount(cents, language);
  return {
    description: line?.description ?? '',
    quantity: line?.quantity === null || line === undefined ? '' : formatNumber(line.quantity, language),
    unitPrice: amount(line?.unitPriceInCents),
    amount: amount(line?.amountInCents),
  };
}

/** What was typed as a line, or the fields that are no number. */
export function readLine(
  texts: LineTexts,
):
  | { readonly line: Pick<LineWrite, 'description' | 'quantity' | 'unitPriceInCents' | 'amountInCents'> }
  | { readonly wrong: readonly LineField[] } {
  const quantity = decimalOf(texts.quantity);
  const unitPrice = decimalOf(texts.unitPrice);
  const amount = decimalOf(texts.amount);
  const wrong = (
    [
      ['quantity', quantity],
      ['unitPrice', unitPrice],
      ['amount', amount],
    ] as const
  ).flatMap(([field, value]) => (value === undefined ? [field] : []));
  if (quantity === undefined || unitPrice === undefined || amount === undefined) return { wrong };
  return {
    line: {
      description: texts.description.trim(),
      quantity,
      unitPriceInCents: inCents(unitPrice),
      amountInCents: inCents(amount),
    },
  };
}

/**
 * The fields of a row of words: behind the description stand quantity, price and amount, or the last one or two of
 * them; undefined when the words are no such row.
 */
export function lineOfWords(words: readonly string[]): Partial<LineTexts> | undefined {
  const plain = words.filter((word) => !/^(?:€|EUR|%|\d+(?:[.,]\d+)?%|x)$/i.test(word));
  const isNumber = (word: string) =>
    /\d/.test(word) && (decimalOf(word.replace(/^€/, '')) ?? undefined) !== undefined;
  const firstText = plain.findLastIndex((word) => !isNumber(word));
  const numbers = plain.slice(firstText + 1).map((word) => word.replace(/^€/, ''));
  const [amount, unitPrice, quantity] = numbers.slice(-3).toReversed();
  if (firstText < 0 || amount === undefined) return undefined;
  return {
    description: plain.slice(0, plain.length - Math.min(3, numbers.length)).join(' '),
    ...(quantity === undefined ? {} : { quantity }),
    ...(unitPrice === undefined
      ? {}
      : // Of two numbers a whole one counts pieces.
        { [quantity === undefined && /^-?\d+$/.test(unitPrice) ? 'quantity' : 'unitPrice']: unitPrice }),
    amount,
  };
}

const inCents = (value: number | null) => (value === null ? null : Math.round(value * 100));

// Quantities and prices have any number of decimals: 0,4230.
function decimalOf(text: string): number | null | undefined {
  const plain = text.trim();
  if (plain === '') return null;
  const cents = parseAmount(plain);
  if (cents !== undefined) return cents / 100;
  return /^-?\d+[.,]\d+$/.test(plain) ? Number(plain.replace(',', '.')) : undefined;
}
