import type { z } from 'zod';
import { formatMoney, formatNumber, formatPrice, vatOf } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';
import type { OfferState } from '#contract/workorders/offers.ts';
import type { LinePrice } from '#contract/workorders/line-amount.ts';
import { reducedPercentage, type VatKind, type VatRate, type vatSum } from '#contract/workorders/vat.ts';
import { fill } from '#contract/texts.ts';
import { editionText } from '#contract/workorders/edition.ts';
import { offerTexts } from './offer-texts.ts';

type VatSum = z.output<typeof vatSum>;

/** What the state of a version is derived from; the state itself is not stored (decision 0023). */
export interface OfferFacts {
  readonly answer: string | null;
  readonly withdrawnAt: string | null;
  readonly replacedAt: string | null;
  readonly sentAt: string | null;
  /** The last day on which it can be accepted. */
  readonly validUntil: string;
}

/** The state of a version; an answer is final, and so is a withdrawal. `today` in Amsterdam. */
export function stateOf({ answer, ...facts }: OfferFacts, today: string): OfferState {
  if (answer === 'accepted' || answer === 'declined') return answer;
  if (facts.withdrawnAt !== null) return 'withdrawn';
  if (facts.replacedAt !== null) return 'replaced';
  if (facts.validUntil < today) return 'expired';
  return facts.sentAt === null ? 'concept' : 'sent';
}

/** Whether the customer can still answer: it may be mailed, and withdrawn. */
export function isOpen(state: OfferState): boolean {
  return state === 'concept' || state === 'sent';
}

/** A line as totals see it. */
export interface PricedLine {
  readonly salesAmount: number;
  readonly vat: VatKind;
  /** Hundredths of a percent; null: the rate of the offer. */
  readonly vatRate: number | null;
  readonly isOptional: boolean;
  readonly choice: number | null;
  readonly isAccepted: boolean | null;
}

/** What counts for all lines of an offer, in hundredths of a percent. */
export interface OfferRates {
  /** The rate of lines without one. */
  readonly vatRate: number;
  /** Off all lines. */
  readonly discountRate: number;
}

/**
 * The sums of an offer in cents (§E6): editions do not multiply, discount and VAT are computed once over the total of each rate,
 * half a cent rounds away from zero. Before acceptance optional lines are separate, and of alternatives the first one counts;
 * after it the lines that the customer chose count.
 */
export function totalsOf(lines: readonly PricedLine[], { vatRate, discountRate }: OfferRates) {
  const sum = (of: readonly PricedLine[]) => of.reduce((total, { salesAmount }) => total + salesAmount, 0);
  const wanted = lines.filter((line, index) => line.isAccepted ?? countsUnanswered(lines, index));
  const kinds = new Map<string, VatSum & { readonly rate: number }>();
  for (const { vat, ...line } of wanted.length > 0 ? wanted : [nothing]) {
    const rate = line.vatRate ?? vatRate;
    const isReversed = vat === 'reversed';
    const key = `${rate} ${isReversed}`;
    const baseAmount = (kinds.get(key)?.baseAmount ?? 0) + line.salesAmount;
    kinds.set(key, { rate, percentage: rate / 100, isReversed, baseAmount, vatAmount: 0 });
  }
  const sums = [...kinds.values()]
    .toSorted((a, b) => b.rate - a.rate || Number(a.isReversed) - Number(b.isReversed))
    .map((kind) => {
      const baseAmount = kind.baseAmount - vatOf(kind.baseAmount, discountRate);
      return { ...kind, baseAmount, vatAmount: vatOf(baseAmount, kind.rate) };
    });
  const totalAmount = sums.reduce((total, { baseAmount }) => total + baseAmount, 0);
  const vatAmount = sums.reduce((total, kind) => total + kind.vatAmount, 0);
  return {
    totalAmount,
    discountPercentage: discountRate / 100,
    discountAmount: sum(wanted) - totalAmount,
    vatAmount,
    totalInclVatAmount: totalAmount + vatAmount,
    vat: sums.map(({ rate: _rate, ...kind }) => kind),
    optionalAmount: sum(lines.filter(({ isOptional }) => isOptional)),
    vatPercentage: vatRate / 100,
  };
}

/** Whether a line counts while the customer has not answered: not an optional one, and of alternatives the first. */
function countsUnanswered(lines: readonly PricedLine[], index: number): boolean {
  const line = lines[index];
  if (!line || line.isOptional) return false;
  return line.choice === null || lines.findIndex(({ choice }) => choice === line.choice) === index;
}

/** The alternatives of an offer, in their order: of each group the customer takes one (decision 0097). */
export function choicesOf<L extends Pick<PricedLine, 'choice'>>(lines: readonly L[]): [number, L[]][] {
  const groups = new Map<number, L[]>();
  for (const line of lines)
    if (line.choice !== null) groups.set(line.choice, [...(groups.get(line.choice) ?? []), line]);
  return [...groups];
}

/** A line in running text: alternatives often differ in their specification only. */
export function nameOfLine(line: {
  readonly description: string;
  readonly specification: string;
  readonly choice: number | null;
}): string {
  const { description, specification, choice } = line;
  return choice === null || specification === '' ? description : `${description} (${specification})`;
}

const nothing: PricedLine = {
  salesAmount: 0,
  vat: 'standard',
  vatRate: null,
  isOptional: false,
  choice: null,
  isAccepted: null,
};

/** What decides which rate a line has. */
interface RateSettings {
  /** Hundredths of a percent, where no rate says otherwise. */
  readonly vatRate: number;
  readonly vatRates: readonly VatRate[];
}

/** The rate of a kind of VAT on a day, in hundredths of a percent: the latest of the administration, else of all (decision 0084). */
export function rateOn(
  { vatRate, vatRates }: RateSettings,
  vat: VatKind,
  { administrationId, day }: { readonly administrationId: string; readonly day: string },
): number {
  if (vat === 'zero' || vat === 'reversed') return 0;
  const known = vatRates
    .filter((rate) => rate.vat === vat && rate.from <= day)
    .toSorted((a, b) => b.from.localeCompare(a.from));
  const found =
    known.find((rate) => rate.administrationId === administrationId) ??
    known.find((rate) => rate.administrationId === null);
  if (found) return Math.round(found.percentage * 100);
  return vat === 'standard' ? vatRate : reducedPercentage * 100;
}

/** The discount of an offer as people read it. */
export function discountLabel(
  { discountRate }: Pick<OfferRates, 'discountRate'>,
  language: Language,
): string {
  return fill(offerTexts(language).discount, { percentage: formatNumber(discountRate / 100, language) });
}

/** The VAT of one rate as people read it; over what, where there are several. */
export function vatLabel(
  { percentage, isReversed, baseAmount }: VatSum,
  isSingle: boolean,
  language: Language,
): string {
  const texts = offerTexts(language);
  const name = isReversed
    ? texts.vatReversed
    : fill(texts.vat, { percentage: formatNumber(percentage, language) });
  if (isSingle) return name;
  return fill(texts.vatOver, { name, amount: formatMoney(baseAmount, 'EUR', language) });
}

/** The VAT of a line, where lines differ; empty where all are alike. */
export function vatNoteOf(
  lines: readonly Pick<PricedLine, 'vat' | 'vatRate'>[],
  vatRate: number,
  language: Language,
) {
  const nameOf = ({ vat, ...line }: Pick<PricedLine, 'vat' | 'vatRate'>) =>
    vat === 'reversed'
      ? offerTexts(language).vatReversed
      : fill(offerTexts(language).vat, {
          percentage: formatNumber((line.vatRate ?? vatRate) / 100, language),
        });
  const isMixed = new Set(lines.map(nameOf)).size > 1;
  return (line: Pick<PricedLine, 'vat' | 'vatRate'>) => (isMixed ? nameOf(line) : '');
}

// After the edition, which has a label of its own.
const specified = ['size', 'format', 'printing', 'material', 'finish'] as const;
/** A line as its specification sees it. */
export type SpecifiedLine = Readonly<Record<'edition' | (typeof specified)[number], string>> &
  Partial<LinePrice>;

/** Edition, size, format, printing, material and finish on one line, and how many at which price. */
export function specificationOf(line: SpecifiedLine, language: Language): string {
  const value = editionText(line.edition, language);
  const edition = value === '' ? '' : fill(offerTexts(language).edition, { value });
  const parts = [edition, ...specified.map((part) => line[part]), priceText(line, language)];
  return parts.filter((text) => text !== '').join(' · ');
}

function priceText(
  { quantity = null, unitAmount = null, discountPercentage = null }: Partial<LinePrice>,
  language: Language,
): string {
  if (quantity === null || unitAmount === null) return '';
  const price = `${formatNumber(quantity, language)} × ${formatPrice(unitAmount, language)}`;
  if (!discountPercentage) return price;
  const percentage = formatNumber(discountPercentage, language);
  return `${price}, ${fill(offerTexts(language).discount, { percentage })}`;
}

/** `offer {year}-{number}-{count}.pdf` (§E5). */
export function offerName(yearNumber: string, count: number): string {
  return `offer ${yearNumber}-${count}.pdf`;
}
