import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  webhookDeliveryDetail,
  webhookLog,
  webhookLogQuery,
  webhooks,
  webhookSecretMade,
  webhookSecretMake,
} from '#contract/core/webhooks.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { findLogged, listLog, makeSecret, resend, resume, sendTest } from './webhooks.service.ts';

const address = z.object({ id: z.string(), deliveryId: z.string() });

/** Secrets, tests and the log; only the answer to a new secret contains it. */
export function webhookRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, webhooks);
  const secret = {
    right: 'update',
    body: webhookSecretMake,
    isBodyOptional: true,
    result: webhookSecretMade,
    status: 201,
    config: { secret: true, fresh: true, summary: 'Make another secret of a webhook' },
  } as const;
  action('POST', '/:id/secret', secret, (ctx, { id, body, parents, reply }) => {
    reply.header('cache-control', 'no-store');
    return makeSecret(ctx, id, body, parents);
  });
  const on = {
    right: 'update',
    result: webhooks.record,
    config: { summary: 'Resume a webhook that stopped' },
  } as const;
  action('POST', '/:id/resume', on, (ctx, { id, parents }) => resume(ctx, id, parents));
  const test = {
    right: 'update',
    result: webhookDeliveryDetail,
    status: 201,
    config: { summary: 'Send a test event to a webhook' },
  } as const;
  action('POST', '/:id/test', test, (ctx, { id, parents }) => sendTest(ctx, id, parents));
  const log = {
    right: 'read',
    query: webhookLogQuery,
    result: webhookLog,
    config: { summary: 'List what was sent to a webhook' },
  } as const;
  action('GET', '/:id/deliveries', log, (ctx, { id, query, parents }) =>
    listLog(ctx, id, query.before, parents),
  );
  const one = {
    right: 'read',
    result: webhookDeliveryDetail,
    config: { summary: 'Get what was sent to a webhook, with the answers' },
  } as const;
  action('GET', '/:id/deliveries/:deliveryId', one, (ctx, { parents, request }) =>
    findLogged(ctx, parseInput(address, request.params), parents),
  );
  const again = {
    right: 'update',
    result: webhookDeliveryDetail,
    status: 201,
    config: { summary: 'Send an event to a webhook again' },
  } as const;
  action('POST', '/:id/deliveries/:deliveryId/resend', again, (ctx, { parents, request }) =>
    resend(ctx, parseInput(address, request.params), parents),
  );
}
