import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { attachments, notes } from '#contract/annotations/annotations.ts';
import type { Row } from '#contract/resource.ts';
import type { Services } from '#server/platform/context.ts';
import { personalContextOf } from '#server/platform/http/caller.ts';
import {
  idOf,
  listParameters,
  pageAnswer,
  pageSchema,
  parentsOf,
  readListQuery,
  urlOf,
} from '#server/platform/http/mount-resource.ts';
import type { OwnerKind } from '#server/platform/resource/slice.ts';
import type { childService } from './child-records.service.ts';

type ChildResource = typeof notes | typeof attachments;

/** The owner in the address of a request. */
export const entityOf = (request: FastifyRequest) => parentsOf<ChildResource>(request).entityId;

/** Mounts list and removal. The permission depends on the owning record; it is checked in the service. */
export function mountChildRecords<R extends ChildResource>(
  app: FastifyInstance,
  services: Services,
  kinds: readonly OwnerKind[],
  resource: R,
  { list, remove }: ReturnType<typeof childService<never, Row<R>>>,
): void {
  const [url, config] = [urlOf(resource), { resource, programs: true } as const];
  const page = pageSchema(resource.row);
  app.get(
    url,
    { config, schema: { querystring: listParameters, response: { 200: page } } },
    async (request) => {
      const ctx = personalContextOf(services, request);
      return pageAnswer(await list(ctx, kinds, entityOf(request), readListQuery(resource, request)));
    },
  );
  app.delete(`${url}/:id`, { config, schema: { response: { 204: z.null() } } }, async (request, reply) => {
    await remove(personalContextOf(services, request), kinds, entityOf(request), idOf(request));
    return reply.code(204).send();
  });
}
