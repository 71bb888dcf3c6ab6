import type { FoundAmount } from './amounts.ts';
import { type DocumentText, bestFive, candidateAt } from './page-text.ts';
import type { Candidate } from './recognised.ts';
import { type Relation, type Spot, relationsOf, scoreFor } from './relations.ts';

/** What the document adds up to. */
export interface FoundSums {
  readonly total: readonly Candidate<number>[];
  readonly excl: readonly Candidate<number>[];
  readonly vat: readonly Candidate<number>[];
  /** The total is printed below zero: money comes back. */
  readonly isNegative: boolean;
}

interface Amount {
  readonly spot: Spot<FoundAmount>;
  /** Without sign: credit notes print their amounts with a minus, without one, or mixed. */
  readonly cents: number;
  readonly total: number;
  readonly excl: number;
  readonly vat: number;
  readonly relations: readonly Relation[];
}

interface Sum {
  readonly total: Amount;
  readonly excl: Amount;
  readonly vat: readonly Amount[];
  readonly score: number;
}

/** VAT rates of the countries that Dutch companies buy from most. */
const rates = [0.21, 0.09, 0.06, 0.19, 0.07, 0.2, 0.12, 0.055, 0.1, 0.25, 0.22, 0.23, 0.17, 0.08, 0.13];
/** Amounts beyond these cannot all be compared with each other; sums stand at the end. */
const mostAmounts = 150;

/** Finds total, excl and vat together: the amounts of which two make the third, and those whose labels say so. */
export function findSums(text: DocumentText): FoundSums {
  const amounts = text.amounts.slice(-mostAmounts).map((spot) => rated(spot, text)).filter((amount) => !isNumber(amount));
  const sums = findTriples(amounts);
  const largest = amounts.reduce((most, { cents, spot }) => (spot.value.isExact ? Math.max(most, cents) : most), 0);
  const best = sums[0];
  const total = amounts.flatMap((amount) => {
    const support = sums.find((sum) => sum.total.cents === amount.cents);
    const isPart = best !== undefined && best.total.cents > amount.cents && isPartOf(amount, best);
    const base = amount.total * (isPart ? 0.4 : 1);
    const guess = amount.cents === largest && amount.cents > 0 && amount.spot.value.isExact ? 0.3 : 0;
    const trust = support ? trustIn(support, best) : 0;
    const score = 1 - (1 - Math.max(base, guess) * 0.9) * (1 - trust);
    if (score < 0.12) return [];
    const reasons = reasonsFor(amount, 'total');
    if (support) reasons.push('sum');
    if (reasons.length === 0) reasons.push('largest-amount');
    return [candidateAt(amount.spot, amount.cents, score, reasons)];
  });
  const totals = bestFive<number, Candidate<number>>(total);
  return {
    total: totals,
    isNegative: isBelowZero(totals[0], amounts),
    excl: bestFive(parts(amounts, 'excl', best ? [best.excl] : [], best)),
    vat: withTotalVat(bestFive(parts(amounts, 'vat', best?.vat ?? [], best)), best),
  };
}

/** The largest amounts of such a document are below zero too: one deduction is not enough. */
function isBelowZero(total: Candidate<number> | undefined, amounts: readonly Amount[]): boolean {
  if (!total) return false;
  const same = amounts.filter(({ cents }) => cents === total.value);
  const large = amounts.filter(({ cents, spot }) => cents >= total.value * 0.6 && spot.value.isExact);
  return same.some(({ spot }) => spot.value.cents < 0) && large.filter(({ spot }) => spot.value.cents < 0).length * 2 > large.length;
}

function rated(spot: Spot<FoundAmount>, text: DocumentText): Amount {
  const relations = relationsOf(spot, text.labels);
  const trust = spot.value.isExact ? 1 : 0.6;
  return {
    spot,
    cents: Math.abs(spot.value.cents),
    total: scoreFor(relations, 'total') * trust,
    excl: scoreFor(relations, 'excl') * trust,
    vat: scoreFor(relations, 'vat') * trust,
    relations,
  };
}

/** `26.363.88` behind `Factuurnummer` only looks like an amount. */
function isNumber({ relations, spot }: Amount): boolean {
  const [first] = relations;
  return !spot.value.hasCurrency && first !== undefined && first.score > 0.5 && ['number', 'otherNumber'].includes(first.label.kind);
}

function reasonsFor(amount: Amount, kind: 'total' | 'excl' | 'vat'): string[] {
  const relation = amount.relations.find(({ label }) => label.kind === kind);
  return relation && amount[kind] > 0.15 ? [`label:${relation.label.text}`] : [];
}

function isPartOf(amount: Amount, sum: Sum): boolean {
  return amount.cents === sum.excl.cents || sum.vat.some((vat) => vat.cents === amount.cents);
}

function trustIn(sum: Sum, best: Sum | undefined): number {
  return Math.min(0.9, sum.score) * (sum === best || sum.total.cents === best?.total.cents ? 1 : 0.6);
}

/** All ways in which printed amounts make `excl + vat = total`, the likeliest first. */
function findTriples(amounts: readonly Amount[]): Sum[] {
  const usable = amounts.filter(({ cents, spot }) => cents > 0 && spot.value.isExact);
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
      const vat = single ? [strongest(single, 'vat')] : pair;
      if (vat) sums.push({ total, excl, vat, score: plausibility(total, excl, vat) });
    }
  }
  // Of sums that all add up, such as one for each rate, the largest is the document's.
  const largest = sums.reduce((most, { total, score }) => (score > 0.25 ? Math.max(most, total.cents) : most), 0);
  const weighed = sums.map((sum) => (sum.total.cents === largest ? { ...sum, score: sum.score + 0.28 } : sum));
  return weighed.toSorted((a, b) => b.score - a.score || b.total.cents - a.total.cents);
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

function plausibility(total: Amount, excl: Amount, vat: readonly Amount[]): number {
  const sum = vat.reduce((cents, amount) => cents + amount.cents, 0);
  const isAtRate = rates.some((rate) => Math.abs(excl.cents * rate - sum) <= Math.max(2, excl.cents * 0.0002));
  // Goods at both Dutch rates lie between them.
  const isMixed = sum > excl.cents * 0.09 && sum < excl.cents * 0.21;
  const labels = 0.3 * total.total + 0.15 * excl.excl + 0.15 * Math.min(...vat.map((amount) => amount.vat));
  const inOrder = isAfter(total, excl) ? 0.05 : 0;
  return 0.1 + labels + (isAtRate ? 0.2 : isMixed ? 0.12 : 0) + inOrder;
}

function isAfter(a: Amount, b: Amount): boolean {
  if (a.spot.line.page !== b.spot.line.page) return a.spot.line.page > b.spot.line.page;
  return a.spot.line.index > b.spot.line.index || (a.spot.line === b.spot.line && a.spot.start > b.spot.start);
}

function parts(amounts: readonly Amount[], kind: 'excl' | 'vat', chosen: readonly Amount[], best: Sum | undefined): Candidate<number>[] {
  const isWhole = chosen.length === 1;
  return amounts.flatMap((amount) => {
    const isChosen = isWhole && chosen[0]?.cents === amount.cents;
    const score = isChosen ? 1 - (1 - amount[kind] * 0.9) * (1 - Math.min(0.9, best?.score ?? 0)) : amount[kind] * 0.8;
    if (score < 0.2) return [];
    const reasons = [...reasonsFor(amount, kind), ...(isChosen ? ['sum'] : [])];
    return [candidateAt(amount.spot, amount.cents, score, reasons)];
  });
}

/** Where two rates make up the VAT, their sum stands nowhere on the page. */
function withTotalVat(found: readonly Candidate<number>[], best: Sum | undefined): Candidate<number>[] {
  if (!best || best.vat.length < 2) return [...found];
  const value = best.vat.reduce((cents, amount) => cents + amount.cents, 0);
  const raw = best.vat.map(({ spot }) => spot.raw).join(' + ');
  const confidence = Math.round(Math.min(0.9, 0.3 + best.score) * 100) / 100;
  const sum: Candidate<number> = {
    value, raw, page: null, box: null, confidence, method: 'heuristic', reasons: ['sum', 'two-rates'],
  };
  return [sum, ...found].slice(0, 5);
}
