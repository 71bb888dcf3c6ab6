import type { FoundAmount } from '../text/amounts.ts';
import type { Relation, Spot } from '../labels/relations.ts';

/** A printed amount with what its labels say of it, each 0..1. */
export interface Amount {
  readonly spot: Spot<FoundAmount>;
  /** Without sign: credit notes print their amounts with a minus, without one, or mixed. */
  readonly cents: number;
  readonly total: number;
  readonly excl: number;
  readonly vat: number;
  /** A label of another amount, such as a discount or a payment, claims it. */
  readonly isOther: boolean;
  readonly relations: readonly Relation[];
}

/** Printed amounts that add up. */
export interface Sum {
  readonly total: Amount;
  /** More than one where only the rates are printed, and not their sum. */
  readonly excl: readonly Amount[];
  readonly vat: readonly Amount[];
  /** What comes on top without VAT: a deposit, a tax that is passed on. */
  readonly untaxed?: Amount;
  readonly score: number;
}

/** VAT rates of the countries that Dutch companies buy from most. */
const dutchRates = [0.21, 0.09];
const rates = [0.21, 0.09, 0.06, 0.19, 0.07, 0.2, 0.12, 0.055, 0.1, 0.25, 0.22, 0.23, 0.17, 0.08, 0.13];
/** All ways in which printed amounts make `excl + vat = total`, the likeliest first. */
export function sumsOf(amounts: readonly Amount[]): Sum[] {
  const usable = amounts.filter(({ cents, spot, isOther }) => cents > 0 && spot.value.isExact && !isOther);
  const byCents = new Map<number, Amount[]>();
  for (const amount of usable) byCents.set(amount.cents, [...(byCents.get(amount.cents) ?? []), amount]);
  const distinct = [...byCents.values()];
  const vatPairs = pairsOfVat(usable);
  const sums: Sum[] = [];
  for (const totals of distinct) {
    for (const excls of distinct) {
      const total = strongest(totals, 'total');
      const excl = strongest(excls, 'excl');
      const rest = total.cents - excl.cents;
      if (rest <= 0 || rest > excl.cents * 0.27) continue;
      const single = byCents.get(rest);
      const pair = single ? undefined : vatPairs.get(rest);
      // Of two rates neither is over all of the net: what a rate explains alone has no second one.
      const isPair = pair?.every(({ cents }) => !isAtRate(excl.cents, cents, dutchRates));
      const vat = single ? [strongest(single, 'vat')] : isPair ? pair : undefined;
      if (!vat) continue;
      const score = plausibility(total, excl, vat, usable);
      sums.push(grossAndUntaxed(total, excl, vat, usable, score) ?? { total, excl: [excl], vat, score });
    }
  }
  const rows = sumOfRates(
    amounts.filter(({ spot, isOther }) => spot.value.isExact && !isOther),
    byCents,
  );
  if (rows) sums.push(rows);
  const withUntaxed = sumsWithUntaxed(usable, amounts);
  sums.push(
    ...withUntaxed.filter(({ total }) => sums.every((sum) => sum.total.cents !== total.cents)),
    ...sumsOfParts(
      amounts
        .filter((amount) => usable.includes(amount) || isUntaxed(amount))
        .map((amount) => ({ ...amount, isOther: false })),
    ),
  );
  // Of sums that all add up, such as one for each rate, the largest is the document's.
  const largest = sums.reduce(
    (highest, { total, score }) => (score > 0.25 ? Math.max(highest, total.cents) : highest),
    0,
  );
  const weighed = sums.map((sum) =>
    sum.total.cents === largest ? { ...sum, score: sum.score + 0.28 } : sum,
  );
  return weighed.toSorted((a, b) => b.score - a.score || b.total.cents - a.total.cents);
}

/** A line for each rate, `21% 3.100,27 651,06`, and a total that is all of them together. */
function sumOfRates(amounts: readonly Amount[], byCents: ReadonlyMap<number, readonly Amount[]>): Sum | null {
  const rows = [...new Set(amounts.map(({ spot }) => spot.line))].flatMap((line) => {
    const row = amounts.filter(({ spot }) => spot.line === line);
    if (!/(?<![\d.,])\d{1,2}(?:[.,]\d{1,2})?\s?%/.test(line.text)) return [];
    const pair = row.flatMap((excl) =>
      row
        .filter(
          (vat) =>
            vat !== excl &&
            excl.cents > 0 &&
            (vat.cents > 0 ? isAtRate(excl.cents, vat.cents) : zero.test(line.text)),
        )
        .map((vat) => ({ excl, vat })),
    );
    return pair.slice(0, 1);
  });
  if (rows.length < 2) return null;
  const cents = rows.reduce((sum, { excl, vat }) => sum + excl.cents + vat.cents, 0);
  const totals = byCents.get(cents);
  if (!totals) return null;
  const total = strongest(totals, 'total');
  return {
    total,
    excl: rows.map(({ excl }) => excl),
    vat: rows.map(({ vat }) => vat),
    score: 0.45 + 0.3 * total.total,
  };
}

/** `1.150,00` with VAT in one column and `60,17` without in another: what is added up holds the VAT already. */
function grossAndUntaxed(
  total: Amount,
  gross: Amount,
  rest: readonly Amount[],
  amounts: readonly Amount[],
  score: number,
): Sum | undefined {
  const [untaxed, ...others] = rest;
  if (!untaxed || others.length > 0 || gross.excl > 0.3 || untaxed.vat > 0.3) return undefined;
  for (const vat of amounts.filter((one) => one.vat > 0.3)) {
    const excl = amounts.find(({ cents }) => cents + vat.cents === gross.cents && isAtRate(cents, vat.cents));
    if (excl) return { total, excl: [excl], vat: [vat], untaxed, score };
    // Several taxed parts, and their sum is not printed.
    const isTaxed = isAtRate(gross.cents - vat.cents, vat.cents, dutchRates);
    if (isTaxed) return { total, excl: [], vat: [vat], untaxed, score };
  }
  return undefined;
}

function isUntaxed({ cents, spot, relations }: Amount): boolean {
  const label = relations[0]?.label.text ?? '';
  return cents > 0 && spot.value.isExact && /vrij|onbelast|leges|statiegeld|emballage/iu.test(label);
}

/** `Netto 1.439,78`, `btw 302,35`, `btw-vrij 7,00`, `totaal 1.749,13`: a part on top of which no VAT comes. */
function sumsWithUntaxed(usable: readonly Amount[], amounts: readonly Amount[]): Sum[] {
  const nets = usable.filter(({ excl }) => excl > 0.3);
  const taxes = usable.filter(({ vat }) => vat > 0.3);
  return usable
    .filter(({ total }) => total > 0.3)
    .flatMap((total) =>
      nets.flatMap((excl) =>
        taxes
          .filter((vat) => isAtRate(excl.cents, vat.cents) && isAfter(total, excl))
          .flatMap((vat) => {
            const cents = total.cents - excl.cents - vat.cents;
            const untaxed = amounts.find(
              (one) =>
                one.cents === cents &&
                one.cents > 0 &&
                one.spot.value.isExact &&
                percentOf(one) === null &&
                ![total, excl, vat].includes(one) &&
                isAfter(one, excl) &&
                isAfter(total, one),
            );
            if (!untaxed) return [];
            return [
              { total, excl: [excl], vat: [vat], untaxed, score: plausibility(total, excl, [vat], usable) },
            ];
          }),
      ),
    );
}

const zero = /(?<![\d.,])0(?:[.,]00?)?\s?%/;

/** Whether this is the VAT on an amount at one of these rates, 0.21 for 21 %: suppliers round by line or by rate. */
export function isAtRate(excl: number, vat: number, among: readonly number[] = rates): boolean {
  return among.some((rate) => Math.abs(excl * rate - vat) <= Math.max(2, excl * 0.0002));
}

/** The rate with which the row of an amount begins. */
export function percentOf({ spot: { line } }: Amount): number | null {
  const found = /^[^\t\d]{0,12}(\d{1,2}(?:[.,]\d{1,2})?)\s?%/u.exec(line.text)?.[1];
  return found === undefined ? null : Number(found.replace(',', '.'));
}

function strongest(amounts: readonly Amount[], kind: 'total' | 'excl' | 'vat'): Amount {
  return amounts.reduce((best, amount) => (amount[kind] >= best[kind] ? amount : best));
}

/** Sums of two amounts with a VAT label each: one per rate. */
function pairsOfVat(amounts: readonly Amount[]): Map<number, readonly Amount[]> {
  const labelled = amounts.filter(({ vat }) => vat > 0.3).slice(0, 30);
  const pairs = new Map<number, readonly Amount[]>();
  labelled.forEach((a, index) => {
    for (const b of labelled.slice(index + 1)) {
      if (a.spot.line !== b.spot.line || a.cents !== b.cents) pairs.set(a.cents + b.cents, [a, b]);
    }
  });
  return pairs;
}

function plausibility(total: Amount, excl: Amount, vat: readonly Amount[], all: readonly Amount[]): number {
  const sum = vat.reduce((cents, amount) => cents + amount.cents, 0);
  // Goods at both Dutch rates lie between them.
  const isMixed = sum > excl.cents * 0.09 && sum < excl.cents * 0.21;
  const labels = 0.3 * total.total + 0.15 * excl.excl + 0.15 * Math.min(...vat.map((amount) => amount.vat));
  const inOrder = isAfter(total, excl) ? 0.05 : 0;
  const isRow = [excl, ...vat].every(({ spot }) => spot.line === total.spot.line);
  // `9%  netto 361,72  btw 32,56  bruto 394,28` beside a row of another rate is a part.
  const percent = isRow ? percentOf(total) : null;
  const isRateRow =
    percent !== null &&
    isAtRate(excl.cents, sum, [percent / 100]) &&
    all.some((other) => other.spot.line !== total.spot.line && percentOf(other) !== null);
  const isDutch = isAtRate(excl.cents, sum, dutchRates);
  // `Grondslag 9%  6.409,16  Grondslag 21%  1.065,79  223,82`: what is taxed itself is no tax.
  const isTaxed = vat.some(
    (one) =>
      one.vat < 0.3 &&
      all.some(({ spot, cents }) => spot.line === one.spot.line && isAtRate(one.cents, cents)),
  );
  return (
    0.1 +
    labels +
    (isDutch ? 0.2 : isAtRate(excl.cents, sum) ? 0.16 : isMixed ? 0.14 : 0) +
    inOrder +
    (isRateRow ? -0.35 : isRow ? 0.08 : 0) -
    (isTaxed ? 0.3 : 0)
  );
}

/** What is called the total and is the sum of more than two: of the amounts right above it, or of some on its row. */
function sumsOfParts(amounts: readonly Amount[]): Sum[] {
  return amounts
    .filter((amount) => amount.total > 0.3)
    .flatMap((total) =>
      isSumOfColumn(total, amounts) || isSumOfRow(total, amounts)
        ? [{ total, excl: [], vat: [], score: 0.35 + 0.3 * total.total }]
        : [],
    );
}

const maxParts = 40;

function isSumOfColumn({ spot, cents }: Amount, amounts: readonly Amount[]): boolean {
  const column = amounts
    .filter(
      (one) =>
        one.spot.line.page === spot.line.page &&
        one.spot.line.index < spot.line.index &&
        Math.abs(one.spot.box[2] - spot.box[2]) < 0.012,
    )
    .slice(-maxParts)
    .toReversed();
  let sum = 0;
  // What lies beyond another total belongs to that one; it may be a part itself, with taxes and costs below it.
  const end = column.findIndex((part) => part.total > 0.3);
  const isPart = (column[end]?.cents ?? 0) < cents && column.slice(0, end).every(({ isOther }) => !isOther);
  return column.slice(0, end < 0 ? undefined : isPart ? end + 1 : end).some((part, at) => {
    sum += part.spot.value.cents;
    return at >= 1 && Math.abs(sum) === cents;
  });
}

function isSumOfRow({ spot, cents }: Amount, amounts: readonly Amount[]): boolean {
  const row = amounts.filter((one) => one.spot.line === spot.line && one.spot.end <= spot.start).slice(-8);
  if (row.length < 3) return false;
  const chosen = Array.from({ length: 2 ** row.length }, (_, set) => row.filter((_, at) => (set >> at) & 1));
  return chosen.some(
    (parts) => parts.length >= 3 && parts.reduce((sum, part) => sum + part.spot.value.cents, 0) === cents,
  );
}

function isAfter(a: Amount, b: Amount): boolean {
  if (a.spot.line.page !== b.spot.line.page) return a.spot.line.page > b.spot.line.page;
  return (
    a.spot.line.index > b.spot.line.index || (a.spot.line === b.spot.line && a.spot.start > b.spot.start)
  );
}
