import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { z } from 'zod';
import { problem } from '../problem.ts';
import { type ApiRoute, openApiDocument } from './document.ts';
import type { JsonSchema } from './named-schemas.ts';
import type { Place } from './operations.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route works on; its names in OpenAPI follow from it. */
    resource?: Place;
    /** What the route does, in words, where its address does not say it: `set aside`. */
    does?: string;
    /** In place of the name that follows from address and resource. */
    summary?: string;
    /** What else there is to say. */
    description?: string;
    /** The types of the file that is answered with 200. */
    file?: string | readonly string[];
    /** What an event of a stream holds as JSON. */
    message?: { readonly name: string; readonly schema: z.ZodType };
    /** What is answered, where the schema that the server writes answers with says less. */
    answer?: z.ZodType;
    /** What is taken as JSON, where the route reads its body by itself. */
    takes?: z.ZodType;
    /** What a route that takes `multipart/form-data` reads beside the part `file`. */
    formFields?: z.ZodObject;
    /** What the same route takes as JSON instead of a form. */
    jsonBody?: z.ZodObject;
  }
  interface FastifySchema {
    consumes?: readonly string[];
    /** Not a part of the API. */
    hide?: boolean;
  }
}

/**
 * Collects the routes of the API, and answers their contract at `/openapi.json` and readable at `/docs` (decision 0092);
 * register before them.
 */
export async function mountOpenApi(app: FastifyInstance): Promise<void> {
  const routes: ApiRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema = {}, config = {} }) => {
    if (!/^\/(?:api\/|healthz$|readyz$)/.test(url)) return;
    for (const one of [method].flat()) if (one !== 'HEAD') routes.push({ method: one, url, schema, config });
  });
  let written: JsonSchema | undefined;
  const document = () => (written ??= openApiDocument(routes));
  // The readable page asks for a plugin of this name, and for nothing of it but the document.
  await app.register(
    fastifyPlugin(async (inner: FastifyInstance) => void inner.decorate('swagger', document), {
      name: '@fastify/swagger',
    }),
  );
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // The page styles itself, and must also work where nobody ends TLS.
    transformStaticCSP: (policy) =>
      policy
        .replace(/;?\s*upgrade-insecure-requests/, '')
        .replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"),
    // One contract at one address: the plugin's own copies of it are not served.
    uiConfig: { docExpansion: 'none', deepLinking: true, urls: [{ url: '/openapi.json', name: 'Balie' }] },
    uiHooks: {
      onRequest: ({ url }, _reply, next) =>
        next(/^\/docs\/(json|yaml)(\?|$)/.test(url) ? problem.notFound() : undefined),
    },
    indexPrefix: '',
  });
  app.get('/openapi.json', { config: { public: 'OpenAPI' } }, async () => document());
}
