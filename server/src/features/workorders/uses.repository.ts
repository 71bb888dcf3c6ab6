import { sql } from 'kysely';
import type { UsedBy } from '#contract/problem.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { ownOrder } from './work-orders/reach.ts';

const named = ['work_orders.id', 'work_orders.year_number as name'] as const;

function first(found: readonly { readonly id: string; readonly name: string }[]): UsedBy[] {
  return found.map((order) => ({ resource: workOrders.path, ...order }));
}

/** The work orders that keep a company from being deleted: how many, and the first five (§B6). */
export async function workOrderUse(
  db: Db,
  companyId: string,
): Promise<{ readonly count: number; readonly first: readonly UsedBy[] }> {
  const orders = db
    .selectFrom('work_orders')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null);
  const { count } = await orders.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  if (count === 0) return { count, first: [] };
  return {
    count,
    first: first(
      await orders.orderBy('created_at').orderBy('number').orderBy('id').limit(5).select(named).execute(),
    ),
  };
}

/** The work orders that keep a customer relation from being deleted; only those that the caller may read are named. */
export async function relationUse(
  tx: Tx,
  ctx: Context,
  relation: { readonly id: string; readonly companyId: string },
) {
  const orders = tx
    .selectFrom('work_orders')
    .where('work_orders.company_id', '=', relation.companyId)
    .where('work_orders.customer_relation_id', '=', relation.id)
    .where('work_orders.deleted_at', 'is', null);
  const { count } = await orders.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const reader = ctx.reach(`${workOrders.permission}.read`);
  if (count === 0 || !reader) return { count, first: [] };
  const seen = orders.where(within(reader.scope, 'work_orders.company_id', ownOrder));
  return {
    count,
    first: first(
      await seen.orderBy('created_at').orderBy('number').orderBy('id').limit(5).select(named).execute(),
    ),
  };
}
