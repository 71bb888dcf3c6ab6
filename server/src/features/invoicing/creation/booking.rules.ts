import type { FoundDocument } from '#server/features/documents/index.ts';
import ledgers from '../locales/ledgers.nl.json' with { type: 'json' };

/** A ledger account, as bookkeeping numbers it. */
export interface Ledger {
  readonly number: string;
  readonly name: string;
}

/** The accounts that a proposal books on, per administration some day (decision 0010). */
export interface LedgerScheme {
  readonly creditors: Ledger;
  readonly vat: Ledger;
  /** For what no word names. */
  readonly otherCosts: Ledger;
  /** The first whose words occur in the description. */
  readonly costs: readonly { readonly words: RegExp; readonly ledger: Ledger }[];
}

/** A line of the proposal; one of debit and credit is zero, neither is negative. */
export interface ProposedLine {
  readonly ledger: Ledger;
  readonly debitInCents: number;
  readonly creditInCents: number;
  readonly description: string;
}

/** What the proposal is made from; amounts of a credit note are negative. */
export interface BookedAmounts {
  readonly totalInCents: number;
  readonly exclInCents: number | null;
  readonly vatInCents: number | null;
  /** What the invoice is for; for a booking in one line. */
  readonly description: string;
  /** Supplier and number, for VAT and creditor. */
  readonly reference: string;
  readonly lines: FoundDocument['lines'];
}

/** The accounts of a small Dutch company, in the decimal numbers that its accountants know (decision 0010). */
export const dutchScheme: LedgerScheme = {
  ...ledgers,
  costs: ledgers.costs.map(({ words, ...ledger }) => ({ words: wordsPattern(words), ledger })),
};

// Complete words; a star stands for any beginning or ending.
function wordsPattern(words: readonly string[]): RegExp {
  return new RegExp(
    `(?<!\\p{L})(?:${words.map((word) => word.replaceAll('*', '\\p{L}*')).join('|')})(?!\\p{L})`,
    'iu',
  );
}

/**
 * Proposes a booking: costs by description, VAT, and the creditor for the total. Balanced, or none at all: a
 * proposal that does not add up would only stand in the way of approving (§C4).
 */
export function proposeBooking(amounts: BookedAmounts, scheme: LedgerScheme = dutchScheme): ProposedLine[] {
  const { totalInCents: total } = amounts;
  const vat = amounts.vatInCents ?? (amounts.exclInCents === null ? null : total - amounts.exclInCents);
  const costs = costLines(amounts, total - (vat ?? 0), vat === null);
  if (costs === undefined || total === 0) return [];
  return [
    ...costs.map(({ description, cents }) => debit(ledgerOf(description, scheme), cents, description)),
    ...(vat ? [debit(scheme.vat, vat, amounts.reference)] : []),
    debit(scheme.creditors, -total, amounts.reference),
  ];
}

interface Cost {
  readonly description: string;
  readonly cents: number;
}

// The document's own lines where they add up to what is to be booked; else, with a known VAT, one line for all.
function costLines(
  { lines, description, exclInCents }: BookedAmounts,
  excl: number,
  isVatUnknown: boolean,
): Cost[] | undefined {
  if (exclInCents !== null && exclInCents !== excl) return undefined;
  const counted = lines.flatMap((line) =>
    line.amountInCents === null || line.amountInCents === 0
      ? []
      : [{ description: line.description || description, cents: line.amountInCents }],
  );
  const sum = counted.reduce((total, { cents }) => total + cents, 0);
  if (counted.length > 0 && counted.length <= 200 && sum === excl) return counted;
  return isVatUnknown ? undefined : [{ description, cents: excl }];
}

function ledgerOf(description: string, scheme: LedgerScheme): Ledger {
  return scheme.costs.find(({ words }) => words.test(description))?.ledger ?? scheme.otherCosts;
}

// A negative debit is written as a credit, the way bookkeepers read it.
function debit(ledger: Ledger, cents: number, description: string): ProposedLine {
  return { ledger, description, debitInCents: Math.max(cents, 0), creditInCents: Math.max(-cents, 0) };
}
