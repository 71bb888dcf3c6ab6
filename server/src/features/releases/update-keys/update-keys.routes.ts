import type { FastifyInstance } from 'fastify';
import { updateKeys } from '#contract/releases/updates.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { createKey, rotateKey } from './update-keys.service.ts';

/** Creating and rotating keys: only these answers contain the key. */
export function updateKeyRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, updateKeys);
  const made = { right: 'create', result: updateKeys.record, config: { secret: true } };
  action('POST', '', { ...made, body: updateKeys.create, status: 201 }, (ctx, { body, parents, reply }) => {
    reply.header('cache-control', 'no-store');
    return createKey(ctx, body, parents);
  });
  action('POST', '/:id/rotate', made, (ctx, { id, parents, reply }) => {
    reply.header('cache-control', 'no-store');
    return rotateKey(ctx, id, parents);
  });
}
