import { sql } from 'kysely';
import { orderLines, workOrderLines } from '#contract/workorders/order-lines.ts';
import { mountList } from '#server/platform/http/mount-list.ts';
import { within } from '#server/platform/auth/scope.ts';
import { slice } from '#server/platform/resource/slice.ts';
import { orderOf } from '../work-orders/order-of.ts';
import { partOfOrder, trashOfPart } from '../work-orders/order-parts.repository.ts';
import { ownOrder } from '../work-orders/reach.ts';
import { findById } from './order-lines.repository.ts';
import { listLines, orderLinesService, workOrderLinesService } from './order-lines.service.ts';
import { hiddenOfLines } from './purchase.ts';

export const orderLineSlice = slice({
  resource: orderLines,
  service: orderLinesService,
  routes(app, services) {
    mountList(app, services, orderLines, {
      list: (ctx, query, _, pairs) => listLines(ctx, query, orderOf(pairs)),
      hidden: hiddenOfLines,
    });
  },
  history: {
    companyOf: async (ctx, id) => (await findById(ctx.db, ctx, id))?.companyId,
    hidden: (ctx) => [...hiddenOfLines(ctx)],
    partOf: partOfOrder('order_lines', sql`order_lines.description`, (ctx) =>
      within(ctx.scope, 'work_orders.company_id', ownOrder),
    ),
  },
  trash: trashOfPart('order_lines', sql`description`),
  exports: 'none',
});

/** The same lines at their second address; they have one history and one trash. */
export const workOrderLineSlice = slice({
  resource: workOrderLines,
  service: workOrderLinesService,
  routes(app, services) {
    mountList(app, services, workOrderLines, {
      list: (ctx, query, { workOrderId }) => listLines(ctx, query, workOrderId),
      hidden: hiddenOfLines,
    });
  },
  history: 'none',
  trash: 'none',
  exports: 'none',
});
