import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { ResourceDefinition } from '#contract/resource.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { scopedStatement, type Slot } from '#server/platform/db/statement.ts';
import { narrowToRow } from '#server/platform/db/spread.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { closedStatus, mayChangeParts } from './work-orders.rules.ts';
import '../workorders.tables.ts';

/** The caller's own orders: assigned to them, or made by them (§A2). */
export function ownOrder(userId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(work_orders.created_by = ${userId} or exists (
    select from work_order_users mine where mine.user_id = ${userId}
      and mine.company_id = work_orders.company_id and mine.work_order_id = work_orders.id))`;
}

/** Holds for orders that the caller may read: lines, hours and offers are visible with their order only. */
export function readable(ctx: Context) {
  return within(readerOf(ctx), 'work_orders.company_id', ownOrder);
}

/** The order of a line, of hours or of an offer. */
export interface OwnerOrder {
  readonly id: string;
  readonly companyId: string;
  readonly status: number;
}

const found = scopedStatement((db, scope, slot: Slot<'id'>) => byId(db, scope, slot('id')));
const locked = scopedStatement((db, scope, slot: Slot<'id'>) =>
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

/** An order whose lines and hours may change: not invoiced (§E3). */
export function openOwner(db: Db, scope: Scope, id: string) {
  return byId(db, scope, id).where('work_orders.status', '<>', sql<number>`${sql.lit(closedStatus)}`);
}

/** The scope in which the caller reads orders; 403 without one. */
export const readerOf = (ctx: Context): Scope => ctx.require(`${workOrders.permission}.read`).scope;

/** An order that the caller may read, or 404. */
export async function findReadableOrder(db: Db, ctx: Context, id: string): Promise<OwnerOrder> {
  const scope = readerOf(ctx);
  return orNotFound(isId(id) ? await found.first(db, scope, { id }) : undefined);
}

/** Like `findReadableOrder`, locked until the transaction ends; 409 if it is invoiced (§E3). */
export async function lockEditableOrder(db: Db, ctx: Context, id: string): Promise<OwnerOrder> {
  const scope = await narrowToRow(db, readerOf(ctx), 'work_orders', id);
  const owner = orNotFound(isId(id) ? await locked.first(db, scope, { id }) : undefined);
  if (!mayChangeParts(owner.status)) throw problem.of('wrong-state', { sentence: 'work-order-invoiced' });
  return owner;
}

/**
 * The record that `find` gives for the permission of this call. Otherwise 403 if the caller may read it, else 404 (§A7).
 */
export async function notFoundOrForbidden<T>(
  ctx: Context,
  { permission }: Pick<ResourceDefinition, 'permission'>,
  find: (ctx: Context) => Promise<T | undefined>,
): Promise<T> {
  const found = await find(ctx);
  if (found !== undefined) return found;
  const reader = ctx.reach(`${permission}.read`);
  const isReadable = reader !== null && (await find(reader)) !== undefined;
  throw isReadable ? problem.forbidden() : problem.notFound();
}
