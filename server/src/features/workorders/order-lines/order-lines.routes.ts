import type { FastifyInstance } from 'fastify';
import { orderLines, workOrderLines } from '#contract/workorders/order-lines.ts';
import type { Services } from '#server/platform/context.ts';
import { mountList } from '#server/platform/http/mount-list.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import { orderOf } from '../work-orders/order-of.ts';
import { listLines, workOrderLinesService } from './order-lines.service.ts';
import { hiddenOfLines } from './purchase.ts';

export function orderLineRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, workOrderLines, workOrderLinesService);
  mountList(app, services, workOrderLines, {
    list: (ctx, query, { workOrderId }) => listLines(ctx, query, workOrderId),
    hidden: hiddenOfLines,
  });
  mountList(app, services, orderLines, {
    list: (ctx, query, _, pairs) => listLines(ctx, query, orderOf(pairs)),
    hidden: hiddenOfLines,
  });
}
