import type { FastifyInstance } from 'fastify';
import {
  orderTimer,
  orderTimes,
  startTimer as startCommand,
  stopTimer as stopCommand,
  timerPath,
} from '#contract/workorders/order-times.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { discardTimer, findTimer, startTimer, stopTimer } from './timer.service.ts';

export function timerRoutes(app: FastifyInstance, services: Services): void {
  const { permission } = orderTimes;
  const action = actionsOf(app, services, { path: timerPath, permission });
  const right = 'create';
  action('GET', '', { right, result: orderTimer.nullable() }, findTimer);
  const start = {
    body: startCommand,
    result: orderTimer,
    config: { summary: 'Start the clock' },
    status: 201,
  } as const;
  action('POST', '', { right, ...start }, (ctx, { body }) => startTimer(ctx, body.workOrderId));
  const summary = 'Stop the clock: the time becomes an entry';
  const stop = { body: stopCommand, isBodyOptional: true, result: orderTimes.record, status: 201 } as const;
  action('POST', '/stop', { right, ...stop, config: { summary } }, (ctx, { body }) => stopTimer(ctx, body));
  action('DELETE', '', { right, status: 204 }, discardTimer);
}
