import type { BookingChart } from '#contract/invoicing/booking.ts';
import { shareOf } from '#contract/invoicing/booking-rules.ts';

/** One line of a booking of before. */
export interface EvidenceLine {
  readonly account: string;
  readonly costcenter: string;
  readonly vatCode: string;
  readonly cents: number;
  readonly description: string;
}

/** A booking of before, of one creditor in one administration. */
export interface Evidence {
  readonly bookedOn: string;
  /** Null for one that came from an audit file. */
  readonly invoice: { readonly id: string; readonly documentId: string } | null;
  readonly lines: readonly EvidenceLine[];
}

/** Where a line is booked. */
export interface Place {
  readonly account: string;
  readonly costcenter: string;
  readonly vatCode: string;
}

/** What bookings of before say, and how sure that is. */
export interface Suggested<T> {
  readonly what: T;
  /** Weighted to the recent, 0 to 1. */
  readonly share: number;
  /** How many of the last bookings were like this. */
  readonly count: number;
  readonly of: number;
  readonly invoices: readonly NonNullable<Evidence['invoice']>[];
}

/** Below this share nothing is suggested (§C15). */
export const minShare = 0.7;
/** The number of bookings that are looked at. */
export const maxEvidence = 9;
// Each booking counts for less than the one after it.
const fading = 0.85;

interface Vote<T> {
  readonly key: string;
  readonly what: T;
  readonly evidence: Evidence;
}

/** The choice with the largest share of the votes, the newest first; undefined below the minimum. */
function elect<T>(votes: readonly Vote<T>[]): Suggested<T> | undefined {
  const last = votes.slice(0, maxEvidence);
  const weights = new Map<string, number>();
  let total = 0;
  last.forEach(({ key }, index) => {
    const weight = fading ** index;
    weights.set(key, (weights.get(key) ?? 0) + weight);
    total += weight;
  });
  const [key, weight] = [...weights].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  const share = weight === undefined ? 0 : weight / total;
  const same = last.filter((vote) => vote.key === key);
  const [newest] = same;
  if (newest === undefined || share < minShare) return undefined;
  return {
    what: newest.what,
    share,
    count: same.length,
    of: last.length,
    invoices: same.flatMap(({ evidence }) => evidence.invoice ?? []),
  };
}

const placeOf = ({ account, costcenter, vatCode }: EvidenceLine): Place => ({ account, costcenter, vatCode });
const keyOf = (place: Place) => JSON.stringify([place.account, place.costcenter, place.vatCode]);

/** The words of a description without its numbers: 'Schoonmaak november 2026' is like 'Schoonmaak oktober 2026'. */
export function wordsOf(description: string): string {
  const months =
    /\b(?:januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|jan|feb|mrt|apr|jun|jul|aug|sep|okt|nov|dec)\b/giu;
  return (
    description
      .toLowerCase()
      .replace(months, ' ')
      .match(/\p{L}{3,}/gu) ?? []
  ).join(' ');
}

/** Whether a place can be chosen now: never an account outside the chart, never a closed one. */
export function isOpenPlace({ account, costcenter, vatCode }: Place, chart: BookingChart): boolean {
  const isIn = (choices: BookingChart['accounts'], number: string) =>
    number === '' || choices.some((choice) => choice.number === number);
  return (
    account !== '' &&
    (!chart.hasChart || isIn(chart.accounts, account)) &&
    (chart.costcenters.length === 0 || isIn(chart.costcenters, costcenter)) &&
    (vatCode === '' || chart.vatCodes.some(({ code }) => code === vatCode))
  );
}

/**
 * Where a line of a creditor is booked: as lines with the same words were, else as the creditor's lines were.
 *
 * @param evidence the newest first
 */
export function suggestPlace(
  evidence: readonly Evidence[],
  description: string,
  chart: BookingChart,
): Suggested<Place> | undefined {
  const votes = evidence.flatMap((booking) =>
    booking.lines.map((line) => ({
      key: keyOf(line),
      what: placeOf(line),
      evidence: booking,
      words: wordsOf(line.description),
    })),
  );
  const words = wordsOf(description);
  const alike = words === '' ? [] : votes.filter((vote) => vote.words === words);
  const found = alike.length > 0 ? elect(alike) : elect(votes);
  return found && isOpenPlace(found.what, chart) ? found : undefined;
}

/** A place with its share of the whole, in hundredths of a percent. */
export type Part = Place & { readonly share: number };

/** How the whole of an invoice was split before: the places with their shares, to five percent. */
export function suggestSplit(
  evidence: readonly Evidence[],
  chart: BookingChart,
): Suggested<readonly Part[]> | undefined {
  const votes = evidence.flatMap((booking): Vote<readonly Part[]>[] => {
    const total = booking.lines.reduce((sum, { cents }) => sum + cents, 0);
    if (total === 0) return [];
    const byPlace = Map.groupBy(booking.lines, (line) => keyOf(line));
    const parts = [...byPlace.values()].flatMap((lines): Part[] => {
      const [line] = lines;
      const cents = lines.reduce((sum, one) => sum + one.cents, 0);
      return line ? [{ ...placeOf(line), share: shareOf(10_000, cents, total) }] : [];
    });
    const rounded = parts.map((part) => `${keyOf(part)} ${Math.round(part.share / 500)}`).toSorted();
    return [{ key: rounded.join('|'), what: parts, evidence: booking }];
  });
  const found = elect(votes);
  return found?.what.every((part) => isOpenPlace(part, chart)) ? found : undefined;
}
