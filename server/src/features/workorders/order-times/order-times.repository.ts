import { type Expression, sql, type SqlBool } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import type { Rec } from '#contract/resource.ts';
import { orderTimes } from '#contract/workorders/order-times.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { spreadOver } from '#server/platform/db/spread.ts';
import { readable } from '../work-orders/reach.ts';

/** Hours as they travel, with their company. */
export type OrderTime = Rec<typeof orderTimes> & { readonly companyId: string };

/** What is stored of hours. */
export interface TimeValues {
  readonly userId: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly description?: string | undefined;
}

const fullName = sql<string>`(u.first_name || ' ' || u.last_name)`;
const columns = listColumns(orderTimes.fields, {
  id: 'order_times.id',
  workOrderId: { sql: 'order_times.work_order_id', nullable: false },
  'workOrder/yearNumber': { sql: 'work_orders.year_number', natural: true, nullable: false },
  'workOrder/reference': { sql: 'work_orders.reference', natural: true, nullable: false },
  userId: { sql: 'order_times.user_id', nullable: false },
  'user/id': { sql: 'order_times.user_id', nullable: false },
  'user/fullName': { sql: fullName, natural: true, nullable: false },
  startTime: { sql: 'order_times.start_time', nullable: false },
  endTime: { sql: 'order_times.end_time', nullable: false },
  durationInMinutes: { sql: 'order_times.duration_in_minutes', nullable: false },
  description: { sql: 'order_times.description', natural: true, nullable: false },
  createdAt: { sql: 'order_times.created_at', nullable: false },
});
const search = searchColumns([
  fullName,
  'work_orders.year_number',
  'work_orders.reference',
  'order_times.description',
]);

/** Holds for hours within a scope: `.user` reaches the caller's own (§A2). */
export function hoursWithin(scope: Scope): Expression<SqlBool> {
  return within(scope, 'order_times.company_id', (userId) => sql<SqlBool>`order_times.user_id = ${userId}`);
}

// Half-open: what ends when another begins does not overlap (§E8). Nothing lasts over a day, which bounds the search. Whoever
// reaches all companies sees what overlaps between them, but not where each is on a server of its own.
const overlaps = ({ reach }: Scope) => sql<boolean>`exists (select from order_times o
  where ${reach === 'system' && spreadOver() === 0 ? sql`true` : sql`o.company_id = order_times.company_id`}
    and o.user_id = order_times.user_id and o.deleted_at is null and o.id <> order_times.id
    and o.start_time > order_times.start_time - interval '24 hours'
    and o.start_time < order_times.end_time and o.end_time > order_times.start_time)`;

function visible(db: Db, ctx: Context) {
  return db
    .selectFrom('order_times')
    .innerJoin('work_orders', (join) =>
      join
        .onRef('work_orders.company_id', '=', 'order_times.company_id')
        .onRef('work_orders.id', '=', 'order_times.work_order_id'),
    )
    .innerJoin('users as u', 'u.id', 'order_times.user_id')
    .where('order_times.deleted_at', 'is', null)
    .where('work_orders.deleted_at', 'is', null)
    .where(hoursWithin(ctx.scope))
    .where(readable(ctx))
    .select([
      'order_times.id',
      'order_times.company_id as companyId',
      'order_times.work_order_id as workOrderId',
      'work_orders.year_number as yearNumber',
      'work_orders.reference',
      'order_times.user_id as userId',
      fullName.as('fullName'),
      'order_times.start_time as startTime',
      'order_times.end_time as endTime',
      'order_times.duration_in_minutes as durationInMinutes',
      overlaps(ctx.scope).as('overlaps'),
      'order_times.description',
      'order_times.created_at as createdAt',
      'order_times.row_version as rowVersion',
    ]);
}

type Flat = Awaited<ReturnType<ReturnType<typeof visible>['executeTakeFirstOrThrow']>>;

function asTime({ yearNumber, reference, fullName, ...time }: Flat): OrderTime {
  return { ...time, workOrder: { yearNumber, reference }, user: { id: time.userId, fullName } };
}

/** A page of hours, of one order or of all. */
export async function list(db: Db, ctx: Context, query: ListQuery, orderId?: string) {
  const all = visible(db, ctx);
  const base = orderId === undefined ? all : all.where('order_times.work_order_id', '=', orderId);
  const page = await listPage(query, { base, columns, search });
  return { ...page, rows: page.rows.map(asTime) };
}

/** Hours by their id; with `orderId` only of that order. */
export async function findById(
  db: Db,
  ctx: Context,
  id: string,
  orderId?: string,
): Promise<OrderTime | undefined> {
  if (!isId(id) || (orderId !== undefined && !isId(orderId))) return undefined;
  const one = visible(db, ctx).where('order_times.id', '=', id);
  const found = await (
    orderId === undefined ? one : one.where('order_times.work_order_id', '=', orderId)
  ).executeTakeFirst();
  return found && asTime(found);
}
