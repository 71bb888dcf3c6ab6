import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { orderTimer, orderTimes, startTimer as command } from '#contract/workorders/order-times.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { discardTimer, findTimer, startTimer, stopTimer } from './timer.service.ts';

const url = '/api/comceptum/timer';
const permission = `${orderTimes.permission}.create`;
const tags = ['comceptum/timer'];

export function timerRoutes(app: FastifyInstance, services: Services): void {
  const config = { permission };
  const running = z.object({ result: orderTimer.nullable() });
  app.get(url, { config, schema: { tags, response: { 200: running } } }, async (request) => ({
    result: await findTimer(contextOf(services, request, permission)),
  }));
  const started = z.object({ result: orderTimer });
  app.post(
    url,
    { config, schema: { tags, body: command, response: { 201: started } } },
    async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      const { workOrderId } = parseInput(command, request.body);
      return reply.code(201).send({ result: await startTimer(ctx, workOrderId) });
    },
  );
  const stopped = z.object({ result: orderTimes.record });
  app.post(`${url}/stop`, { config, schema: { tags, response: { 201: stopped } } }, async (request, reply) =>
    reply.code(201).send({ result: await stopTimer(contextOf(services, request, permission)) }),
  );
  app.delete(url, { config, schema: { tags, response: { 204: z.null() } } }, async (request, reply) => {
    await discardTimer(contextOf(services, request, permission));
    return reply.code(204).send();
  });
}
