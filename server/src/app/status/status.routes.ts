import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { statusPlace, systemStatus } from '#contract/core/status.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { type Operated, readStatus, retryJob } from './status.service.ts';

const named = z.object({ kind: z.string().max(100) });

/** What staff see of the product, and the way to try a failed job again. */
export function statusRoutes(app: FastifyInstance, services: Services, operated: Operated): void {
  const action = actionsOf(app, services, statusPlace);
  action('GET', '', { right: 'read', result: systemStatus }, (ctx) => readStatus(ctx, operated));
  action('POST', '/jobs/:kind/:id/retry', { right: 'retry', status: 204 }, (ctx, { id, request }) =>
    retryJob(ctx, parseInput(named, request.params).kind, id),
  );
}
