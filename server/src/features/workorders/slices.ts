import { sql } from 'kysely';
import { administrations } from '#contract/core/administrations.ts';
import { companies } from '#contract/core/companies.ts';
import { contactPersons } from '#contract/core/contact-persons.ts';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { orderLines } from '#contract/workorders/order-lines.ts';
import { orderTimes } from '#contract/workorders/order-times.ts';
import { WorkOrderStatus, workOrders } from '#contract/workorders/work-orders.ts';
import { problem } from '#server/platform/http/problem.ts';
import { type Slice, slice } from '#server/platform/resource/slice.ts';
import { companyStays, type TrashOptions } from '#server/platform/resource/trash.ts';
import * as lines from './order-lines/order-lines.repository.ts';
import { orderLineRoutes } from './order-lines/order-lines.routes.ts';
import { orderLinesService } from './order-lines/order-lines.service.ts';
import { hiddenOfLines } from './order-lines/purchase.ts';
import * as times from './order-times/order-times.repository.ts';
import { orderTimeRoutes } from './order-times/order-times.routes.ts';
import { orderTimesService } from './order-times/order-times.service.ts';
import { administrationUse, contactPersonUse, relationUse, workOrderUse } from './uses.repository.ts';
import { workOrderOwner } from './work-orders/owner.ts';
import { exportColumns, exportedRows } from './work-orders/export.ts';
import { searchOrders } from './work-orders/searcher.ts';
import { workOrderRoutes } from './work-orders/work-orders.routes.ts';
import { workOrdersService } from './work-orders/work-orders.service.ts';

// Lines and hours are restored only while their order is not invoiced (§E3).
const whileOpen = (
  table: 'order_lines' | 'order_times',
): Pick<TrashOptions, 'standsAlone' | 'afterRestore'> => ({
  standsAlone: sql`exists (select from work_orders o where o.company_id = ${sql.ref(`${table}.company_id`)}
    and o.id = ${sql.ref(`${table}.work_order_id`)} and o.deleted_at is null)`,
  async afterRestore(tx, _ctx, record) {
    const { rows } = await sql<{ status: number }>`
      select o.status from work_orders o join ${sql.table(table)} t on t.company_id = o.company_id and t.work_order_id = o.id
      where t.company_id = ${record.companyId} and t.id = ${record.id} for update of o`.execute(tx);
    if (rows[0]?.status === WorkOrderStatus.Invoiced)
      throw problem.of('wrong-state', { sentence: 'work-order-invoiced' });
  },
});

/** The resources of the area; those that refer to others come before them. */
export const workOrderSlices: readonly Slice[] = [
  slice({
    resource: orderLines,
    service: orderLinesService,
    routes: orderLineRoutes,
    // Purchase amounts are shown to those who may read them.
    history: {
      companyOf: async (ctx, id) => (await lines.findById(ctx.db, ctx, id))?.companyId,
      hidden: (ctx) => [...hiddenOfLines(ctx)],
    },
    trash: { table: 'order_lines', name: sql`description`, ...whileOpen('order_lines') },
    exports: 'none',
  }),
  slice({
    resource: orderTimes,
    service: orderTimesService,
    routes: orderTimeRoutes,
    history: { companyOf: async (ctx, id) => (await times.findById(ctx.db, ctx, id))?.companyId },
    trash: {
      table: 'order_times',
      name: sql`to_char(start_time at time zone 'Europe/Amsterdam', 'DD-MM-YYYY HH24:MI')`,
      ...whileOpen('order_times'),
    },
    // Hours are exported by their own route (§E9).
    exports: 'none',
  }),
  slice({
    resource: workOrders,
    service: workOrdersService,
    routes: workOrderRoutes,
    history: { companyOf: workOrderOwner.companyOf },
    trash: {
      table: 'work_orders',
      name: sql`year_number || ' ' || reference`,
      standsAlone: companyStays('work_orders'),
      // Lines, hours and people are deleted by their foreign keys; notes and attachments refer to the id only.
      beforePurge: ({ id, companyId }) =>
        ['notes', 'attachments'].map(
          (table) =>
            sql`delete from ${sql.table(table)} where company_id = ${companyId} and entity_id = ${id}`,
        ),
    },
    exports: {
      list: 'workorders',
      rows: async (ctx, query) => exportedRows(ctx, query),
      columns: exportColumns,
    },
    owner: workOrderOwner,
    search: { rank: 8, find: searchOrders },
    blocks: [
      { target: companies, findUse: workOrderUse },
      { target: administrations, findUse: administrationUse },
      { target: customerRelations, findUse: relationUse },
      { target: contactPersons, findUse: contactPersonUse },
    ],
  }),
];
