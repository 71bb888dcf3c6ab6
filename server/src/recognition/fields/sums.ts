import type { FoundAmount } from '../text/amounts.ts';
import { type Amount, type Sum, percentOf, sumsOf } from './arithmetic.ts';
import { type DocumentText, bestFive, candidateAt, computed } from '../text/page-text.ts';
import type { Candidate } from '../recognised.ts';
import { type Spot, relationsOf, scoreFor } from '../labels/relations.ts';
import { cellAt, isScanned } from '../text/words.ts';

/** What the document adds up to. */
export interface FoundSums {
  readonly total: readonly Candidate<number>[];
  readonly excl: readonly Candidate<number>[];
  readonly vat: readonly Candidate<number>[];
  /** The total is printed below zero: money comes back. */
  readonly isNegative: boolean;
}

/** Amounts beyond these cannot all be compared with each other; sums stand at the end. */
const maxAmounts = 150;

/** Finds total, excl and vat together: the amounts of which two make the third, and those whose labels say so. */
export function findSums(text: DocumentText): FoundSums {
  const rated = withSeparators(text.amounts.slice(-maxAmounts))
    .map((spot) => ratedBy(spot, text))
    .filter((amount) => !isNumber(amount));
  const amounts = rated
    .map((amount) => asBase(amount, rated))
    .map((amount) => asOpen(amount, rated))
    .map((amount) => (isOfColumn(amount, rated) ? { ...amount, total: amount.total * 0.3 } : amount))
    .map((amount) => withTaxWithin(amount, rated));
  const sums = sumsOf(amounts);
  const largest = amounts.reduce(
    (highest, { cents, spot, isOther }) =>
      spot.value.isExact && !isOther && !isProse(spot) ? Math.max(highest, cents) : highest,
    0,
  );
  const best = sums[0];
  const parted = sums.find(
    ({ excl }) => excl.length > 0 && (!best || excl.length === best.excl.length || best.excl.length === 0),
  );
  const hasMore = amounts.some(({ cents, total }) => cents > 0 && total > 0.3);
  const total = amounts.flatMap((amount) => {
    const support = sums.find((sum) => sum.total.cents === amount.cents);
    const isPart = best !== undefined && best.total.cents > amount.cents && isPartOf(amount, best);
    // `Nog te betalen 0,00` below what was invoiced and paid; `Nieuw saldo` above it.
    const isRest =
      (amount.cents === 0 && hasMore) || isWhatRemains(amount, amounts) || isBilledInPart(amount, amounts);
    const base = amount.total * (isPart || isRest ? 0.4 : 1);
    const guess =
      amount.cents === largest && !amount.isOther && amount.cents > 0 && amount.spot.value.isExact ? 0.3 : 0;
    const trust = support ? trustIn(support, best) * (isRest ? 0.3 : 1) : 0;
    const score = 1 - (1 - Math.max(base, guess) * 0.9) * (1 - trust);
    if (score < 0.12) return [];
    const reasons = reasonsFor(amount, 'total');
    if (support) reasons.push(support.untaxed ? 'sum-untaxed' : 'sum');
    if (reasons.length === 0) reasons.push('largest-amount');
    return [candidateAt(amount.spot, amount.cents, score, reasons)];
  });
  const totals = bestFive<number, Candidate<number>>(total);
  return {
    total: totals,
    isNegative: isBelowZero(totals[0], amounts),
    excl: together(bestFive(parts(amounts, 'excl', parted)), parted?.excl, parted),
    vat: together(bestFive(parts(amounts, 'vat', parted)), parted?.vat, parted),
  };
}

/** `21% over € 1.136,48  238,66`: what a rate is over is no VAT, where the VAT itself is printed too. */
function asBase(amount: Amount, amounts: readonly Amount[]): Amount {
  if (amounts.some((other) => isTaxOn(amount, other)))
    return { ...amount, vat: amount.vat * 0.1, total: amount.total * 0.3, excl: Math.max(amount.excl, 0.5) };
  const isTax = amounts.some((other) => other.spot.line === amount.spot.line && isTaxOn(other, amount));
  return isTax && !amount.isOther ? { ...amount, vat: Math.max(amount.vat, 0.6) } : amount;
}

function isTaxOn(base: Amount, tax: Amount): boolean {
  const { line, start } = base.spot;
  const rate = baseBefore.exec(line.text.slice(0, start))?.[1];
  if (rate === undefined || base.cents === 0 || tax === base) return false;
  return Math.abs(tax.cents - (base.cents * Number(rate.replace(',', '.'))) / 100) <= 2;
}

const baseBefore =
  /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,2})?)\s?%[^\t\d]{0,16}(?<!\p{L})(?:over|van|op|of|on|von|auf)(?: een bedrag van)?\s*(?:€|eur)?\s*$/iu;

/**
 * The copy of an invoice in a reminder calls its total `Openstaand bedrag`, and some invoices call theirs `Saldo`: it is
 * one where net and VAT, of one rate or two, make it.
 */
function asOpen(amount: Amount, amounts: readonly Amount[]): Amount {
  const label = amount.relations[0]?.label.text ?? '';
  if (
    !amount.isOther ||
    amount.cents === 0 ||
    !/^(?:nog )?open|^outstanding|^offene|^balance|^saldo$/iu.test(label)
  )
    return amount;
  if (amounts.some(({ total, isOther, cents }) => total > 0.3 && !isOther && cents > 0)) return amount;
  const taxes = amounts.filter(({ vat }) => vat > 0.3);
  const isTax = (cents: number): boolean =>
    taxes.some((one, at) =>
      [0, ...taxes.slice(at + 1).map((other) => other.cents)].includes(cents - one.cents),
    );
  const isSum = amounts.some(({ excl, cents: net }) => excl > 0.3 && isTax(amount.cents - net));
  return isSum ? { ...amount, isOther: false, total: 0.7 } : amount;
}

/** `EUR 15741` in a scan that lost a comma, where `144,41` and `13,00` are printed too. */
function withSeparators(spots: readonly Spot<FoundAmount>[]): Spot<FoundAmount>[] {
  const exact = spots
    .filter(({ value, line }) => value.isExact && value.cents > 0 && isScanned(line))
    .slice(-40);
  return spots.map((spot) => {
    const cents = spot.value.cents / 100;
    if (spot.value.isExact || cents < 1000 || !isScanned(spot.line)) return spot;
    const isSum = exact.some(({ value: a }) =>
      exact.some(({ value: b }) => a !== b && a.cents + b.cents === cents),
    );
    return isSum ? { ...spot, value: { ...spot.value, cents, isExact: true } } : spot;
  });
}

/** What is left to pay of another total after a payment, or together with an older balance. */
function isWhatRemains(amount: Amount, amounts: readonly Amount[]): boolean {
  if (amount.total < 0.3) return false;
  return amounts.some(({ isOther, cents: moved, relations }) => {
    if (!isOther || moved === 0) return false;
    const label = relations[0]?.label.text ?? '';
    // Advances have invoices of their own: what is left is this one's.
    if (billed.test(label)) return false;
    const before = paid.test(label) ? amount.cents + moved : older.test(label) ? amount.cents - moved : -1;
    return amounts.some(({ cents, total }) => cents === before && cents > 0 && total > 0.3);
  });
}

const billed = /voorschotten|gefactureerd|in rekening gebracht|termijnbedragen|abschl[äa]ge|acomptes/iu;

/** What was worked for in all, of which a part was billed before. */
function isBilledInPart(amount: Amount, amounts: readonly Amount[]): boolean {
  if (amount.total < 0.3) return false;
  return amounts.some(
    ({ isOther, cents: moved, relations }) =>
      isOther &&
      moved > 0 &&
      billed.test(relations[0]?.label.text ?? '') &&
      amounts.some(
        ({ cents, total }) => cents > 0 && cents === Math.abs(amount.cents - moved) && total > 0.3,
      ),
  );
}

const older =
  /^(?:van vorig|vorig|openstaand|outstanding|oud|previous|balance|vorherig|solde|saldo|ausstehend|offene|r[üu]ckstand)/iu;
const paid =
  /betaald|betaling|voldaan|voorschot|ontvangen|contant|paid|deposit|received|anzahlung|acompte|pay[ée]|r[ée]gl[ée]/iu;

/** An amount that a sentence mentions, such as a cost of late payment, is no sum. */
function isProse({ line, start }: Spot<FoundAmount>): boolean {
  return (cellAt(line, start, start + 1)?.words.length ?? 0) > 8;
}

/** The largest amounts of such a document are below zero too: one deduction is not enough. */
function isBelowZero(total: Candidate<number> | undefined, amounts: readonly Amount[]): boolean {
  if (!total) return false;
  const same = amounts.filter(({ cents }) => cents === total.value);
  const large = amounts.filter(({ cents, spot }) => cents >= total.value * 0.6 && spot.value.isExact);
  return (
    same.some(({ spot }) => spot.value.cents < 0) &&
    large.filter(({ spot }) => spot.value.cents < 0).length * 2 > large.length
  );
}

function ratedBy(spot: Spot<FoundAmount>, text: DocumentText): Amount {
  const relations = relationsOf(spot, text.labels);
  const trust = spot.value.isExact ? 1 : 0.6;
  const other =
    relations.find(({ label }) => label.kind === 'otherAmount' && label.line === spot.line)?.score ?? 0;
  return {
    spot,
    cents: Math.abs(spot.value.cents),
    total: scoreFor(relations, 'total') * trust,
    excl: scoreFor(relations, 'excl') * trust,
    vat: scoreFor(relations, 'vat') * trust,
    isOther:
      other > 0.6 && relations.every(({ label, score }) => label.kind === 'otherAmount' || score < other),
    relations,
  };
}

/** `Gross` over one amount for each rate heads a column: none of them is the total, unless its row is called so. */
function isOfColumn(amount: Amount, amounts: readonly Amount[]): boolean {
  const { spot, relations } = amount;
  const label = relations.find(({ label: { kind } }) => kind === 'total')?.label;
  if (!label || label.line === spot.line || percentOf(amount) === null) return false;
  return amounts.some(
    (other) =>
      other.spot.line !== spot.line &&
      percentOf(other) !== null &&
      other.relations.some((relation) => relation.label === label),
  );
}

/** `Inclusief 9% btw 20,64` below 250,00 says how much of it is VAT: then the larger one is the total. */
function withTaxWithin(amount: Amount, amounts: readonly Amount[]): Amount {
  const isTax = isTaxWithin(amount, amounts);
  if (isTax) return { ...amount, total: amount.total * 0.2, vat: Math.max(amount.vat, 0.6) };
  const holdsTax = amounts.some((other) => isTaxWithin(other, [amount]));
  return holdsTax && !amount.isOther ? { ...amount, total: Math.max(amount.total, 0.6) } : amount;
}

function isTaxWithin({ relations, cents, spot }: Amount, amounts: readonly Amount[]): boolean {
  const label = relations.find(({ label: { line } }) => line === spot.line)?.label.text ?? '';
  const percent = Number(taxWithin.exec(label)?.[1]?.replace(',', '.'));
  if (!(percent > 0) || cents === 0 || !spot.value.isExact) return false;
  return amounts.some(
    ({ cents: gross, spot: { value } }) =>
      value.isExact && gross > cents && Math.abs((gross * percent) / (100 + percent) - cents) <= 1,
  );
}

const taxWithin =
  /(?:incl|inclusief|inkl|inklusive|including|inc|dont|waarvan|darin enthalten)\.? *\(?(\d{1,2}(?:[.,]\d)?) ?% *\)? *(?:btw|vat|ust|mwst|tva|tax)/iu;

/** `26.363.88` behind `Factuurnummer` only looks like an amount. */
function isNumber({ relations, spot }: Amount): boolean {
  const [first] = relations;
  return (
    !spot.value.hasCurrency &&
    first !== undefined &&
    first.score > 0.5 &&
    ['number', 'otherNumber'].includes(first.label.kind)
  );
}

function reasonsFor(amount: Amount, kind: 'total' | 'excl' | 'vat'): string[] {
  const relation = amount.relations.find(({ label }) => label.kind === kind);
  return relation && amount[kind] > 0.15 ? [`label:${relation.label.text}`] : [];
}

function isPartOf(amount: Amount, sum: Sum): boolean {
  return (
    sum.excl.some((excl) => excl.cents === amount.cents) || sum.vat.some((vat) => vat.cents === amount.cents)
  );
}

function trustIn(sum: Sum, best: Sum | undefined): number {
  return Math.min(0.9, sum.score) * (sum === best || sum.total.cents === best?.total.cents ? 1 : 0.6);
}

function parts(amounts: readonly Amount[], kind: 'excl' | 'vat', best: Sum | undefined): Candidate<number>[] {
  const chosen = best?.[kind] ?? [];
  return amounts.flatMap((amount) => {
    const isChosen = chosen.length === 1 && chosen[0]?.cents === amount.cents;
    const score = isChosen
      ? 1 - (1 - amount[kind] * 0.9) * (1 - Math.min(0.9, best?.score ?? 0))
      : amount[kind] * 0.8;
    if (score < 0.2) return [];
    const reasons = [...reasonsFor(amount, kind), ...(isChosen ? ['sum'] : [])];
    return [candidateAt(amount.spot, amount.cents, score, reasons)];
  });
}

/** Where two rates make up an amount, their sum may stand nowhere on the page. */
function together(
  found: readonly Candidate<number>[],
  parted: readonly Amount[] | undefined,
  best: Sum | undefined,
): Candidate<number>[] {
  if (!best || !parted || parted.length < 2) return [...found];
  const value = parted.reduce((cents, amount) => cents + amount.cents, 0);
  const raw = parted.map(({ spot }) => spot.raw).join(' + ');
  const sum = computed(value, raw, Math.min(0.9, 0.3 + best.score), ['sum', 'two-rates']);
  return [sum, ...found.filter((candidate) => candidate.value !== value)].slice(0, 5);
}
