import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { companies } from '#contract/core/companies.ts';
import { groups } from '#contract/core/groups.ts';
import { trash } from '#contract/core/trash.ts';
import { users } from '#contract/core/users.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { mountExport } from '#server/platform/http/mount-export.ts';
import {
  listParameters,
  pageAnswer,
  pageSchema,
  readListQuery,
} from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import type { TrashKind } from '#server/platform/resource/trash.ts';
import { list, restore, stream } from './trash.service.ts';

const url = `/api/${trash.path}`;

// With these, rights come back.
const withRights: readonly string[] = [companies.permission, users.permission, groups.permission];

export function trashRoutes(app: FastifyInstance, services: Services, kinds: readonly TrashKind[]): void {
  const reading = `${trash.permission}.read`;
  const page = pageSchema(trash.row);
  app.get(
    url,
    {
      config: { permission: reading, resource: trash },
      schema: { querystring: listParameters, response: { 200: page } },
    },
    async (request) => {
      const ctx = contextOf(services, request, reading);
      return pageAnswer(await list(ctx, kinds, readListQuery(trash, request)));
    },
  );

  mountExport(app, services, trash, {
    list: 'trash',
    rows: async (ctx, query) => stream(ctx, kinds, query),
    columns: [
      ['name', 'text', ({ name }) => name],
      ['entity', 'text', ({ kind }) => kind],
      ['companyName', 'text', ({ companyName }) => companyName],
      ['deletedAt', 'instant', ({ deletedAt }) => deletedAt],
      ['deletedBy', 'text', ({ deletedBy }) => deletedBy],
    ],
  });

  const named = z.object({ entity: z.string() });
  const givesRights = ({ params }: FastifyRequest) => withRights.includes(parseInput(named, params).entity);
  const description = 'Programs restore neither companies nor users nor groups.';
  const result = z.object({ id: z.string(), entity: z.string(), name: z.string() });
  actionsOf(app, services, trash)(
    'POST',
    '/:entity/:id/restore',
    { right: 'restore', result, config: { fresh: givesRights, description } },
    (ctx, { id, request }) => restore(ctx, kinds, parseInput(named, request.params).entity, id),
  );
}
