import type { BookingChart } from '#contract/invoicing/booking.ts';
import {
  type BookingFacts,
  computeLines,
  differenceOf,
  type LedgerAccount as Ledger,
  type NewLine,
  sidesOf,
} from '#contract/invoicing/booking-rules.ts';
import type { FoundDocument } from '#server/features/documents/index.ts';
import { type Evidence, suggestPlace } from '../booking/suggestions.rules.ts';
import ledgers from '../locales/ledgers.nl.json' with { type: 'json' };

/** The accounts that a proposal books on, per administration some day (decision 0010). */
export interface LedgerScheme {
  readonly creditors: Ledger;
  readonly vat: Ledger;
  readonly vatDue: Ledger;
  /** For what no word names. */
  readonly otherCosts: Ledger;
  /** The first whose words occur in the description. */
  readonly costs: readonly { readonly words: RegExp; readonly ledger: Ledger }[];
}

/** What the proposal is made from; amounts of a credit note are negative. */
export interface BookedAmounts {
  readonly totalInCents: number;
  readonly exclInCents: number | null;
  readonly vatInCents: number | null;
  /** What the invoice is for; for a booking in one line. */
  readonly description: string;
  readonly lines: FoundDocument['lines'];
  readonly vatRates: FoundDocument['vatRates'];
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

/** Where a proposal is booked: the administration's chart, and the accounts that computed lines are on. */
export interface ProposedIn {
  readonly chart: BookingChart;
  readonly accounts: BookingFacts['accounts'];
}

/**
 * Proposes a booking: costs by description, VAT, and the creditor for the total. Balanced, or none at all: a
 * proposal that does not add up would only stand in the way of approving (§C4).
 */
export function proposeBooking(
  amounts: BookedAmounts,
  facts: BookingFacts,
  chart: BookingChart,
  evidence: readonly Evidence[] = [],
): NewLine[] {
  const costs = proposeCosts(amounts, chart, evidence);
  if (costs === undefined || amounts.totalInCents === 0) return [];
  // Rates that were read are worth something where they give the VAT that the invoice asks for.
  for (const lines of [costs, costs.map((line) => ({ ...line, vatCode: '', vatRate: null }))]) {
    const computed = computeLines(lines, facts).map(({ base: _base, ...line }) => ({
      ...line,
      origin: 'proposed' as const,
    }));
    if (differenceOf([...lines, ...computed]) === 0) return [...lines, ...computed];
  }
  return [];
}

/** The cost lines of a proposal; undefined where the amounts contradict each other. */
export function proposeCosts(
  amounts: BookedAmounts,
  chart: BookingChart,
  evidence: readonly Evidence[],
): NewLine[] | undefined {
  const vat =
    amounts.vatInCents ?? (amounts.exclInCents === null ? null : amounts.totalInCents - amounts.exclInCents);
  const costs = costLines(amounts, amounts.totalInCents - (vat ?? 0), vat === null);
  return costs?.map(({ description, cents, vatRate }): NewLine => {
    const line = {
      kind: 'costs',
      costUnit: '',
      vatRate,
      period: '',
      description: description.slice(0, 255),
      ...sidesOf(cents),
    } as const;
    // What was booked before outweighs words.
    const known = suggestPlace(evidence, description, chart)?.what;
    const vatCode = known?.vatCode || codeOfRate(vatRate, chart);
    if (!known)
      return {
        ...line,
        origin: 'proposed',
        ledger: inChart(ledgerOf(description, dutchScheme), chart),
        costcenter: '',
        vatCode,
      };
    const { account: number, costcenter } = known;
    const name = chart.accounts.find((account) => account.number === number)?.name ?? nameOf(number);
    return { ...line, origin: 'memory', ledger: { number, name }, costcenter, vatCode };
  });
}

interface Cost {
  readonly description: string;
  readonly cents: number;
  readonly vatRate: number | null;
}

// The document's own lines where they add up to what is to be booked; else, with a known VAT, a line for each rate that
// it shows, or one for all.
function costLines(
  { lines, description, exclInCents, vatRates }: BookedAmounts,
  excl: number,
  isVatUnknown: boolean,
): Cost[] | undefined {
  if (exclInCents !== null && exclInCents !== excl) return undefined;
  const counted = lines.flatMap((line) =>
    line.amountInCents === null || line.amountInCents === 0
      ? []
      : [
          {
            description: line.description || description,
            cents: line.amountInCents,
            vatRate: line.vatPercent === null ? null : Math.round(line.vatPercent * 100),
          },
        ],
  );
  const sum = counted.reduce((total, { cents }) => total + cents, 0);
  if (counted.length > 0 && counted.length <= 190 && sum === excl)
    return counted.map((line) => ({ ...line, vatRate: line.vatRate ?? onlyRate(vatRates, excl) }));
  if (isVatUnknown) return undefined;
  const byRate = vatRates.flatMap(({ rate, baseInCents }) =>
    baseInCents === null || baseInCents === 0 ? [] : [{ description, cents: baseInCents, vatRate: rate }],
  );
  const isWhole = byRate.reduce((total, { cents }) => total + cents, 0) === excl;
  return isWhole && byRate.length > 0 ? byRate : [{ description, cents: excl, vatRate: null }];
}

// Of an invoice with one rate over all of it.
function onlyRate(vatRates: FoundDocument['vatRates'], excl: number): number | null {
  const [only, ...others] = vatRates;
  return only?.baseInCents === excl && others.length === 0 ? only.rate : null;
}

// Without a chart, an account of the usual scheme has its name there.
function nameOf(number: string): string {
  return (
    [...dutchScheme.costs.map(({ ledger }) => ledger), dutchScheme.otherCosts].find(
      (ledger) => ledger.number === number,
    )?.name ?? ''
  );
}

function ledgerOf(description: string, scheme: LedgerScheme): Ledger {
  return scheme.costs.find(({ words }) => words.test(description))?.ledger ?? scheme.otherCosts;
}

const noLedger: Ledger = { number: '', name: '' };
const wordsOf = (name: string): readonly string[] => name.toLowerCase().match(/\p{L}{4,}/gu) ?? [];

// Only open accounts of the chart: the one with this name, or with this number and a word of the name.
function inChart(ledger: Ledger, { hasChart, accounts }: BookingChart): Ledger {
  if (!hasChart) return ledger;
  const name = ledger.name.toLowerCase();
  const words = wordsOf(name);
  return (
    accounts.find((account) => account.name.toLowerCase() === name) ??
    accounts.find(
      (account) =>
        account.number === ledger.number && wordsOf(account.name).some((word) => words.includes(word)),
    ) ??
    noLedger
  );
}

// The one normal code of a rate; several of them say nothing.
function codeOfRate(rate: number | null, { vatCodes }: BookingChart): string {
  const fitting = vatCodes.filter(
    (code) => code.rate === rate && code.deductible === 10_000 && (code.kind === 'normal' || rate === 0),
  );
  return fitting.length === 1 ? (fitting[0]?.code ?? '') : '';
}
