import type { FastifyInstance } from 'fastify';

/** For what a browser may keep as long as it asks each time whether it still counts: records and pictures. */
export const revalidated = 'private, no-cache';

/** Answers that name no caching of their own: with an ETag they are asked for again each time, the others stored nowhere. */
export function mountCacheControl(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control'))
      reply.header('cache-control', reply.hasHeader('etag') ? revalidated : 'no-store');
    done();
  });
}
