import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import { workOrders } from '#contract/workorders/work-orders.ts';
import type { Context } from '#server/platform/context.ts';
import { problem } from '#server/platform/http/problem.ts';
import type { HistoryOwner } from '#server/platform/resource/slice.ts';
import type { TrashOptions } from '#server/platform/resource/trash.ts';
import { mayChangeParts } from './work-orders.rules.ts';

/** How lines and hours go to the trash: they are restored only while their order is not invoiced (§E3). */
export function trashOfPart(table: 'order_lines' | 'order_times', name: RawBuilder<unknown>): TrashOptions {
  return {
    table,
    name,
    standsAlone: sql`exists (select from work_orders o where o.company_id = ${sql.ref(`${table}.company_id`)}
      and o.id = ${sql.ref(`${table}.work_order_id`)} and o.deleted_at is null)`,
    async afterRestore(tx, _ctx, record) {
      const { rows } = await sql<{ status: number }>`
        select o.status from work_orders o join ${sql.table(table)} t on t.company_id = o.company_id and t.work_order_id = o.id
        where t.company_id = ${record.companyId} and t.id = ${record.id} for update of o`.execute(tx);
      if (rows[0] && !mayChangeParts(rows[0].status))
        throw problem.of('wrong-state', { sentence: 'work-order-invoiced' });
    },
  };
}

/** What the history of an order tells of its lines or hours: `name` calls one, `within` holds for those within a scope. */
export function partOfOrder(
  table: 'order_lines' | 'order_times',
  name: RawBuilder<unknown>,
  within: (ctx: Context) => Expression<SqlBool>,
): HistoryOwner {
  return {
    entity: workOrders.permission,
    async find(ctx, { companyId, id }) {
      const { rows } = await sql<{ id: string; name: string }>`
        select ${sql.table(table)}.id, ${name} as name from ${sql.table(table)} join work_orders
          on work_orders.company_id = ${sql.ref(`${table}.company_id`)} and work_orders.id = ${sql.ref(`${table}.work_order_id`)}
        where ${sql.ref(`${table}.company_id`)} = ${companyId} and ${sql.ref(`${table}.work_order_id`)} = ${id}
          and ${within(ctx)}`.execute(ctx.db);
      return rows;
    },
  };
}
