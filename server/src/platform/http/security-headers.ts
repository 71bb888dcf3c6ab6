import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

const yearInSeconds = 365 * 24 * 3600;

/**
 * The headers that keep browsers careful, on every answer. Helmet puts them together once, and not for every request:
 * they never differ. Pages replace the policy by their own.
 *
 * @param options.isHttps whether people outside reach us by https: browsers then use nothing else for a year
 */
export async function mountSecurityHeaders(
  app: FastifyInstance,
  { isHttps }: { readonly isHttps: boolean },
): Promise<void> {
  const headers = await helmetHeaders(isHttps);
  app.addHook('onRequest', (_request, { raw }, done) => {
    for (const [name, value] of headers) raw.setHeader(name, value);
    done();
  });
}

async function helmetHeaders(isHttps: boolean): Promise<readonly [name: string, value: string][]> {
  const probe = Fastify();
  const names = new Set<string>();
  // Other hosts below ours are not ours to decide about.
  const hsts = isHttps && { maxAge: yearInSeconds, includeSubDomains: false };
  await probe.register(helmet, { contentSecurityPolicy: { directives: { defaultSrc: ["'none'"] } }, hsts });
  // What is there before Fastify adds its own.
  probe.get('/', async (_request, { raw }) => {
    for (const name of raw.getHeaderNames()) names.add(name);
    return null;
  });
  const { headers } = await probe.inject('/');
  await probe.close();
  return [...names].map((name) => [name, String(headers[name])]);
}
