import { dayOfInstant } from '#contract/dates.ts';
import type { usageDocuments } from '#contract/billing/costs.ts';
import type { UsageKind } from '#contract/billing/codes.ts';
import { isFreeSubscription } from '#contract/billing/codes.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Row } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { type Customer, listBillable } from '../costs/billable.repository.ts';
import { billingStateOf, pricing, runOf, sum, unitOf } from '../costs/costs.rules.ts';
import * as repository from './usage-documents.repository.ts';

type UsageDocument = Row<typeof usageDocuments>;

/** Which uses of a customer are asked for. */
export interface Asked {
  readonly kind?: UsageKind | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Prices them by this agreement alone. */
  readonly agreementId?: string | undefined;
}

/** The documents behind an amount of a customer, a page of them, with the sums of them all. */
export async function listUsageDocuments(ctx: Context, companyId: string, asked: Asked, query: ListQuery) {
  const { which, costOf } = await prepare(ctx, companyId, asked);
  const [{ rows, count }, days] = await Promise.all([
    repository.list(ctx.db, ctx.scope, which, query),
    repository.countByDay(ctx.db, ctx.scope, which),
  ]);
  const totals = {
    totalUse: sum(days, ({ total }) => total),
    count: sum(days, (day) => day.count),
    totalCost: sum(days, (day) => day.count * costOf(day.kind, day.day)),
  };
  return { rows: rows.map((row) => asRow(row, costOf)), ...(count === undefined ? {} : { count }), totals };
}

/** All of that list, for an export. */
export async function streamUsageDocuments(
  ctx: Context,
  companyId: string,
  asked: Asked,
  query: ListQuery,
): Promise<AsyncIterable<UsageDocument>> {
  const { which, costOf } = await prepare(ctx, companyId, asked);
  const rows = repository.stream(ctx.db, ctx.scope, which, query);
  return (async function* () {
    for await (const row of rows) yield asRow(row, costOf);
  })();
}

type CostOf = (kind: UsageKind, day: string) => number;

async function prepare(
  ctx: Context,
  companyId: string,
  { agreementId, ...asked }: Asked,
): Promise<{ which: repository.WhichUses; costOf: CostOf }> {
  const today = dayOfInstant(ctx.now());
  const [found] = await listBillable(ctx.db, ctx.scope, { from: today, to: today }, { companyId });
  const complete = orNotFound(found);
  const customer =
    agreementId === undefined
      ? complete
      : { ...complete, agreements: complete.agreements.filter(({ id }) => id === agreementId) };
  const startOn = billingStateOf(customer.startOn, today) === 'running' ? customer.startOn : null;
  const which = {
    ...asked,
    companyId: customer.companyId,
    startOn,
    isFree: isFreeSubscription(customer.subscription),
  };
  return { which, costOf: (kind, day) => (startOn === null ? 0 : unitOn(customer, startOn, kind, day)) };
}

/** What one use of a kind costs on a day. */
function unitOn({ agreements }: Customer, startOn: string, kind: UsageKind, day: string): number {
  const running = pricing(agreements, kind).filter((agreement) => {
    const { from, to } = runOf(agreement, startOn);
    return from <= day && to >= day;
  });
  return sum(running, unitOf);
}

type Stored = Awaited<ReturnType<typeof repository.list>>['rows'][number];

function asRow(stored: Stored, costOf: CostOf): UsageDocument {
  const isBillable = stored.mark === '';
  return { ...stored, isBillable, cost: isBillable ? costOf(stored.kind, stored.day) : 0 };
}
