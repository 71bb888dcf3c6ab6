import { sql } from 'kysely';
import { carpetOrders } from '#contract/carpetline/orders.ts';
import type { RecordUse } from '#server/platform/resource/record-links.ts';
import { reachable } from './orders/reach.repository.ts';
import './carpetline.tables.ts';

/** The carpet orders that keep a company from being deleted: how many, and the first five that the caller may read (§B6). */
export const carpetOrderUse: RecordUse = async (tx, ctx, { companyId }) => {
  const orders = tx
    .selectFrom('carpet_orders')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null);
  const { count } = await orders.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const reader = ctx.reach(`${carpetOrders.permission}.read`);
  if (count === 0 || !reader) return { count, first: [] };
  const first = await orders
    .where(reachable(reader.scope))
    .orderBy('number')
    .limit(5)
    .select(['id', sql<string>`number::text`.as('name')])
    .execute();
  return { count, first: first.map((order) => ({ resource: carpetOrders.path, ...order })) };
};
