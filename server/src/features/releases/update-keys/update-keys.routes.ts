import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { updateKeys } from '#contract/releases/updates.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf, parentsOf } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { createKey, rotateKey } from './update-keys.service.ts';

/** Creating and rotating keys: the answers are the only ones that hold the key. */
export function updateKeyRoutes(app: FastifyInstance, services: Services): void {
  const url = `/api/${updateKeys.path.replace('{companyId}', ':companyId')}`;
  const permission = `${updateKeys.permission}.create`;
  const config = { permission, secret: true };
  const tags = [updateKeys.path];
  const one = z.object({ result: updateKeys.record });
  app.post(
    url,
    { config, schema: { tags, body: updateKeys.create, response: { 201: one } } },
    async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      const made = await createKey(
        ctx,
        parseInput(updateKeys.create, request.body),
        parentsOf<typeof updateKeys>(request),
      );
      return reply.code(201).header('cache-control', 'no-store').send({ result: made });
    },
  );
  app.post(
    `${url}/:id/rotate`,
    { config, schema: { tags, response: { 200: one } } },
    async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      const made = await rotateKey(ctx, idOf(request), parentsOf<typeof updateKeys>(request));
      return reply.header('cache-control', 'no-store').send({ result: made });
    },
  );
}
