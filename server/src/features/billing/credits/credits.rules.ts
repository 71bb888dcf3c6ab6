import type { CreateBody, Row } from '#contract/resource.ts';
import type { runCredits } from '#contract/billing/credits.ts';
import { vatOf } from '#contract/money.ts';
import { sum } from '../costs/costs.rules.ts';
import type { StoredLine } from '../billing-runs/stored-invoices.ts';

/** A line of a credit invoice. */
export type CreditLine = Row<typeof runCredits>['lines'][number];
/** The requested lines of a credit invoice; absent: all. */
export type CreditAsked = CreateBody<typeof runCredits>['lines'];

/** A credit that was made before. */
export interface EarlierCredit {
  readonly lines: readonly CreditLine[];
  readonly vatInCents: number;
}

/**
 * The VAT of a next credit: that of all that is taken back by now, less what earlier credits gave back. Rounded one by
 * one, parts of an invoice would lose or gain cents of its VAT.
 */
export function creditVat(
  lines: readonly CreditLine[],
  earlier: readonly EarlierCredit[],
  vatRate: number,
): number {
  const takenBack = sum([...earlier.flatMap((credit) => credit.lines), ...lines], ({ amount }) => amount);
  return Math.max(0, vatOf(takenBack, vatRate) - sum(earlier, ({ vatInCents }) => vatInCents));
}

/** What is left of each line of an invoice, in its order: its amount without what was taken back before. */
export function leftOf(lines: readonly StoredLine[], before: readonly CreditLine[]): number[] {
  return lines.map(
    ({ amount }, place) =>
      amount -
      sum(
        before.filter((line) => line.place === place),
        (line) => line.amount,
      ),
  );
}

/**
 * The lines of a credit invoice: as requested, or all that is left. Or the places that are repeated, unknown or requested
 * for more than is left; `nothing` if nothing is left at all.
 */
export function creditLines(
  lines: readonly StoredLine[],
  before: readonly CreditLine[],
  asked: CreditAsked,
): CreditLine[] | { readonly tooMuch: readonly number[] } | 'nothing' {
  const left = leftOf(lines, before);
  if (left.every((amount) => amount <= 0)) return 'nothing';
  const wanted = asked ?? left.flatMap((amount, place) => (amount > 0 ? [{ place, amount }] : []));
  const tooMuch = wanted.flatMap(({ place, amount }, index) =>
    amount > (left[place] ?? 0) || wanted.findIndex((line) => line.place === place) !== index ? [place] : [],
  );
  if (tooMuch.length > 0) return { tooMuch };
  return wanted
    .toSorted((a, b) => a.place - b.place)
    .flatMap(({ place, amount }) => {
      const line = lines[place];
      return line ? [{ place, description: line.description, from: line.from, to: line.to, amount }] : [];
    });
}
