import type { FastifyInstance } from 'fastify';
import { history, historyOf } from '#contract/core/history.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import {
  listParameters,
  pageAnswer,
  pageSchema,
  readListQuery,
} from '#server/platform/http/mount-resource.ts';
import { problem } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import type { HistoryKind } from '#server/platform/resource/slice.ts';
import { list } from './history.service.ts';

export function historyRoutes(app: FastifyInstance, services: Services, kinds: readonly HistoryKind[]): void {
  const schema = {
    querystring: listParameters.extend(historyOf.shape),
    response: { 200: pageSchema(history.row) },
  };
  // Permission depends on the record; checked inside.
  app.get(
    `/api/${history.path}`,
    { config: { resource: history, programs: true }, schema },
    async (request) => {
      const { entity, entityId } = parseInput(historyOf, request.query);
      const known = kinds.filter((kind) => kind.entity === entity);
      if (known.length === 0) throw problem.notFound();
      const ctx = contextOf(services, request, `${entity}.read`);
      return pageAnswer(await list(ctx, { known, all: kinds }, entityId, readListQuery(history, request)));
    },
  );
}
