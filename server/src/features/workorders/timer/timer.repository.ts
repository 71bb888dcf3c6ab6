import { sql } from 'kysely';
import { inCompanyOf } from '#server/platform/auth/scope.ts';
import { type Db, executeLater, type Tx } from '#server/platform/db/database.ts';
import { advisoryLocks, lockKey } from '#server/platform/locks.ts';
import type { Caller } from '#server/platform/context.ts';
import type { OwnerOrder } from '../work-orders/reach.ts';
import '../workorders.tables.ts';

/** Whose clock it is. */
type Person = Pick<Caller, 'userId' | 'companyId' | 'isProvider'>;

/** The running clock of a person, with the name of its order, which they may no longer reach; or undefined. */
export function findRunning(db: Db, caller: Person) {
  return db
    .selectFrom('order_timers')
    .innerJoin('work_orders', (join) =>
      join
        .onRef('work_orders.company_id', '=', 'order_timers.company_id')
        .onRef('work_orders.id', '=', 'order_timers.work_order_id'),
    )
    .where('order_timers.user_id', '=', caller.userId)
    .where(inCompanyOf(caller, 'order_timers.company_id'))
    .select([
      'order_timers.work_order_id as workOrderId',
      'order_timers.started_at as startedAt',
      'work_orders.year_number as yearNumber',
      'work_orders.reference',
    ])
    .executeTakeFirst();
}

/**
 * The running clock of a person, locked until the transaction ends: of two calls at once the second sees the outcome. By a
 * key and not by its row: it may be on an order of any company, and a spread database locks rows of a known one.
 */
export async function lockRunning(tx: Tx, caller: Person) {
  await executeLater(
    tx,
    sql`select pg_advisory_xact_lock(${lockKey(advisoryLocks.orderTimer(caller.userId))})`,
  );
  return findRunning(tx, caller);
}

/** Deletes the running clock of a person. */
export async function remove(tx: Tx, caller: Person): Promise<void> {
  await tx
    .deleteFrom('order_timers')
    .where('user_id', '=', caller.userId)
    .where(inCompanyOf(caller, 'company_id'))
    .execute();
}

/**
 * When the person's hours end that hold a moment and end within so many minutes after it: those of a clock that was
 * stopped just before.
 */
export async function endOfHoursAt(
  tx: Tx,
  caller: Person,
  at: Date,
  maxMinutes: number,
): Promise<string | undefined> {
  const moment = at.toISOString();
  const found = await tx
    .selectFrom('order_times')
    .where('user_id', '=', caller.userId)
    .where(inCompanyOf(caller, 'company_id'))
    .where('deleted_at', 'is', null)
    .where('start_time', '<=', moment)
    // Nothing lasts over a day, which bounds the search.
    .where('start_time', '>', new Date(at.getTime() - 86_400_000).toISOString())
    .where('end_time', '>', moment)
    .where('end_time', '<=', new Date(at.getTime() + maxMinutes * 60_000).toISOString())
    .select((eb) => eb.fn.max('end_time').as('endTime'))
    .executeTakeFirst();
  return found?.endTime ?? undefined;
}

/** Starts the clock of a person, which is locked and runs nowhere: no key says that over the orders of all companies. */
export async function insert(
  tx: Tx,
  userId: string,
  order: Pick<OwnerOrder, 'id' | 'companyId'>,
  startedAt: string,
): Promise<void> {
  await tx
    .insertInto('order_timers')
    .values({
      user_id: userId,
      company_id: order.companyId,
      work_order_id: order.id,
      started_at: startedAt,
    })
    .execute();
}
