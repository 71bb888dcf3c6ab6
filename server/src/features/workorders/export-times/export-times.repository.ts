import { sql } from 'kysely';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { addDays, instantOfAmsterdam } from '#contract/dates.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { hoursWithin } from '../order-times/order-times.repository.ts';
import { ownOrder } from '../work-orders/reach.ts';

/** Amsterdam days, both included. */
export interface Period {
  readonly startDate: string;
  readonly endDate: string;
}

/** Hours as the file tells them. */
export interface ExportedTime {
  readonly userName: string;
  readonly yearNumber: string;
  readonly relationName: string;
  readonly administrationName: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly minutes: number;
}

/** The same with the Amsterdam day that they start on. */
export type DayRow = ExportedTime & { readonly day: string };

// By the moment they start (§E9), of orders that the caller may read; who reads none has an empty file.
function inPeriod(db: Db, ctx: Context, { startDate, endDate }: Period) {
  const orders = ctx.reach(`${workOrders.permission}.read`);
  return db
    .selectFrom('order_times')
    .innerJoin('work_orders', (join) =>
      join
        .onRef('work_orders.company_id', '=', 'order_times.company_id')
        .onRef('work_orders.id', '=', 'order_times.work_order_id'),
    )
    .where('order_times.deleted_at', 'is', null)
    .where('work_orders.deleted_at', 'is', null)
    .where('order_times.start_time', '>=', instantOfAmsterdam(startDate, '00:00'))
    .where('order_times.start_time', '<', instantOfAmsterdam(addDays(endDate, 1), '00:00'))
    .where(hoursWithin(ctx.scope))
    .where(orders ? within(orders.scope, 'work_orders.company_id', ownOrder) : sql<boolean>`false`);
}

/** How many hours' rows there are, and their minutes together. */
export function sums(db: Db, ctx: Context, period: Period) {
  return inPeriod(db, ctx, period)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(order_times.duration_in_minutes), 0)::bigint`.as('totalMinutes'),
    ])
    .executeTakeFirstOrThrow();
}

/** The rows of one day, by person and start; at most so many. */
function ofDay(db: Db, ctx: Context, day: string, most: number): Promise<ExportedTime[]> {
  return inPeriod(db, ctx, { startDate: day, endDate: day })
    .innerJoin('users as u', 'u.id', 'order_times.user_id')
    .leftJoin('administrations as a', (join) =>
      join
        .onRef('a.company_id', '=', 'work_orders.company_id')
        .onRef('a.id', '=', 'work_orders.administration_id'),
    )
    .leftJoin('customer_relations as r', (join) =>
      join
        .onRef('r.company_id', '=', 'work_orders.company_id')
        .onRef('r.id', '=', 'work_orders.customer_relation_id'),
    )
    .select([
      sql<string>`u.first_name || ' ' || u.last_name`.as('userName'),
      'work_orders.year_number as yearNumber',
      sql<string>`coalesce(r.name, '')`.as('relationName'),
      sql<string>`coalesce(a.name, '')`.as('administrationName'),
      'order_times.start_time as startTime',
      'order_times.end_time as endTime',
      'order_times.duration_in_minutes as minutes',
    ])
    .orderBy(sql`u.last_name collate natural_order, u.first_name collate natural_order, u.id`)
    .orderBy('order_times.start_time')
    .orderBy('order_times.id')
    .limit(most)
    .execute();
}

const mostADay = 1_000_000;

/**
 * All hours of a period in the order of the file, pulled: one moment of the database, one day of it in memory, so that
 * the first rows leave at once. A connection is held until the last row was taken or the loop is left.
 */
export async function* stream(
  ctx: Context,
  { startDate, endDate }: Period,
  most = mostADay,
): AsyncGenerator<DayRow> {
  const transaction = await ctx.db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    let left = most;
    for (let day = startDate; day <= endDate && left > 0; day = addDays(day, 1)) {
      const rows = await ofDay(transaction, ctx, day, left);
      for (const row of rows) yield { ...row, day };
      if (most < mostADay) left -= rows.length;
    }
  } finally {
    await transaction.rollback().execute();
  }
}
