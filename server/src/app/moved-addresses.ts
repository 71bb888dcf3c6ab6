import type { FastifyInstance } from 'fastify';
import { deprecationHeaders } from '#server/platform/http/deprecation.ts';

// Beside `…/unvalidated/{id}`, which the specification fixes, one address could be read in two ways (decision 0165).
const verbOfRecognition =
  /^\/api\/fmmodule\/invoicerecognition\/(?!unvalidated\/|images\/)([^/?]+)\/(lines|lock|undo)(?=\/?(?:\?|$))/;
const since = '2026-11-27';
const sunset = '2027-12-01';

/** The address that took the place of this one; the same one where it still stands. */
export function movedTo(url: string): string {
  return url.replace(verbOfRecognition, '/api/fmmodule/invoicerecognition/unvalidated/$1/$2');
}

/** Tells who calls by an old address that it goes, and where to call (§H42); register before the routes. */
export function mountMovedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url, originalUrl }, reply) => {
    if (url === originalUrl) return;
    reply.headers(deprecationHeaders({ since, sunset, instead: url.replace(/\?.*/, '') }));
  });
}
