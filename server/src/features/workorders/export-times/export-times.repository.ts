import { sql } from 'kysely';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { addDays, amsterdam, formatDay, instantOfAmsterdam } from '#contract/dates.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import { isId, noCompany } from '#server/platform/db/ids.ts';
import { csvCellSql, csvLineSql } from '#server/platform/db/csv-sql.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { withoutTimeouts } from '#server/platform/db/stream-list.ts';
import { hoursWithin } from '../order-times/order-times.repository.ts';
import { ownOrder } from '../work-orders/reach.ts';

/** Amsterdam days, both included, and whose hours or which administration's they are; all of them without. */
export interface Period {
  readonly startDate: string;
  readonly endDate: string;
  readonly userId?: string | undefined;
  readonly administrationId?: string | undefined;
}

/** A row of the preview, with the Amsterdam day that they start on and clock times. */
interface ExportedTime {
  readonly day: string;
  readonly userName: string;
  readonly yearNumber: string;
  readonly relationName: string;
  readonly administrationName: string;
  readonly start: string;
  readonly end: string;
  readonly minutes: number;
}

// By their start (§E9), of orders that the caller may read; without that permission the file is empty.
function inPeriod(db: Db, ctx: Context, { startDate, endDate, userId, administrationId }: Period) {
  const orders = ctx.reach(`${workOrders.permission}.read`);
  const all = db
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
  const ofUser = userId === undefined ? all : all.where('order_times.user_id', '=', knownId(userId));
  return administrationId === undefined
    ? ofUser
    : ofUser.where('work_orders.administration_id', '=', knownId(administrationId));
}

// What is no id of ours finds nothing, like the id of something that does not exist.
const knownId = (id: string) => (isId(id) ? id : noCompany);

/** The people with hours in a period, and the administrations of the orders that they are on, by name. */
export async function choices(db: Db, ctx: Context, period: Period) {
  const users = await inPeriod(db, ctx, period)
    .innerJoin('users as u', 'u.id', 'order_times.user_id')
    .select(['u.id', cells.userName.as('fullName')])
    .groupBy(['u.id', 'u.first_name', 'u.last_name'])
    .orderBy(sql`u.last_name collate natural_order, u.first_name collate natural_order, u.id`)
    .execute();
  const administrations = await inPeriod(db, ctx, period)
    .innerJoin('administrations as a', (join) =>
      join
        .onRef('a.company_id', '=', 'work_orders.company_id')
        .onRef('a.id', '=', 'work_orders.administration_id'),
    )
    .select(['a.id', 'a.name'])
    .groupBy(['a.id', 'a.name'])
    .orderBy(sql`a.name collate natural_order, a.id`)
    .execute();
  return { users, administrations };
}

/** The number of rows, and the sum of their minutes. */
export function sums(db: Db, ctx: Context, period: Period) {
  return inPeriod(db, ctx, period)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(order_times.duration_in_minutes), 0)::bigint`.as('totalMinutes'),
    ])
    .executeTakeFirstOrThrow();
}

const clock = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone ${sql.lit(amsterdam)}, 'HH24:MI')`;
const cells = {
  userName: sql<string>`u.first_name || ' ' || u.last_name`,
  yearNumber: sql<string>`work_orders.year_number`,
  relationName: sql<string>`coalesce(r.name, '')`,
  administrationName: sql<string>`coalesce(a.name, '')`,
  start: clock('order_times.start_time'),
  end: clock('order_times.end_time'),
} as const;
const byPerson = sql`u.last_name collate natural_order, u.first_name collate natural_order, u.id, order_times.start_time, order_times.id`;

/** The hours of one day, with the tables that name what they belong to. */
function ofDay(db: Db, ctx: Context, period: Period, day: string) {
  return inPeriod(db, ctx, { ...period, startDate: day, endDate: day })
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
    );
}

/** Runs `ask` for each day of a period in one snapshot of the database, as its results are consumed. */
async function* days<T>(
  ctx: Context,
  { startDate, endDate }: Period,
  ask: (tx: Tx, day: string) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const transaction = await ctx.db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    await withoutTimeouts(transaction);
    for (let day = startDate; day <= endDate; day = addDays(day, 1)) yield* ask(transaction, day);
  } finally {
    await transaction.rollback().execute();
  }
}

/** The first hours of a period, by day, person and start. */
export async function firstRows(ctx: Context, period: Period, max: number): Promise<ExportedTime[]> {
  const found: ExportedTime[] = [];
  const ask = async function* (tx: Tx, day: string) {
    const { userName, yearNumber, relationName, administrationName, start, end } = cells;
    const rows = await ofDay(tx, ctx, period, day)
      .select([
        userName.as('userName'),
        yearNumber.as('yearNumber'),
        relationName.as('relationName'),
        administrationName.as('administrationName'),
        start.as('start'),
        end.as('end'),
        'order_times.duration_in_minutes as minutes',
      ])
      .orderBy(byPerson)
      .limit(max - found.length)
      .execute();
    for (const row of rows) yield { ...row, day };
  };
  for await (const row of days(ctx, period, ask)) {
    found.push(row);
    if (found.length === max) break;
  }
  return found;
}

// A chunk has some 9 kB: larger ones would be joined by copying.
const rowsPerChunk = 100;
const chunksPerFetch = 4;

/**
 * All hours of a period as lines of the file (§E9), in chunks that are read on demand: sorted one day at a time, so that
 * the first lines leave immediately. PostgreSQL writes the lines: parsing and formatting rows in the server left hundreds
 * of megabytes of garbage (decision 0031). A connection is used until the last chunk was read or the loop was left.
 */
export function lines(ctx: Context, period: Period): AsyncGenerator<string> {
  return days(ctx, period, async function* (tx, day) {
    const { userName, yearNumber, relationName, administrationName, start, end } = cells;
    const names = [userName, yearNumber, relationName, administrationName].map(csvCellSql);
    const minutes = sql<string>`order_times.duration_in_minutes::text`;
    const hours = sql<string>`replace(round(order_times.duration_in_minutes / 60.0, 2)::text, '.', ',')`;
    const line = csvLineSql([sql<string>`${formatDay(day)}::text`, ...names, start, end, minutes, hours]);
    const numbered = ofDay(tx, ctx, period, day).select([
      line.as('line'),
      sql<number>`row_number() over (order by ${byPerson})`.as('n'),
    ]);
    await sql`declare hours_of_day no scroll cursor for select string_agg(line, '' order by n) as chunk
      from (${numbered}) numbered group by (n - 1) / ${sql.lit(rowsPerChunk)} order by (n - 1) / ${sql.lit(rowsPerChunk)}`.execute(
      tx,
    );
    for (;;) {
      const { rows } = await sql<{
        chunk: string;
      }>`fetch ${sql.lit(chunksPerFetch)} from hours_of_day`.execute(tx);
      for (const { chunk } of rows) yield chunk;
      if (rows.length < chunksPerFetch) break;
    }
    await sql`close hours_of_day`.execute(tx);
  });
}
