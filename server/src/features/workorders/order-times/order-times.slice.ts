import { sql } from 'kysely';
import { orderTimes, workOrderTimes } from '#contract/workorders/order-times.ts';
import { mountList } from '#server/platform/http/mount-list.ts';
import { slice } from '#server/platform/resource/slice.ts';
import { orderOf } from '../work-orders/order-of.ts';
import { partOfOrder, trashOfPart } from '../work-orders/order-parts.repository.ts';
import { findById, hoursWithin } from './order-times.repository.ts';
import { listTimes, orderTimesService, workOrderTimesService } from './order-times.service.ts';

const begin = sql`to_char(start_time at time zone 'Europe/Amsterdam', 'DD-MM-YYYY HH24:MI')`;

export const orderTimeSlice = slice({
  resource: orderTimes,
  service: orderTimesService,
  routes(app, services) {
    mountList(app, services, orderTimes, {
      list: (ctx, query, _, pairs) => listTimes(ctx, query, orderOf(pairs)),
    });
  },
  history: {
    companyOf: async (ctx, id) => (await findById(ctx.db, ctx, id))?.companyId,
    partOf: partOfOrder('order_times', begin, (ctx) => hoursWithin(ctx.scope)),
  },
  trash: trashOfPart('order_times', begin),
  // Hours are exported by their own route (§E9).
  exports: 'none',
});

/** The same hours at their second address; they have one history and one trash. */
export const workOrderTimeSlice = slice({
  resource: workOrderTimes,
  service: workOrderTimesService,
  routes(app, services) {
    mountList(app, services, workOrderTimes, {
      list: (ctx, query, { workOrderId }) => listTimes(ctx, query, workOrderId),
    });
  },
  history: 'none',
  trash: 'none',
  exports: 'none',
});
