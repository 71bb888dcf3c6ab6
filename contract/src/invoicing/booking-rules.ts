/** What a line of a booking is for; VAT and creditor lines are computed. The order is the number in the database. */
export const lineKinds = ['costs', 'vat', 'creditor'] as const;
/** One of the kinds of lines. */
export type LineKind = (typeof lineKinds)[number];

/** Where a line comes from. The order is the number in the database. */
export const lineOrigins = ['proposed', 'memory', 'rule', 'hand', 'difference'] as const;
/** One of the origins of lines. */
export type LineOrigin = (typeof lineOrigins)[number];

/** What a VAT code does. The order is the number in the database. */
export const vatKinds = ['normal', 'reversed', 'eu', 'import', 'none'] as const;
/** One of the kinds of VAT codes. */
export type VatKind = (typeof vatKinds)[number];

/** A ledger account as a line names it; an empty number: not chosen yet. */
export interface LedgerAccount {
  readonly number: string;
  readonly name: string;
}

/** Both sides of a line in cents: one of them is zero, neither is negative. */
export interface Sides {
  readonly debit: number;
  readonly credit: number;
}

/** A cost line, as far as VAT and creditor lines follow from it. */
export interface CostLine extends Sides {
  readonly ledger: LedgerAccount;
  readonly costcenter: string;
  readonly costUnit: string;
  readonly vatCode: string;
  /** In hundredths of a percent; null where none is known. */
  readonly vatRate: number | null;
  /** `2026-11`; empty for the period of the booking date. */
  readonly period: string;
}

/** A line that follows from the cost lines and the invoice. */
export interface ComputedLine extends CostLine {
  readonly kind: 'vat' | 'creditor';
  readonly description: string;
  /** What the VAT is computed over, in cents; null where the invoice says the VAT itself, and on the creditor's line. */
  readonly base: number | null;
}

/** A VAT code on the day of the invoice. */
export interface VatCode {
  readonly code: string;
  readonly kind: VatKind;
  /** In hundredths of a percent. */
  readonly rate: number;
  /** The share that can be reclaimed, in hundredths of a percent. */
  readonly deductible: number;
  /** Where it is reclaimed; null: the account for VAT to reclaim. */
  readonly account: LedgerAccount | null;
  /** Where it is due by reverse charge; null: the account for VAT to pay. */
  readonly dueAccount: LedgerAccount | null;
}

/** What the computed lines follow from beside the cost lines; amounts of a credit note are negative. */
export interface BookingFacts {
  readonly totalInCents: number;
  readonly exclInCents: number | null;
  readonly vatInCents: number | null;
  /** What the invoice says of VAT by rate, in hundredths of a percent; empty where it does not. */
  readonly vatByRate: readonly { readonly rate: number; readonly vatInCents: number }[];
  /** Supplier and number: the description of computed lines. */
  readonly reference: string;
  readonly vatCodes: readonly VatCode[];
  readonly accounts: {
    readonly creditors: LedgerAccount;
    readonly vat: LedgerAccount;
    readonly vatDue: LedgerAccount;
  };
}

const whole = 10_000;

/** What a line adds to the debit side, in cents. */
export function signedOf({ debit, credit }: Sides): number {
  return debit - credit;
}

/** Writes a negative debit as a credit, the way bookkeepers read it. */
export function sidesOf(cents: number): Sides {
  return { debit: Math.max(cents, 0), credit: Math.max(-cents, 0) };
}

/** How much debit exceeds credit, in cents. */
export function differenceOf(lines: readonly Sides[]): number {
  return lines.reduce((sum, line) => sum + signedOf(line), 0);
}

/** A share of an amount, rounded half away from zero, exact for every amount. */
export function shareOf(cents: number, share: number, of: number = whole): number {
  if (of === 0) return 0;
  const [product, divisor] = [BigInt(cents) * BigInt(share), BigInt(of)];
  const isNegative = product < 0n !== divisor < 0n;
  const [top, bottom] = [product < 0n ? -product : product, divisor < 0n ? -divisor : divisor];
  const rounded = Number((2n * top + bottom) / (2n * bottom));
  return isNegative && rounded !== 0 ? -rounded : rounded;
}

/** Splits an amount: the given amounts, and the rest on the last line. */
export function splitByAmounts(cents: number, amounts: readonly number[]): number[] {
  return [...amounts, cents - amounts.reduce((sum, amount) => sum + amount, 0)];
}

/** Splits an amount by percentages in hundredths; the rest stands on the last line, to the cent. */
export function splitByPercentages(cents: number, percentages: readonly number[]): number[] {
  return splitByAmounts(
    cents,
    percentages.map((percentage) => shareOf(cents, percentage)),
  );
}

/** Splits an amount in equal parts; the rest of the cents stands on the last one. */
export function splitEvenly(cents: number, parts: number): number[] {
  return splitByAmounts(cents, Array<number>(parts - 1).fill(Math.trunc(cents / parts)));
}

/** Spreads an amount over so many months, the first one given as `2026-11`. */
export function spreadOverMonths(
  cents: number,
  first: string,
  months: number,
): { readonly period: string; readonly cents: number }[] {
  return splitEvenly(cents, months).map((part, index) => ({
    period: addPeriods(first, index),
    cents: part,
  }));
}

/** A period so many later: `2026-11` and 3 give `2027-02`. */
export function addPeriods(period: string, count: number): string {
  const [year = 0, month = 1] = period.split('-').map(Number);
  const index = year * 12 + month - 1 + count;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** The VAT lines of cost lines, and the creditor's for the total of the invoice. */
export function computeLines(costs: readonly CostLine[], facts: BookingFacts): ComputedLine[] {
  return [...vatLines(costs, facts), creditorLine(facts)];
}

function creditorLine({ totalInCents, reference, accounts }: BookingFacts): ComputedLine {
  return {
    ...bare,
    kind: 'creditor',
    ledger: accounts.creditors,
    description: reference,
    ...sidesOf(-totalInCents),
  };
}

const bare = {
  costcenter: '',
  costUnit: '',
  vatCode: '',
  vatRate: null,
  period: '',
  base: null,
} as const;

/** The cost lines that share a VAT code, or a rate without one. */
interface VatGroup {
  readonly vatCode: string;
  readonly rate: number;
  readonly code: VatCode | undefined;
  readonly lines: readonly CostLine[];
  readonly base: number;
  readonly vat: number;
}

function vatLines(costs: readonly CostLine[], facts: BookingFacts): ComputedLine[] {
  const { reference, accounts, totalInCents, exclInCents } = facts;
  const groups = roundAsInvoice(groupsOf(costs, facts), facts);
  if (groups.length === 0 && costs.every(({ vatCode }) => vatCode === '')) {
    // Nothing is known of the lines: the VAT is what the invoice says.
    const vat = facts.vatInCents ?? (exclInCents === null ? 0 : totalInCents - exclInCents);
    const line = { ...bare, kind: 'vat', ledger: accounts.vat, description: reference } as const;
    return vat === 0 ? [] : [{ ...line, ...sidesOf(vat) }];
  }
  return groups.flatMap((group) => linesOfGroup(group, facts)).filter((line) => signedOf(line) !== 0);
}

function groupsOf(costs: readonly CostLine[], { vatCodes }: BookingFacts): VatGroup[] {
  const byKey = Map.groupBy(costs, ({ vatCode, vatRate }) => vatCode || String(vatRate ?? ''));
  byKey.delete('');
  return [...byKey.values()].map((lines) => {
    const vatCode = lines[0]?.vatCode ?? '';
    const code = vatCodes.find((one) => one.code === vatCode);
    const rate = code?.kind === 'none' ? 0 : (code?.rate ?? lines[0]?.vatRate ?? 0);
    const base = differenceOf(lines);
    return { vatCode, rate, code, lines, base, vat: shareOf(base, rate) };
  });
}

const isCharged = ({ code }: VatGroup) => code === undefined || code.kind === 'normal';

// Suppliers round by line or by rate: within a cent a line the VAT is what the invoice says, of a rate or in all.
function roundAsInvoice(groups: readonly VatGroup[], facts: BookingFacts): VatGroup[] {
  const charged = groups.filter((group) => isCharged(group) && group.rate > 0);
  const rates = [...new Set(charged.map(({ rate }) => rate))];
  const corrections = new Map<VatGroup, number>();
  const correct = (some: readonly VatGroup[], said: number) => {
    const largest = some.toSorted((one, other) => Math.abs(other.base) - Math.abs(one.base))[0];
    const difference = said - some.reduce((sum, { vat }) => sum + vat, 0);
    const lines = some.reduce((sum, group) => sum + group.lines.length, 0);
    if (largest && Math.abs(difference) <= lines) corrections.set(largest, difference);
  };
  if (facts.vatByRate.length > 0) {
    for (const rate of rates) {
      const said = facts.vatByRate.filter((one) => one.rate === rate);
      if (said.length > 0)
        correct(
          charged.filter((group) => group.rate === rate),
          said.reduce((sum, { vatInCents }) => sum + vatInCents, 0),
        );
    }
  } else if (facts.vatInCents !== null) correct(charged, facts.vatInCents);
  return groups.map((group) => ({ ...group, vat: group.vat + (corrections.get(group) ?? 0) }));
}

function linesOfGroup(group: VatGroup, { reference, accounts }: BookingFacts): ComputedLine[] {
  const { vatCode, rate, code, vat, base } = group;
  const common = { ...bare, kind: 'vat', vatCode, vatRate: rate, description: reference, base } as const;
  const deductible = shareOf(vat, code?.deductible ?? whole);
  return [
    { ...common, ledger: code?.account ?? accounts.vat, ...sidesOf(deductible) },
    ...costsOfGroup(group, vat - deductible).map((line) => ({ ...common, ...line })),
    // By reverse charge the supplier charged nothing: what is reclaimed is due as well.
    ...(isCharged(group)
      ? []
      : [{ ...common, ledger: code?.dueAccount ?? accounts.vatDue, ...sidesOf(-vat) }]),
  ];
}

type Costs = Pick<CostLine, 'ledger' | 'costcenter' | 'costUnit' | 'period'> & Sides;

// What cannot be reclaimed is cost, on the accounts and cost centres of its lines.
function costsOfGroup({ lines, base }: VatGroup, cents: number): Costs[] {
  if (cents === 0) return [];
  const shares = splitByAmounts(
    cents,
    lines.slice(0, -1).map((line) => shareOf(cents, signedOf(line), base)),
  );
  const byPlace = Map.groupBy(
    lines.map((line, index) => ({ line, cents: shares[index] ?? 0 })),
    ({ line }) => JSON.stringify([line.ledger.number, line.costcenter, line.costUnit, line.period]),
  );
  return [...byPlace.values()].flatMap((parts) => {
    const line = parts[0]?.line;
    if (!line) return [];
    const { ledger, costcenter, costUnit, period } = line;
    return [
      { ledger, costcenter, costUnit, period, ...sidesOf(parts.reduce((sum, part) => sum + part.cents, 0)) },
    ];
  });
}

/** A line that is stored, as far as it matters whether it may be replaced. */
export interface KeptLine extends CostLine {
  readonly kind: LineKind;
  readonly description: string;
  readonly origin: LineOrigin;
  /** Whether a person changed it: such a line is never replaced. */
  readonly isTouched: boolean;
}

/** A line that is about to be stored. */
export type NewLine = Omit<KeptLine, 'isTouched'>;

/** What becomes of the lines of a booking when values of the invoice change. */
export interface Revised<T extends KeptLine> {
  /** The stored lines that stay as they are, in their order. */
  readonly kept: readonly T[];
  /** Cost lines that come after them. */
  readonly added: readonly NewLine[];
  /** VAT and creditor lines that take the place of the stored ones; null: a person wrote those, and they stay. */
  readonly computed: readonly ComputedLine[] | null;
}

/**
 * Revises a booking after values of the invoice changed. As long as nobody touched it, the new proposal takes its place.
 * Afterwards every cost line stays, and what the new total differs stands on a line of its own, without an account.
 */
export function reviseBooking<T extends KeptLine>(
  stored: readonly T[],
  proposal: readonly NewLine[],
  facts: BookingFacts,
): Revised<T> {
  const computedByHand = stored.filter((line) => line.kind !== 'costs' && line.isTouched);
  const isTouched = stored.some((line) => line.kind === 'costs' && line.isTouched);
  const costs = isTouched ? stored.filter((line) => line.kind === 'costs' && !isOpenDifference(line)) : [];
  const added = isTouched ? [] : proposal;
  const byHand = computedByHand.length > 0;
  const computed = costs.length + added.length === 0 ? [] : computeLines([...costs, ...added], facts);
  const difference = isTouched ? -differenceOf([...costs, ...(byHand ? computedByHand : computed)]) : 0;
  return {
    kept: byHand ? [...costs, ...stored.filter((line) => line.kind !== 'costs')] : costs,
    added: difference === 0 ? added : [...added, differenceLine(difference, facts.reference)],
    computed: byHand ? null : computed,
  };
}

/** Whether a line is a difference of which nobody said yet what it is: an invoice with one is not approved. */
export function isOpenDifference({ origin, isTouched }: Pick<KeptLine, 'origin' | 'isTouched'>): boolean {
  return origin === 'difference' && !isTouched;
}

function differenceLine(cents: number, description: string): NewLine {
  const { base: _base, ...line } = bare;
  return {
    ...line,
    kind: 'costs',
    origin: 'difference',
    ledger: { number: '', name: '' },
    description,
    ...sidesOf(cents),
  };
}

/** A period of an administration's books. */
export interface BookingPeriod {
  /** `2026-11`. */
  readonly period: string;
  readonly fromDay: string;
  readonly untilDay: string;
  readonly isClosed: boolean;
}

/**
 * The period that a day is booked in. Without periods it follows from the month in which the book year begins, named by
 * the year in which it begins.
 */
export function periodOfDay(day: string, periods: readonly BookingPeriod[], firstMonth = 1): string {
  const found = periods.find(({ fromDay, untilDay }) => fromDay <= day && day <= untilDay);
  return found?.period ?? addPeriods(day.slice(0, 7), 1 - firstMonth);
}

/** The open period that is nearest to a closed one, a later one first; undefined where none is open. */
export function nearestOpenPeriod(period: string, periods: readonly BookingPeriod[]): string | undefined {
  const open = periods.filter(({ isClosed }) => !isClosed).map((one) => one.period);
  const later = open.filter((one) => one >= period).toSorted();
  return later[0] ?? open.toSorted().at(-1);
}
