import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { workOrderCopy, workOrders } from '#contract/workorders/work-orders.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { mountList } from '#server/platform/http/mount-list.ts';
import { idOf } from '#server/platform/http/mount-resource.ts';
import { copyOf } from './copy.service.ts';
import { listWorkOrders } from './work-orders.service.ts';

const copy = `${workOrders.permission}.copy`;

export function workOrderRoutes(app: FastifyInstance, services: Services): void {
  mountList(app, services, workOrders, { list: listWorkOrders });

  const schema = { tags: [workOrders.path], response: { 200: z.object({ result: workOrderCopy }) } };
  app.get(`/api/${workOrders.path}/:id/copy`, { config: { permission: copy }, schema }, async (request) => ({
    result: await copyOf(contextOf(services, request, copy), idOf(request)),
  }));
}
