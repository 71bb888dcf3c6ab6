import { formatNumber, vatOf } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';
import type { OfferState } from '#contract/workorders/offers.ts';
import { fill } from '#contract/texts.ts';
import { editionText } from '#contract/workorders/edition.ts';
import { offerTexts } from './offer-texts.ts';

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
  readonly isOptional: boolean;
  readonly isAccepted: boolean | null;
}

/**
 * The sums of an offer in cents (§E6): editions do not multiply, VAT is computed once over the total, half a cent
 * rounds away from zero. Before acceptance optional lines are separate; after it the lines that the customer chose count.
 */
export function totalsOf(lines: readonly PricedLine[], vatRate: number) {
  const sum = (of: readonly PricedLine[]) => of.reduce((total, { salesAmount }) => total + salesAmount, 0);
  const wanted = lines.filter(({ isOptional, isAccepted }) => isAccepted ?? !isOptional);
  const totalAmount = sum(wanted);
  const vatAmount = vatOf(totalAmount, vatRate);
  return {
    totalAmount,
    vatAmount,
    totalInclVatAmount: totalAmount + vatAmount,
    /** The VAT of each rate. */
    vat: [{ percentage: vatRate / 100, vatAmount }],
    optionalAmount: sum(lines.filter(({ isOptional }) => isOptional)),
    vatPercentage: vatRate / 100,
  };
}

/** A rate as people read it: `21`, `9,5`. */
export function percentageOf(vatRate: number, language: Language): string {
  return formatNumber(vatRate / 100, language);
}

// After the edition, which has a label of its own.
const specified = ['size', 'format', 'printing', 'material', 'finish'] as const;
/** A line as its specification sees it. */
export type SpecifiedLine = Readonly<Record<'edition' | (typeof specified)[number], string>>;

/** Edition, size, format, printing, material and finish on one line. */
export function specificationOf(line: SpecifiedLine, language: Language): string {
  const value = editionText(line.edition, language);
  const edition = value === '' ? '' : fill(offerTexts(language).edition, { value });
  return [edition, ...specified.map((part) => line[part])].filter((text) => text !== '').join(' · ');
}

/** `offer {year}-{number}-{count}.pdf` (§E5). */
export function offerName(yearNumber: string, count: number): string {
  return `offer ${yearNumber}-${count}.pdf`;
}
