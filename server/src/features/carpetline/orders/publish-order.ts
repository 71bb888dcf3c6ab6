import { carpetOrders } from '#contract/carpetline/orders.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { StoredOrder } from './orders.repository.ts';

type PublishedOrder = Pick<StoredOrder, 'id' | 'companyId' | 'customerRelation'>;

/** Notifies open screens of an order; with `before` also those of the relation that it was for. */
export async function publishOrder(
  tx: Tx,
  ctx: Context,
  order: PublishedOrder,
  before: PublishedOrder = order,
): Promise<void> {
  const audiences = new Set([order, before].map(({ customerRelation }) => customerRelation?.id ?? undefined));
  for (const audience of audiences) {
    await ctx.events.publish(tx, {
      resource: carpetOrders.path,
      companyId: order.companyId,
      id: order.id,
      ...(audience === undefined ? {} : { audience }),
    });
  }
}
