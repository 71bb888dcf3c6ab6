import type { Db, Tx } from '#server/platform/db/database.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import type { OwnerOrder } from '../work-orders/reach.ts';
import '../workorders.tables.ts';

/** The running clock of a person, with the name of its order, which they may no longer reach; or undefined. */
export function findRunning(db: Db, userId: string) {
  return db
    .selectFrom('order_timers')
    .innerJoin('work_orders', (join) =>
      join
        .onRef('work_orders.company_id', '=', 'order_timers.company_id')
        .onRef('work_orders.id', '=', 'order_timers.work_order_id'),
    )
    .where('order_timers.user_id', '=', userId)
    .select([
      'order_timers.work_order_id as workOrderId',
      'order_timers.started_at as startedAt',
      'work_orders.year_number as yearNumber',
      'work_orders.reference',
    ])
    .executeTakeFirst();
}

/** Deletes the running clock of a person and gives it; of two calls at once only one gets it. */
export function take(tx: Tx, userId: string) {
  return tx
    .deleteFrom('order_timers')
    .using('work_orders')
    .whereRef('work_orders.company_id', '=', 'order_timers.company_id')
    .whereRef('work_orders.id', '=', 'order_timers.work_order_id')
    .where('order_timers.user_id', '=', userId)
    .returning([
      'order_timers.work_order_id as workOrderId',
      'order_timers.started_at as startedAt',
      'work_orders.year_number as yearNumber',
    ])
    .executeTakeFirst();
}

/** Starts the clock of a person; false if another call started one at the same time. */
export async function insert(
  tx: Tx,
  userId: string,
  order: Pick<OwnerOrder, 'id' | 'companyId'>,
  startedAt: Date,
): Promise<boolean> {
  // One clock a person, over the orders of all companies: no key can say that (decision 0075).
  await lockByKey(tx, advisoryLocks.orderTimer(userId));
  if (await findRunning(tx, userId)) return false;
  await tx
    .insertInto('order_timers')
    .values({
      user_id: userId,
      company_id: order.companyId,
      work_order_id: order.id,
      started_at: startedAt.toISOString(),
    })
    .execute();
  return true;
}
