import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { workOrders, WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { scopedStatement, type Slot } from '#server/platform/db/statement.ts';
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
  return within(readerOf(ctx), 'work_orders.company_id', ownOrder);
}

/** An order as what hangs on it sees it. */
export interface OwnerOrder {
  readonly id: string;
  readonly companyId: string;
  readonly status: number;
}

const found = scopedStatement((db, scope, slot: Slot<'id'>) => byId(db, scope, slot('id')));
const held = scopedStatement((db, scope, slot: Slot<'id'>) =>
  byId(db, scope, slot('id')).forUpdate('work_orders'),
);

function byId(db: Db, scope: Scope, id: string) {
  return db
    .selectFrom('work_orders')
    .where('work_orders.id', '=', id)
    .where('work_orders.deleted_at', 'is', null)
    .where(within(scope, 'work_orders.company_id', ownOrder))
    .select(['work_orders.id', 'work_orders.company_id as companyId', 'work_orders.status']);
}

/** An order that may be written to: not invoiced (§E3). */
export function openOwner(db: Db, scope: Scope, id: string) {
  return byId(db, scope, id).where(
    'work_orders.status',
    '<>',
    sql<number>`${sql.lit(WorkOrderStatus.Invoiced)}`,
  );
}

/** How far the caller reads orders; 403 where he reads none. */
export const readerOf = (ctx: Context): Scope => ctx.require(`${workOrders.permission}.read`).scope;

/** The order that the caller may read, or 404. */
export async function findOwner(db: Db, ctx: Context, id: string): Promise<OwnerOrder> {
  const scope = readerOf(ctx);
  return orNotFound(isId(id) ? await found.first(db, scope, { id }) : undefined);
}

/** Like `findOwner`, held until the transaction ends; 409 while it is invoiced (§E3). */
export async function holdOpenOwner(db: Db, ctx: Context, id: string): Promise<OwnerOrder> {
  const scope = readerOf(ctx);
  const owner = orNotFound(isId(id) ? await held.first(db, scope, { id }) : undefined);
  if (owner.status === WorkOrderStatus.Invoiced)
    throw problem.of('wrong-state', { sentence: 'work-order-invoiced' });
  return owner;
}

/** What the right of this call reaches; what the caller may only read is 403, anything else 404 (§A7). */
export async function orRefuse<T>(found: T | undefined, isReadable: () => Promise<boolean>): Promise<T> {
  if (found !== undefined) return found;
  throw (await isReadable()) ? problem.forbidden() : problem.notFound();
}

/** Whether a body names another order than the one that the line or the hours stand on: they do not move. */
export function namesOther(
  { workOrderId }: { readonly workOrderId: string },
  named: string | undefined,
): boolean {
  return named !== undefined && named !== workOrderId;
}
