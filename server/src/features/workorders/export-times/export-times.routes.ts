import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { exportTimesPreview, exportTimesQuery, orderTimes } from '#contract/workorders/order-times.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { exportTimes, previewTimes } from './export-times.service.ts';

const url = '/api/comceptum/export-times';
const permission = `${orderTimes.permission}.read`;
const tags = ['comceptum/export-times'];
const stalledAfterMs = 60_000;

export function exportTimeRoutes(app: FastifyInstance, services: Services): void {
  const config = { permission };
  app.get(url, { config, schema: { tags, querystring: exportTimesQuery } }, async (request, reply) => {
    const ctx = contextOf(services, request, permission);
    const { filename, chunks } = exportTimes(ctx, parseInput(exportTimesQuery, request.query));
    // A client that stops reading would occupy a database connection forever.
    reply.raw.setTimeout(stalledAfterMs, () => reply.raw.destroy());
    return (
      reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${filename}"`)
        .header('cache-control', 'no-store')
        // With an encoding the chunks stay strings until the socket writes them: buffers would add garbage.
        .send(Readable.from(chunks, { objectMode: false, encoding: 'utf8', highWaterMark: 64 * 1024 }))
    );
  });

  const preview = z.object({ result: exportTimesPreview });
  app.get(
    `${url}/preview`,
    { config, schema: { tags, querystring: exportTimesQuery, response: { 200: preview } } },
    async (request) => ({
      result: await previewTimes(
        contextOf(services, request, permission),
        parseInput(exportTimesQuery, request.query),
      ),
    }),
  );
}
