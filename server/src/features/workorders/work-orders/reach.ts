import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import '../workorders.tables.ts';

/** One's own: assigned to the caller, or made by him (§A2). */
export function ownOrder(userId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(work_orders.created_by = ${userId} or exists (
    select from work_order_users mine where mine.user_id = ${userId}
      and mine.company_id = work_orders.company_id and mine.work_order_id = work_orders.id))`;
}

/** The condition that an order is the caller's to read: whatever hangs on an order is seen with it only. */
export function readable(ctx: Context) {
  return within(ctx.require(`${workOrders.permission}.read`).scope, 'work_orders.company_id', ownOrder);
}

/** An order as what hangs on it sees it. */
export interface OwnerOrder {
  readonly id: string;
  readonly companyId: string;
  readonly status: number;
}

function byId(db: Db, ctx: Context, id: string) {
  return db
    .selectFrom('work_orders')
    .where('work_orders.id', '=', id)
    .where('work_orders.deleted_at', 'is', null)
    .where(readable(ctx))
    .select(['work_orders.id', 'work_orders.company_id as companyId', 'work_orders.status']);
}

/** The order that the caller may read, or 404. */
export async function findOwner(db: Db, ctx: Context, id: string): Promise<OwnerOrder> {
  const query = byId(db, ctx, id);
  return orNotFound(isId(id) ? await query.executeTakeFirst() : undefined);
}

/** Like `findOwner`, held until the transaction ends; 409 while it is invoiced (§E3). */
export async function holdOpenOwner(db: Db, ctx: Context, id: string): Promise<OwnerOrder> {
  const query = byId(db, ctx, id).forUpdate('work_orders');
  const owner = orNotFound(isId(id) ? await query.executeTakeFirst() : undefined);
  if (owner.status === 6) throw problem.of('wrong-state', { sentence: 'work-order-invoiced' });
  return owner;
}

/** What the right of this call reaches; what the caller may only read is 403, anything else 404 (§A7). */
export async function orRefuse<T>(found: T | undefined, isReadable: () => Promise<boolean>): Promise<T> {
  if (found !== undefined) return found;
  throw (await isReadable()) ? problem.forbidden() : problem.notFound();
}
