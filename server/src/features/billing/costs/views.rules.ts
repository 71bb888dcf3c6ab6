import { type InvoiceType, invoiceTypeOfUsage, type UsageKind } from '#contract/billing/codes.ts';
import { daysOfPeriod, type PeriodDays } from '#contract/billing/periods.ts';
import {
  type Agreement,
  type Bill,
  type Billable,
  billOf,
  common,
  countOf,
  cyclesEnding,
  type FixedLine,
  fixedLines,
  pricing,
  runOf,
  sum,
  unitOf,
} from './costs.rules.ts';

/** What will be invoiced each month, quarter and year, and all of it over a year (§I4). */
export interface CycleTotals {
  readonly perMonth: number;
  readonly perQuarter: number;
  readonly perYear: number;
  readonly yearly: number;
}

/** Whether an agreement bills on a day. */
export function runsOn(agreement: Agreement, startOn: string | null, today: string): boolean {
  if (startOn === null) return false;
  const { from, to } = runOf(agreement, startOn);
  return from <= today && to >= today;
}

/** The totals of the fixed agreements that run on a day; nothing is due with a trial, or before the start. */
export function cycleTotals(
  { agreements, startOn }: Pick<Billable, 'agreements' | 'startOn'>,
  isFree: boolean,
  today: string,
): CycleTotals {
  const running = isFree
    ? []
    : agreements.filter((agreement) => !agreement.isVariable && runsOn(agreement, startOn, today));
  const of = (cycle: number) =>
    sum(
      running.filter(({ cycleInMonths }) => cycleInMonths === cycle),
      unitOf,
    );
  const [perMonth, perQuarter, perYear] = [of(1), of(3), of(12)];
  return { perMonth, perQuarter, perYear, yearly: perMonth * 12 + perQuarter * 4 + perYear };
}

/** A row of the report, without the company (§I8). */
export interface ReportLine {
  readonly invoiceType: InvoiceType;
  readonly fixedCosts: number;
  readonly uses: Readonly<Record<UsageKind, number>>;
  readonly count: number;
  readonly price: number;
  readonly hasPrices: boolean;
  readonly expendableCosts: number;
}

const noUses = { scan: 0, processed: 0, attachment: 0 } as const;

/**
 * The rows of one company: one for each kind of use that an agreement prices in these days, or one of type 0. Fixed costs,
 * and uses that nothing prices, stand on the first, so that columns add up.
 */
export function reportLines(
  { agreements, startOn }: Billable,
  bill: Bill,
  over: PeriodDays,
): [ReportLine, ...ReportLine[]] {
  const isPriced = (kind: UsageKind) =>
    bill.state === 'running' &&
    startOn !== null &&
    pricing(agreements, kind).some((agreement) => common(runOf(agreement, startOn), over));
  const linesOf = (kind: UsageKind) => bill.usage.filter((line) => line.kind === kind);
  const usesOf = (kind: UsageKind) => sum(linesOf(kind), ({ totalUse }) => totalUse);
  const countsOf = (kind: UsageKind) => sum(linesOf(kind), ({ count }) => count);
  const kinds = (['attachment', 'scan', 'processed'] as const).filter(isPriced);
  const rows = kinds.map((kind): ReportLine => ({
    invoiceType: invoiceTypeOfUsage[kind],
    fixedCosts: 0,
    uses: { ...noUses, [kind]: usesOf(kind) },
    count: countsOf(kind),
    price: linesOf(kind).at(-1)?.unitInCents ?? 0,
    hasPrices: linesOf(kind).some(
      ({ count, unitInCents }) => count > 0 && unitInCents !== linesOf(kind).at(-1)?.unitInCents,
    ),
    expendableCosts: bill.isFree ? 0 : sum(linesOf(kind), ({ amountInCents }) => amountInCents),
  }));
  const [first, ...others] = rows;
  const start: ReportLine = first ?? {
    invoiceType: 0,
    fixedCosts: 0,
    uses: noUses,
    count: 0,
    price: 0,
    hasPrices: false,
    expendableCosts: 0,
  };
  const unpriced = (['scan', 'processed', 'attachment'] as const).filter(
    (kind) => !kinds.some((priced) => priced === kind),
  );
  const uses = { ...start.uses };
  for (const kind of unpriced) uses[kind] = usesOf(kind);
  const fixedCosts = bill.isFree ? 0 : sum(bill.fixed, ({ amountInCents }) => amountInCents);
  // What nothing prices counts for nothing, so that count times price are the costs.
  return [{ ...start, uses, fixedCosts }, ...others];
}

/** A line of an invoice to a customer, before it is worded. */
export interface RunLine extends PeriodDays {
  readonly agreement: Agreement;
  readonly period: string;
  readonly kind: UsageKind | null;
  /** Units; of a variable line the counted items times the agreement's quantity. */
  readonly quantity: number;
  readonly days: number;
  readonly periodDays: number;
  readonly amountInCents: number;
}

/**
 * The lines of one customer's invoice: fixed fees that fall due, and use by the cycle of its agreement (§I1). What costs
 * nothing has no line, and neither has a trial or preview (§I7). `customer.usage` reaches back to the first day of each
 * cycle that ends in these days.
 */
export function runLines(customer: Billable, over: PeriodDays, today: string): RunLine[] {
  const { state, isFree } = billOf({ ...customer, agreements: [], usage: [] }, over, today);
  const { startOn, agreements } = customer;
  if (startOn === null || state !== 'running' || isFree) return [];
  const fixed = fixedLines(agreements, startOn, over).map((line: FixedLine): RunLine => ({
    ...line,
    kind: null,
    quantity: line.agreement.quantity,
  }));
  const variable = (['scan', 'processed', 'attachment'] as const).flatMap((kind) =>
    pricing(agreements, kind).flatMap((agreement) =>
      cyclesEnding(agreement.cycleInMonths, over).flatMap((period): RunLine[] => {
        const part = common(runOf(agreement, startOn), daysOfPeriod(period));
        if (!part) return [];
        const used = customer.usage.filter(
          (use) => use.kind === kind && use.day >= part.from && use.day <= part.to,
        );
        const count = sum(used, (use) => countOf(use, false));
        return [
          {
            agreement,
            period,
            kind,
            ...part,
            quantity: count * agreement.quantity,
            days: 0,
            periodDays: 0,
            amountInCents: count * unitOf(agreement),
          },
        ];
      }),
    ),
  );
  return [...fixed, ...variable].filter(({ amountInCents }) => amountInCents !== 0);
}
