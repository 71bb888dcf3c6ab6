import { sql } from 'kysely';
import { orderLines } from '#contract/workorders/order-lines.ts';
import { orderTimes } from '#contract/workorders/order-times.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import type { OwnerKind } from '#server/features/annotations/index.ts';
import { type HistoryKind, type TrashKind, trashTable } from '#server/features/core/index.ts';
import { problem } from '#server/platform/http/problem.ts';
import * as lines from './order-lines/order-lines.repository.ts';
import { hiddenOfLines } from './order-lines/purchase.ts';
import * as times from './order-times/order-times.repository.ts';
import * as orders from './work-orders/work-orders.repository.ts';

/** Notes and attachments hang on work orders. */
export const workOrderOwner: OwnerKind = {
  permission: workOrders.permission,
  companyOf: async (ctx, id) => (await orders.findById(ctx.db, ctx.scope, ctx.now(), id))?.companyId,
};

/** The records of this area that have a history. Purchase amounts are told to who may read them. */
export const workOrderHistory: readonly HistoryKind[] = [
  { entity: workOrders.permission, companyOf: workOrderOwner.companyOf },
  {
    entity: orderLines.permission,
    companyOf: async (ctx, id) => (await lines.findById(ctx.db, ctx, id))?.companyId,
    hidden: (ctx) => [...hiddenOfLines(ctx)],
  },
  {
    entity: orderTimes.permission,
    companyOf: async (ctx, id) => (await times.findById(ctx.db, ctx, id))?.companyId,
  },
];

const ofOrder = (table: string) => sql`exists (select from work_orders o
  where o.company_id = ${sql.ref(`${table}.company_id`)} and o.id = ${sql.ref(`${table}.work_order_id`)} and o.deleted_at is null)`;

// What hangs on an order comes back only while the order is not invoiced (§E3).
function whileOpen(kind: TrashKind, table: 'order_lines' | 'order_times'): TrashKind {
  return {
    ...kind,
    async restore(tx, ctx, record) {
      const { rows } = await sql<{ status: number }>`
        select o.status from work_orders o join ${sql.table(table)} t on t.company_id = o.company_id and t.work_order_id = o.id
        where t.company_id = ${record.companyId} and t.id = ${record.id} for update of o`.execute(tx);
      if (rows[0]?.status === 6) throw problem.of('wrong-state', { sentence: 'work-order-invoiced' });
      await kind.restore(tx, ctx, record);
    },
  };
}

/** The records of this area that go to the trash; those that point at others come before them. */
export const workOrderTrash: readonly TrashKind[] = [
  whileOpen(
    trashTable({
      entity: orderLines.permission,
      path: orderLines.path,
      table: 'order_lines',
      name: sql`description`,
      standsAlone: ofOrder('order_lines'),
    }),
    'order_lines',
  ),
  whileOpen(
    trashTable({
      entity: orderTimes.permission,
      path: orderTimes.path,
      table: 'order_times',
      name: sql`to_char(start_time at time zone 'Europe/Amsterdam', 'DD-MM-YYYY HH24:MI')`,
      standsAlone: ofOrder('order_times'),
    }),
    'order_times',
  ),
  trashTable({
    entity: workOrders.permission,
    path: workOrders.path,
    table: 'work_orders',
    name: sql`year_number || ' ' || reference`,
    standsAlone: sql`exists (select from companies c where c.id = work_orders.company_id and c.deleted_at is null)`,
    // Lines, hours and people go by themselves; notes and attachments know their order by its id only.
    before: ({ id, companyId }) =>
      ['notes', 'attachments'].map(
        (table) => sql`delete from ${sql.table(table)} where company_id = ${companyId} and entity_id = ${id}`,
      ),
  }),
];
