import { dayOfInstant } from '#contract/dates.ts';
import { daysOfPeriod, monthsBetween, previousMonth } from '#contract/billing/periods.ts';
import { reports, type reportTotals } from '#contract/billing/report.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { fits } from '#contract/list-query/evaluate.ts';
import { compareBy } from '#contract/list-query/project.ts';
import { foldText } from '#contract/list-query/text.ts';
import type { Row } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import { isId } from '#server/platform/db/ids.ts';
import type { z } from 'zod';
import { type Customer, listBillable, listMonthlyUse } from '../costs/billable.repository.ts';
import { billOf, sum } from '../costs/costs.rules.ts';
import { type Months, monthsAsked } from '../costs/costs.service.ts';
import { reportLines } from '../costs/views.rules.ts';

type ReportRow = Row<typeof reports>;

/** The report over a period: all matching rows in order, a page of them, and the sums of all. */
export async function report(ctx: Context, asked: string | undefined, query: ListQuery) {
  const period = asked ?? previousMonth(dayOfInstant(ctx.now()));
  const rows = await rowsOf(ctx, period, query);
  const page = rows.slice(query.skip, query.skip + query.top);
  return {
    rows: page,
    all: rows,
    period,
    totals: totalsOf(rows),
    ...(query.count ? { count: rows.length } : {}),
  };
}

async function rowsOf(ctx: Context, period: string, query: ListQuery): Promise<ReportRow[]> {
  const over = daysOfPeriod(period);
  const today = dayOfInstant(ctx.now());
  const customers = await listBillable(
    ctx.db,
    ctx.scope,
    over,
    ctx.scope.reach === 'company' ? { companyId: ctx.scope.companyId } : {},
  );
  const words = query.words.map(foldText);
  const found = customers
    .flatMap((customer) => companyRows(customer, over, today))
    .filter(
      (row) =>
        (query.filter === null || fits(query.filter, reports.fields, row)) &&
        words.every((word) => foldText(row.name).includes(word)),
    );
  // Rows of one company stay together, the one with the fixed costs first.
  return found.toSorted((a, b) => compareBy(query.orderBy, reports.fields, a, b));
}

function companyRows(customer: Customer, over: { from: string; to: string }, today: string): ReportRow[] {
  const bill = billOf(customer, over, today);
  return reportLines(customer, bill, over).map(
    ({ invoiceType, fixedCosts, uses, count, price, hasPrices, expendableCosts }) => ({
      id: `${customer.companyId}-${invoiceType}`,
      companyId: customer.companyId,
      name: customer.name,
      subscription: customer.subscription,
      invoiceType,
      fixedCosts,
      totalUse: uses.scan + uses.processed + uses.attachment,
      variableUseInvoiceScan: uses.scan,
      variableUseProcessedInvoice: uses.processed,
      variableUseAttachementScan: uses.attachment,
      count,
      price,
      hasPrices,
      expendableCosts,
      totalCosts: fixedCosts + expendableCosts,
      billingState: bill.state,
      isFree: bill.isFree,
      isInactive: customer.isInactive,
    }),
  );
}

/** The sums of the columns that can be summed. */
function totalsOf(rows: readonly ReportRow[]): z.output<typeof reportTotals> {
  return {
    fixedCosts: sum(rows, ({ fixedCosts }) => fixedCosts),
    totalUse: sum(rows, ({ totalUse }) => totalUse),
    variableUseInvoiceScan: sum(rows, (row) => row.variableUseInvoiceScan),
    variableUseProcessedInvoice: sum(rows, (row) => row.variableUseProcessedInvoice),
    variableUseAttachementScan: sum(rows, (row) => row.variableUseAttachementScan),
    count: sum(rows, ({ count }) => count),
    expendableCosts: sum(rows, ({ expendableCosts }) => expendableCosts),
    totalCosts: sum(rows, ({ totalCosts }) => totalCosts),
  };
}

/** Uses per month by kind, for the chart; the twelve months up to the previous one unless asked otherwise. */
export async function usageChartOf(
  ctx: Context,
  {
    companyId,
    query = '',
    ...months
  }: Months & { readonly companyId?: string | undefined; readonly query?: string | undefined },
) {
  const today = dayOfInstant(ctx.now());
  const { from, to } = monthsAsked(months, today, previousMonth(today));
  if (companyId !== undefined && !isId(companyId)) return monthsBetween(from, to).map(empty);
  const uses = await listMonthlyUse(
    ctx.db,
    ctx.scope,
    { from: daysOfPeriod(from).from, to: daysOfPeriod(to).to },
    { companyId, words: query.split(/\s+/).filter((word) => word !== '') },
  );
  const of = (month: string, kind: string) =>
    uses.find((use) => use.month === month && use.kind === kind)?.total ?? 0;
  return monthsBetween(from, to).map((month) => ({
    period: month,
    invoiceScans: of(month, 'scan'),
    proccessedInvoices: of(month, 'processed'),
    attachmentScans: of(month, 'attachment'),
  }));
}

function empty(period: string) {
  return { period, invoiceScans: 0, proccessedInvoices: 0, attachmentScans: 0 };
}
