import { sql } from 'kysely';
import { carpetOrders } from '#contract/carpetline/orders.ts';
import { type RecordUse, findUseOf } from '#server/platform/resource/record-links.ts';
import { reachable } from './orders/reach.repository.ts';
import './carpetline.tables.ts';

/** The carpet orders that keep a company from being deleted (§B6). */
export const carpetOrderUse: RecordUse = (tx, ctx, { companyId }) => {
  const orders = tx
    .selectFrom('carpet_orders')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null);
  return findUseOf(ctx, carpetOrders, orders, (scope) =>
    orders
      .where(reachable(scope))
      .orderBy('number')
      .select(['id', sql<string>`number::text`.as('name')]),
  );
};
