import { sql } from 'kysely';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { type RecordUse, findUseOf } from '#server/platform/resource/record-links.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { ownOrder } from './work-orders/reach.ts';

function ordersOf(tx: Tx, companyId: string) {
  return tx
    .selectFrom('work_orders')
    .where('work_orders.company_id', '=', companyId)
    .where('work_orders.deleted_at', 'is', null);
}

const usedOrders = (ctx: Context, orders: ReturnType<typeof ordersOf>) =>
  findUseOf(ctx, workOrders, orders, (scope) =>
    orders
      .where(within(scope, 'work_orders.company_id', ownOrder))
      .orderBy('created_at')
      .orderBy('number')
      .orderBy('id')
      .select(['work_orders.id', 'work_orders.year_number as name']),
  );

/** The work orders that keep a company from being deleted. */
export const workOrderUse: RecordUse = (tx, ctx, { companyId }) => usedOrders(ctx, ordersOf(tx, companyId));

/** Those that keep a customer relation. */
export const relationUse: RecordUse = (tx, ctx, { id, companyId }) =>
  usedOrders(ctx, ordersOf(tx, companyId).where('work_orders.customer_relation_id', '=', id));

/** Those that keep a contact person: an order names the people that it is for. */
export const contactPersonUse: RecordUse = (tx, ctx, { id, companyId }) =>
  usedOrders(
    ctx,
    ordersOf(tx, companyId).where(
      sql<boolean>`exists (select from work_order_contacts c where c.company_id = work_orders.company_id
        and c.work_order_id = work_orders.id and c.contact_person_id = ${id})`,
    ),
  );

/** Those that keep an administration. */
export const administrationUse: RecordUse = (tx, ctx, { id, companyId }) =>
  usedOrders(ctx, ordersOf(tx, companyId).where('work_orders.administration_id', '=', id));
