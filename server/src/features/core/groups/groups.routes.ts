import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { groupCopy, groups } from '#contract/core/groups.ts';
import { satisfies } from '#contract/permissions.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { copyGroup } from './groups.service.ts';

const copying = `${groups.permission}.copy`;
// Whoever may make a group may make one like another: screens ask for `create` (product 2.2).
const creating = `${groups.permission}.create`;

export function groupRoutes(app: FastifyInstance, services: Services): void {
  const schema = {
    body: groupCopy,
    response: { 201: z.object({ result: groups.record }) },
  };
  app.post(
    `/api/${groups.path}/:id/copy`,
    { config: { permission: `${creating}|${copying}`, resource: groups, fresh: true }, schema },
    async (request, reply) => {
      const ctx = contextOf(services, request, rightToCopy(request));
      return reply
        .code(201)
        .send({ result: await copyGroup(ctx, idOf(request), parseInput(groupCopy, request.body)) });
    },
  );
}

function rightToCopy({ caller }: FastifyRequest): string {
  return satisfies(caller?.permissions ?? [], creating) ? creating : copying;
}
