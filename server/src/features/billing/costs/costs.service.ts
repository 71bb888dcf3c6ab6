import { dayOfInstant } from '#contract/dates.ts';
import type { CustomerInvoices, FixedFee, UsageRow } from '#contract/billing/costs.ts';
import { maxMonths } from '#contract/billing/costs.ts';
import type { UsageKind } from '#contract/billing/codes.ts';
import { addMonths, daysOfPeriod, monthsBetween } from '#contract/billing/periods.ts';
import type { Language } from '#contract/problem.ts';
import type { Context } from '#server/platform/context.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { typeName } from '../billing-texts.ts';
import { type Agreement, type Bill, billOf, type FixedLine, sum, unitOf } from './costs.rules.ts';
import { type Customer, listBillable } from './billable.repository.ts';
import { cycleTotals, runsOn } from './views.rules.ts';

/** Months as asked for; absent: the last twelve, the running one included. */
export interface Months {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What the invoices tab shows of a customer within the scope (§I3–§I7, §I10). */
export async function invoicesOf(ctx: Context, companyId: string, months: Months): Promise<CustomerInvoices> {
  const today = dayOfInstant(ctx.now());
  const { from, to } = monthsAsked(months, today);
  const over = { from: daysOfPeriod(from).from, to: daysOfPeriod(to).to };
  const [customer] = await listBillable(ctx.db, ctx.scope, over, { companyId });
  return asAnswer(orNotFound(customer), { from, to }, today, ctx.language);
}

/** The asked months, both included. 400 when they are too many or the wrong way round. */
export function monthsAsked(
  { from, to }: Months,
  today: string,
  last = today.slice(0, 7),
): { from: string; to: string } {
  const until = to ?? (from === undefined ? last : later(addMonths(from, 11), from));
  const since = from ?? addMonths(until, -11);
  if (since > until) throw problem.validation({ to: ['ends-before-start'] });
  if (monthsBetween(since, until).length > maxMonths) throw problem.validation({ from: ['too-many'] });
  return { from: since, to: until };
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}

function asAnswer(
  customer: Customer,
  months: { from: string; to: string },
  today: string,
  language: Language,
): CustomerInvoices {
  const { companyId, startOn, subscription, agreements } = customer;
  const over = { from: daysOfPeriod(months.from).from, to: daysOfPeriod(months.to).to };
  const bill = billOf(customer, over, today);
  const billedFrom = bill.state === 'running' ? startOn : null;
  const costOf = (agreement: Agreement) => asCost(agreement, billedFrom, today, language);
  const usageOf = (kind: UsageKind) => usageRows(bill, kind);
  const totalOf = (kind: UsageKind) => (bill.isFree ? 0 : sum(usageOf(kind), ({ totalCost }) => totalCost));
  const [scans, processed, attachments] = [totalOf('scan'), totalOf('processed'), totalOf('attachment')];
  return {
    companyId,
    ...months,
    startDate: startOn,
    subscriptionType: subscription,
    billingState: bill.state,
    isFree: bill.isFree,
    fixedCosts: agreements.filter(({ isVariable }) => !isVariable).map(costOf),
    variableCosts: agreements.filter(({ isVariable }) => isVariable).map(costOf),
    invoiceScans: usageOf('scan'),
    proccessedInvoices: usageOf('processed'),
    attachmentScans: usageOf('attachment'),
    fixedFees: bill.fixed.map(asFee),
    fixedTotals: cycleTotals({ agreements, startOn: billedFrom }, bill.isFree, today),
    usageTotals: {
      invoiceScans: scans,
      proccessedInvoices: processed,
      attachmentScans: attachments,
      total: scans + processed + attachments,
    },
  };
}

function asCost(agreement: Agreement, startOn: string | null, today: string, language: Language) {
  const { priceInCents: price, startsOn: startdate, endsOn: enddate, ...rest } = agreement;
  return {
    ...rest,
    typeName: typeName(language, agreement.type),
    price,
    cost: unitOf(agreement),
    startdate,
    enddate,
    isCurrent: runsOn(agreement, startOn, today),
  };
}

function asFee({ agreement, amountInCents: amount, ...line }: FixedLine): FixedFee {
  const { id, name, priceInCents: price, quantity } = agreement;
  return { ...line, id, name, price, quantity, amount };
}

function usageRows(bill: Bill, kind: UsageKind): UsageRow[] {
  return bill.usage
    .filter((line) => line.kind === kind)
    .map(({ month: period, unitInCents: cost, amountInCents: totalCost, ...line }) => ({
      ...line,
      period,
      cost,
      totalCost,
    }));
}
