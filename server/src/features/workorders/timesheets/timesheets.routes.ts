import type { FastifyInstance } from 'fastify';
import { orderTimes } from '#contract/workorders/order-times.ts';
import {
  copiedWeek,
  copyWeek as copyCommand,
  timesheet,
  timesheetPeople,
  timesheetQuery,
  timesheets,
} from '#contract/workorders/timesheets.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { copyWeek, findOwnWeek, findWeek, listPeople } from './timesheets.service.ts';

export function timesheetRoutes(app: FastifyInstance, services: Services): void {
  const own = actionsOf(app, services, { path: timesheets.path, permission: orderTimes.permission });
  const week = { query: timesheetQuery, result: timesheet };
  own('GET', '/own', { right: 'read', ...week }, (ctx, { query }) => findOwnWeek(ctx, query.startDate));
  const copy = { body: copyCommand, result: copiedWeek };
  own('POST', '/copy-week', { right: 'create', ...copy }, (ctx, { body }) => copyWeek(ctx, body));

  const others = actionsOf(app, services, timesheets);
  others('GET', '/people', { right: 'read', result: timesheetPeople }, listPeople);
  others('GET', '/:id', { right: 'read', ...week }, (ctx, { id, query }) =>
    findWeek(ctx, id, query.startDate),
  );
}
