import type { FastifyInstance } from 'fastify';
import { workOrderCopy, workOrders } from '#contract/workorders/work-orders.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { mountList } from '#server/platform/http/mount-list.ts';
import { copyOf } from './copy.service.ts';
import { listWorkOrders } from './work-orders.service.ts';

export function workOrderRoutes(app: FastifyInstance, services: Services): void {
  mountList(app, services, workOrders, { list: listWorkOrders });
  const copy = { right: 'copy', result: workOrderCopy };
  actionsOf(app, services, workOrders)('GET', '/:id/copy', copy, (ctx, { id }) => copyOf(ctx, id));
}
