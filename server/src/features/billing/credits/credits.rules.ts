import type { CreateBody, Row } from '#contract/resource.ts';
import type { runCredits } from '#contract/billing/credits.ts';
import { sum } from '../costs/costs.rules.ts';
import type { StoredLine } from '../billing-runs/stored-invoices.ts';

/** A line of a credit invoice. */
export type CreditLine = Row<typeof runCredits>['lines'][number];
/** What somebody wants to take back. */
export type CreditAsked = CreateBody<typeof runCredits>['lines'];

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
 * The lines of a credit invoice: as asked, or all that is left. Or the places that are named twice, are not there, or would
 * be taken back for more than is left of them; `nothing` when nothing is left at all.
 */
export function creditLines(
  lines: readonly StoredLine[],
  before: readonly CreditLine[],
  asked: CreditAsked,
): CreditLine[] | { readonly tooMuch: readonly number[] } | 'nothing' {
  const left = leftOf(lines, before);
  if (left.every((amount) => amount <= 0)) return 'nothing';
  const wanted = asked ?? left.flatMap((amount, place) => (amount > 0 ? [{ place, amount }] : []));
  const tooMuch = wanted.flatMap(({ place, amount }, at) =>
    amount > (left[place] ?? 0) || wanted.findIndex((one) => one.place === place) !== at ? [place] : [],
  );
  if (tooMuch.length > 0) return { tooMuch };
  return wanted
    .toSorted((one, other) => one.place - other.place)
    .flatMap(({ place, amount }) => {
      const line = lines[place];
      return line ? [{ place, description: line.description, from: line.from, to: line.to, amount }] : [];
    });
}
