import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

/** Collects the routes as OpenAPI; register before them. */
export async function mountOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Balie',
        version: '1',
        description: 'Lists take $top, $skip, $count, $orderby, $filter, $select, $expand and query. Failures are RFC 9457.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // The page styles itself, and must also work where nobody ends TLS.
    transformStaticCSP: (policy) => policy.replace(/;?\s*upgrade-insecure-requests/, '').replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"),
    uiConfig: { docExpansion: 'none', deepLinking: true },
    indexPrefix: '',
  });
}

/** `GET /openapi.json`: the contract of every mounted route. */
export function mountOpenApiJson(app: FastifyInstance): void {
  app.get('/openapi.json', { config: { public: 'OpenAPI' } }, async () => app.swagger());
}
