import type { FastifyInstance } from 'fastify';
import { orderTimes, workOrderTimes } from '#contract/workorders/order-times.ts';
import type { Services } from '#server/platform/context.ts';
import { mountList } from '#server/platform/http/mount-list.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import { orderOf } from '../work-orders/order-of.ts';
import { listTimes, workOrderTimesService } from './order-times.service.ts';

export function orderTimeRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, workOrderTimes, workOrderTimesService);
  mountList(app, services, workOrderTimes, {
    list: (ctx, query, { workOrderId }) => listTimes(ctx, query, workOrderId),
  });
  mountList(app, services, orderTimes, {
    list: (ctx, query, _, pairs) => listTimes(ctx, query, orderOf(pairs)),
  });
}
