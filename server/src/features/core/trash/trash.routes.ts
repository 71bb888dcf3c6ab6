import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { trash } from '#contract/core/trash.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { mountExport } from '#server/platform/http/mount-export.ts';
import { listParameters, readListQuery } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import type { TrashKind } from '#server/platform/resource/trash.ts';
import { list, restore, stream } from './trash.service.ts';

const url = `/api/${trash.path}`;
const tags = [trash.path];

export function trashRoutes(app: FastifyInstance, services: Services, kinds: readonly TrashKind[]): void {
  const reading = `${trash.permission}.read`;
  const page = z.object({ result: z.array(trash.row), metadata: z.object({ count: z.int().optional() }) });
  app.get(
    url,
    {
      config: { permission: reading },
      schema: { tags, querystring: listParameters, response: { 200: page } },
    },
    async (request) => {
      const { rows, count } = await list(
        contextOf(services, request, reading),
        kinds,
        readListQuery(trash, request),
      );
      return { result: rows, metadata: count === undefined ? {} : { count } };
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

  const restoring = `${trash.permission}.restore`;
  const named = z.object({ entity: z.string(), id: z.string() });
  const restored = z.object({ result: z.object({ id: z.string(), entity: z.string(), name: z.string() }) });
  app.post(
    `${url}/:entity/:id/restore`,
    { config: { permission: restoring }, schema: { tags, response: { 200: restored } } },
    async (request) => {
      const ctx = contextOf(services, request, restoring);
      const { entity, id } = parseInput(named, request.params);
      return { result: await restore(ctx, kinds, entity, id) };
    },
  );
}
