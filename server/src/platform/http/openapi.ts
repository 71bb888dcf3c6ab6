import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route that takes `multipart/form-data` reads beside the part `file`. */
    formFields?: z.ZodObject;
    /** What the same route takes as JSON instead of a form. */
    jsonBody?: z.ZodObject;
  }
}

const form = 'multipart/form-data';
const json = 'application/json';

/** Collects the routes as OpenAPI; register before them. */
export async function mountOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Balie',
        version: '1',
        description:
          'Lists take $top, $skip, $count, $orderby, $filter, $select, $expand and query. Failures are RFC 9457.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    transform: (route) => withForm(jsonSchemaTransform(route), route.route.config ?? {}),
    transformObject: jsonSchemaTransformObject,
  });
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
}

// A form is read part by part and so has no schema of its own: it is described here.
function withForm(
  { schema, url }: ReturnType<typeof jsonSchemaTransform>,
  { formFields, jsonBody }: Pick<FastifyContextConfig, 'formFields' | 'jsonBody'>,
): ReturnType<typeof jsonSchemaTransform> {
  // A route without a schema comes without one here, whatever its type says.
  if (!schema?.consumes?.includes(form)) return { schema, url };
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const { properties } = z.toJSONSchema(formFields ?? z.object({}), { io: 'input' });
  const asForm = { type: 'object', properties: { file, ...properties }, required: ['file'] };
  if (jsonBody === undefined) return { schema: { ...schema, body: asForm }, url };
  const asJson = z.toJSONSchema(jsonBody, { io: 'input' });
  return {
    schema: { ...schema, body: { content: { [json]: { schema: asJson }, [form]: { schema: asForm } } } },
    url,
  };
}

/** `GET /openapi.json`: the contract of every mounted route. */
export function mountOpenApiJson(app: FastifyInstance): void {
  app.get('/openapi.json', { config: { public: 'OpenAPI' } }, async () => app.swagger());
}
