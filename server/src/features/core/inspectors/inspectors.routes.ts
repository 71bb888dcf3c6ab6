import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { inspector, inspectorMake, inspectorReach, inspectors } from '#contract/core/inspectors.ts';
import { id } from '#contract/resource.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { changeInspector, endInspector, listInspectors, makeInspector } from './inspectors.service.ts';

const ofCompany = z.object({ companyId: id.optional() });

/** People who see the archive of a period only, until a day (§C25). */
export function inspectorRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, inspectors);
  const config = { fresh: true } as const;
  action('GET', '', { right: 'read', query: ofCompany, result: z.array(inspector) }, (ctx, { query }) =>
    listInspectors(ctx, query.companyId),
  );
  action(
    'POST',
    '',
    { right: 'create', body: inspectorMake, result: inspector, status: 201, config },
    (ctx, { body }) => makeInspector(ctx, body),
  );
  action(
    'PUT',
    '/:id',
    { right: 'update', body: inspectorReach, result: inspector, config },
    (ctx, { id, body }) => changeInspector(ctx, id, body),
  );
  const end = {
    right: 'update',
    result: inspector,
    config: { ...config, summary: 'End an inspection now', repeatable: 'ends it again' },
  } as const;
  action('POST', '/:id/end', end, (ctx, { id }) => endInspector(ctx, id));
}
