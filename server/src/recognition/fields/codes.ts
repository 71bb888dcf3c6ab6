import type { FoundCode } from '../text/identifiers.ts';
import { type DocumentText, bestFive, candidateAt } from '../text/page-text.ts';
import type { Candidate } from '../recognised.ts';
import type { Spot } from '../labels/relations.ts';

/** The creditor's codes of one kind (IBAN, KvK number, VAT id), best first, without the buyer's own. */
export function findCodes(
  spots: readonly Spot<FoundCode>[],
  text: DocumentText,
  own: ReadonlySet<string>,
  name: string,
  trust: (value: string) => number,
): Candidate<string>[] {
  return bestFive(
    spots
      .filter(({ value }) => !own.has(value.value))
      .map((spot) => {
        // `Uw btw-nummer` is the customer's.
        const before = spot.line.text.slice(0, spot.start).split('\t').slice(-2).join(' ').toLowerCase();
        const isTheirs = /(?<!\p{L})(?:uw|your|ihre?|klant|customer|afnemer|debiteur)(?!\p{L})/u.test(before);
        const score = trust(spot.value.value) * (isTheirs ? 0.3 : 1) - addresseePenalty(spot, text);
        return candidateAt(spot, spot.value.value, score, [`${name}:${spot.value.value}`]);
      }),
  );
}

/** Codes in the addressee's block are the buyer's. */
function addresseePenalty(spot: Spot<FoundCode>, text: DocumentText): number {
  const above = text.lines.filter(
    ({ page, index }) => page === spot.line.page && index < spot.line.index && index >= spot.line.index - 6,
  );
  const label =
    /^(?:aan|factuuradres|klant|debiteur|afnemer|bill to|customer|k[äa]ufer|leistungsempf[äa]nger|kunde)/i;
  const isBelow = above.some((line) =>
    line.cells.some(
      (cell) => Math.abs(cell.box[0] - spot.box[0]) < 0.25 && cell.text.length < 40 && label.test(cell.text),
    ),
  );
  return isBelow ? 0.3 : 0;
}
