import type { PeriodDays } from '#contract/billing/periods.ts';
import { vatOf } from '#contract/money.ts';
import { fill } from '#contract/texts.ts';
import type { Customer } from '../costs/billable.repository.ts';
import { sum } from '../costs/costs.rules.ts';
import type { OpenLine } from '../one-off-lines/one-off-lines.repository.ts';
import { type RunLine, runLines } from '../costs/views.rules.ts';
import texts from '../locales/invoice.nl.json' with { type: 'json' };
import { vatOfBuyer } from './vat.rules.ts';
import { type Buyer, type Figures, missingOfBuyer, type StoredLine } from './stored-invoices.ts';

/** The figures of a customer over the days of a run that are to be billed; null when nothing is due. */
export function figuresOf(
  customer: Customer,
  buyer: Buyer,
  free: readonly PeriodDays[],
  once: readonly OpenLine[],
  at: { readonly today: string; readonly vatRate: number },
): Figures | null {
  const billed = free.flatMap((days) => runLines(customer, days, at.today)).map(asStored);
  const lines = [...billed, ...once.map(asOnce)];
  if (lines.length === 0) return null;
  const fixedInCents = sum(
    lines.filter(({ kind }) => kind === null),
    ({ amount }) => amount,
  );
  const totalInCents = sum(lines, ({ amount }) => amount);
  return {
    companyId: customer.companyId,
    name: buyer.name,
    fmCustomerId: customer.fmCustomerId,
    buyer,
    missing: missingOfBuyer(buyer),
    lines,
    fixedInCents,
    variableInCents: totalInCents - fixedInCents,
    totalInCents,
    vatInCents: vatOf(totalInCents, vatOfBuyer(buyer, at).rate),
  };
}

function asStored({ agreement, period, amountInCents: amount, ...line }: RunLine): StoredLine {
  const { id, priceAgreementId, name, priceInCents: price, invoiceType, cycleInMonths } = agreement;
  const { days, periodDays } = line;
  const text = days === periodDays ? texts.line : texts.part;
  const description = fill(text, { name, period: periodName(period), days, periodDays });
  return {
    ...line,
    customerAgreementId: id,
    priceAgreementId,
    description,
    invoiceType,
    cycleInMonths,
    price,
    amount,
  };
}

function asOnce({ id, description, quantity, priceInCents: price, day }: OpenLine): StoredLine {
  return {
    customerAgreementId: null,
    priceAgreementId: '',
    oneOffId: id,
    description,
    invoiceType: 0,
    cycleInMonths: null,
    from: day,
    to: day,
    kind: null,
    quantity,
    price,
    days: 0,
    periodDays: 0,
    amount: quantity * price,
  };
}

/** A period in words: `oktober 2026`, `4e kwartaal 2026`, `2026`. */
export function periodName(period: string): string {
  const [year = '', part] = period.split('-');
  if (part === undefined) return year;
  if (part.startsWith('Q')) return fill(texts.quarter, { number: part.slice(1), year });
  return `${texts.months[Number(part) - 1] ?? ''} ${year}`;
}

/** The first day whose use can be billed in these days: that of the longest cycle that ends in them. */
export function firstDayOf(over: PeriodDays): string {
  return `${over.from.slice(0, 4)}-01-01`;
}
