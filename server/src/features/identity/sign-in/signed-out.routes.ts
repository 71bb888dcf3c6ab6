import type { FastifyInstance } from 'fastify';

/** Has browsers drop what they keep of this origin: pages and pictures of documents. */
export const clearSiteData = ['clear-site-data', '"cache"'] as const;

/**
 * `POST /signed-out`: the portal asks for it before it leaves for an external provider, whose answers cannot clear
 * what a browser keeps of ours. The embedded provider clears by itself where a session ends.
 */
export function mountSignedOut(app: FastifyInstance): void {
  app.post('/signed-out', { config: { public: 'sign-in' }, schema: { hide: true } }, (_request, reply) =>
    reply
      .code(204)
      .header(...clearSiteData)
      .send(),
  );
}
