import {
  type AgreementType,
  type BillingCycle,
  type BillingState,
  type InvoiceType,
  isFreeSubscription,
  invoiceTypeOfUsage,
  type SubscriptionType,
  type UsageKind,
  usageKinds,
} from '#contract/billing/codes.ts';
import { daysOfPeriod, monthsBetween, type PeriodDays, periodOfDay } from '#contract/billing/periods.ts';
import { addDays, daysBetween } from '#contract/dates.ts';

/** A price agreement as a customer has it: a dated copy (§I2). */
export interface Agreement {
  readonly id: string;
  readonly priceAgreementId: string;
  readonly name: string;
  readonly type: AgreementType;
  readonly priceInCents: number;
  readonly quantity: number;
  readonly isVariable: boolean;
  readonly invoiceType: InvoiceType;
  readonly cycleInMonths: BillingCycle;
  /** Both days included; null is open. */
  readonly startsOn: string | null;
  readonly endsOn: string | null;
}

/** What one day counted of one kind. */
export interface UsageDay {
  readonly day: string;
  readonly kind: UsageKind;
  readonly total: number;
  readonly marked: number;
  readonly trial: number;
}

/** Everything that determines the costs of a customer. */
export interface Billable {
  readonly agreements: readonly Agreement[];
  readonly usage: readonly UsageDay[];
  /** Null without settings. */
  readonly subscription: SubscriptionType | null;
  readonly startOn: string | null;
}

/** The fixed fee of one agreement for one month, quarter or year. */
export interface FixedLine extends PeriodDays {
  readonly agreement: Agreement;
  readonly period: string;
  readonly days: number;
  readonly periodDays: number;
  readonly amountInCents: number;
}

/** The use of one kind in days of one unit price, within a month. */
export interface UsageLine extends PeriodDays {
  readonly kind: UsageKind;
  readonly month: string;
  readonly totalUse: number;
  /** The uses that count. */
  readonly count: number;
  readonly unitInCents: number;
  readonly amountInCents: number;
}

/** Costs over days, as they are before a trial or preview makes them free. */
export interface Bill {
  readonly state: BillingState;
  readonly isFree: boolean;
  readonly fixed: readonly FixedLine[];
  readonly usage: readonly UsageLine[];
}

/** Whether anything is billed on a day (§I10). */
export function billingStateOf(startOn: string | null, today: string): BillingState {
  if (startOn === null) return 'no-start';
  return startOn > today ? 'not-started' : 'running';
}

/**
 * What a customer costs over complete months: the fixed fees that fall due in them, and the use of each month and kind. The
 * one source of the invoices tab, the report and the runs.
 */
export function billOf(customer: Billable, over: PeriodDays, today: string): Bill {
  const state = billingStateOf(customer.startOn, today);
  const isFree = isFreeSubscription(customer.subscription);
  const startOn = state === 'running' ? customer.startOn : null;
  return {
    state,
    isFree,
    fixed: startOn === null ? [] : fixedLines(customer.agreements, startOn, over),
    usage: usageLines({ ...customer, startOn }, over, isFree),
  };
}

/** The fixed fees whose month, quarter or year ends within the days; in part where the agreement runs in part (§I3). */
export function fixedLines(agreements: readonly Agreement[], startOn: string, over: PeriodDays): FixedLine[] {
  return agreements
    .filter(({ isVariable }) => !isVariable)
    .flatMap((agreement) =>
      cyclesEnding(agreement.cycleInMonths, over).flatMap((period) => {
        const days = daysOfPeriod(period);
        const part = common(runOf(agreement, startOn), days);
        if (!part) return [];
        const amountInCents = prorate(unitOf(agreement), days, part);
        return [
          { agreement, period, ...part, days: dayCount(part), periodDays: dayCount(days), amountInCents },
        ];
      }),
    );
}

/** The part of a period's amount that falls to some of its days, half a cent up (§I3). */
export function prorate(amountInCents: number, period: PeriodDays, part: PeriodDays): number {
  const days = dayCount(period);
  return Math.floor((2 * amountInCents * dayCount(part) + days) / (2 * days));
}

/** The months, quarters or years whose last day lies within the days: that is when they are due. */
export function cyclesEnding(cycle: BillingCycle, { from, to }: PeriodDays): string[] {
  const periods = new Set(
    monthsBetween(from.slice(0, 7), to.slice(0, 7)).map((month) => periodOfDay(`${month}-01`, cycle)),
  );
  return [...periods].filter((period) => {
    const end = daysOfPeriod(period).to;
    return end >= from && end <= to;
  });
}

/** Price × quantity: of a cycle when fixed, of a counted item when variable (§I1). */
export function unitOf({ priceInCents, quantity }: Pick<Agreement, 'priceInCents' | 'quantity'>): number {
  return priceInCents * quantity;
}

/** The days that an agreement bills: its own, from the invoicing start date on. */
export function runOf(
  { startsOn, endsOn }: Pick<Agreement, 'startsOn' | 'endsOn'>,
  startOn: string,
): PeriodDays {
  return { from: startsOn !== null && startsOn > startOn ? startsOn : startOn, to: endsOn ?? '9999-12-31' };
}

/** The days that two spans share, or null. */
export function common(a: PeriodDays, b: PeriodDays): PeriodDays | null {
  const from = a.from > b.from ? a.from : b.from;
  const to = a.to < b.to ? a.to : b.to;
  return from <= to ? { from, to } : null;
}

/** How many days, both ends included. */
export function dayCount({ from, to }: PeriodDays): number {
  return daysBetween(from, to) + 1;
}

/** The agreements that price a kind of use. */
export function pricing(agreements: readonly Agreement[], kind: UsageKind): Agreement[] {
  return agreements.filter(
    ({ isVariable, invoiceType }) => isVariable && invoiceType === invoiceTypeOfUsage[kind],
  );
}

/** The uses of a day that count: a trial's show what they would cost while it is one, and cost nothing after it (§I6, §I7). */
export function countOf(
  { total, marked, trial }: Pick<UsageDay, 'total' | 'marked' | 'trial'>,
  isFree: boolean,
): number {
  return total - marked - (isFree ? 0 : trial);
}

function usageLines(customer: Billable, over: PeriodDays, isFree: boolean): UsageLine[] {
  const months = monthsBetween(over.from.slice(0, 7), over.to.slice(0, 7));
  const byMonth = Map.groupBy(customer.usage, ({ kind, day }) => `${kind} ${day.slice(0, 7)}`);
  return usageKinds.flatMap((kind) => {
    const agreements = pricing(customer.agreements, kind);
    return months.flatMap((month) =>
      segments(daysOfPeriod(month), agreements, customer.startOn).map((segment) => {
        const days = segment.isBilled
          ? (byMonth.get(`${kind} ${month}`) ?? []).filter(
              ({ day }) => day >= segment.from && day <= segment.to,
            )
          : [];
        const totalUse = sum(days, ({ total }) => total);
        const count = sum(days, (day) => countOf(day, isFree));
        const { from, to, unitInCents } = segment;
        return { kind, month, from, to, totalUse, count, unitInCents, amountInCents: count * unitInCents };
      }),
    );
  });
}

interface Segment extends PeriodDays {
  readonly unitInCents: number;
  readonly isBilled: boolean;
}

/** A month in parts of one unit price each; mostly one. What lies before the start shares a part with the rest. */
function segments(month: PeriodDays, agreements: readonly Agreement[], startOn: string | null): Segment[] {
  if (startOn === null || startOn > month.to) return [{ ...month, unitInCents: 0, isBilled: false }];
  const billed = { from: startOn > month.from ? startOn : month.from, to: month.to };
  const runs = agreements.flatMap((agreement) => {
    const days = common(runOf(agreement, startOn), billed);
    return days ? [{ ...days, unitInCents: unitOf(agreement) }] : [];
  });
  const borders = [billed.from, ...runs.flatMap(({ from, to }) => [from, addDays(to, 1)])];
  const starts = [...new Set(borders)].filter((day) => day <= billed.to).toSorted();
  const parts: Segment[] = [];
  for (const [index, from] of starts.entries()) {
    const next = starts[index + 1];
    const to = next === undefined ? billed.to : addDays(next, -1);
    const unitInCents = sum(
      runs.filter((run) => run.from <= from && run.to >= from),
      (run) => run.unitInCents,
    );
    const last = parts.at(-1);
    if (last?.unitInCents === unitInCents) parts[parts.length - 1] = { ...last, to };
    else parts.push({ from, to, unitInCents, isBilled: true });
  }
  return parts;
}

/** Adds up one number of each item. */
export function sum<T>(items: readonly T[], valueOf: (item: T) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0);
}
