import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import {
  exportTimesChoices,
  exportTimesPreview,
  exportTimesQuery,
  orderTimes,
} from '#contract/workorders/order-times.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { exportTimes, listChoices, previewTimes } from './export-times.service.ts';

const stalledAfterMs = 60_000;

export function exportTimeRoutes(app: FastifyInstance, services: Services): void {
  const { permission } = orderTimes;
  const action = actionsOf(app, services, { path: 'comceptum/export-times', permission });
  const period = { right: 'read', query: exportTimesQuery };
  action('GET', '', { ...period, file: 'text/csv' }, async (ctx, { query, reply }) => {
    const { filename, chunks } = exportTimes(ctx, query);
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
  action('GET', '/preview', { ...period, result: exportTimesPreview }, (ctx, { query }) =>
    previewTimes(ctx, query),
  );
  action('GET', '/choices', { ...period, result: exportTimesChoices }, (ctx, { query }) =>
    listChoices(ctx, query),
  );
}
