import { sql, type SqlBool } from 'kysely';
import { addDays, instantOfAmsterdam } from '#contract/dates.ts';
import { WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import { inCompanyOf, type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { hoursWithin } from '../order-times/order-times.repository.ts';
import '../workorders.tables.ts';

const fullName = sql<string>`(u.first_name || ' ' || u.last_name)`;

/** A person of the reach of a scope; with `.system` of any company. */
export async function findPerson(db: Db, scope: Scope, id: string) {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('users as u')
    .where('u.id', '=', id)
    .where('u.deleted_at', 'is', null)
    .where(within(scope, 'u.company_id', (userId) => sql<SqlBool>`u.id = ${userId}`))
    .select(['u.id', fullName.as('fullName')])
    .executeTakeFirst();
}

/** The caller's colleagues, and who else within the scope has hours. */
export function listPeople(db: Db, scope: Scope, companyId: string) {
  return db
    .selectFrom('users as u')
    .where('u.deleted_at', 'is', null)
    .where(within(scope, 'u.company_id', (userId) => sql<SqlBool>`u.id = ${userId}`))
    .where((eb) =>
      eb.or([
        eb('u.company_id', '=', companyId),
        eb(
          'u.id',
          'in',
          eb
            .selectFrom('order_times')
            .where('order_times.deleted_at', 'is', null)
            .where(hoursWithin(scope))
            .select('order_times.user_id'),
        ),
      ]),
    )
    .select(['u.id', fullName.as('fullName')])
    .orderBy(sql`u.first_name collate natural_order, u.last_name collate natural_order, u.id`)
    .execute();
}

/**
 * The hours of a person that start in the week of a Monday, with their orders. They are complete whatever orders the caller
 * may read: a total that leaves something out is no total (decision 0087).
 *
 * @param scope of hours of others; absent for the person's own
 */
export async function hoursOfWeek(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  userId: string,
  monday: string,
  scope?: Scope,
) {
  const inScope = scope ? hoursWithin(scope) : inCompanyOf(caller, 'order_times.company_id');
  return db
    .selectFrom('order_times')
    .innerJoin('work_orders', (join) =>
      join
        .onRef('work_orders.company_id', '=', 'order_times.company_id')
        .onRef('work_orders.id', '=', 'order_times.work_order_id'),
    )
    .leftJoin('customer_relations as r', (join) =>
      join
        .onRef('r.company_id', '=', 'work_orders.company_id')
        .onRef('r.id', '=', 'work_orders.customer_relation_id'),
    )
    .where('order_times.user_id', '=', userId)
    .where('order_times.deleted_at', 'is', null)
    .where('work_orders.deleted_at', 'is', null)
    .where('order_times.start_time', '>=', instantOfAmsterdam(monday, '00:00'))
    .where('order_times.start_time', '<', instantOfAmsterdam(addDays(monday, 7), '00:00'))
    .where(inScope)
    .select([
      'order_times.id',
      'order_times.work_order_id as workOrderId',
      'order_times.start_time as startTime',
      'order_times.end_time as endTime',
      'order_times.duration_in_minutes as durationInMinutes',
      'order_times.description',
      'order_times.row_version as rowVersion',
      'work_orders.year_number as yearNumber',
      'work_orders.reference',
      sql<string>`coalesce(r.name, '')`.as('relationName'),
      sql<boolean>`work_orders.status = ${sql.lit(WorkOrderStatus.Invoiced)}`.as('isInvoiced'),
    ])
    .orderBy('order_times.start_time')
    .orderBy('order_times.id')
    .execute();
}

/** Whether a person has hours in this time, its end not included, on orders of whatever company. */
export async function hasHoursIn(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  userId: string,
  { startTime, endTime }: { readonly startTime: string; readonly endTime: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('order_times')
    .where('user_id', '=', userId)
    .where(inCompanyOf(caller, 'company_id'))
    .where('deleted_at', 'is', null)
    // Nothing lasts over a day, which bounds the search.
    .where('start_time', '>', new Date(Date.parse(startTime) - 86_400_000).toISOString())
    .where('start_time', '<', endTime)
    .where('end_time', '>', startTime)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
