import type { FastifyInstance } from 'fastify';

/** When and why a route goes. */
export interface Deprecation {
  /** The day since when programs should use something else. */
  readonly since: string;
  /** The day on which it stops, at least twelve months later (§H42). */
  readonly sunset: string;
  /** The path of what takes its place. */
  readonly instead?: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route goes; its answers say so, and so does OpenAPI. */
    deprecated?: Deprecation;
  }
}

/** Says in each answer of a route that goes since when and until when (RFC 9745, RFC 8594; §H42); register before them. */
export function mountDeprecation(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    const { deprecated } = routeOptions.config;
    if (deprecated !== undefined) reply.headers(deprecationHeaders(deprecated));
  });
}

/** The headers of an answer that says so. */
export function deprecationHeaders({ since, sunset, instead }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
    ...(instead === undefined ? {} : { link: `<${instead}>; rel="successor-version"` }),
  };
}
