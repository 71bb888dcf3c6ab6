import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

/**
 * The headers that keep browsers careful, on every answer. Helmet puts them together once, and not for every request:
 * they never differ. Pages replace the policy by their own.
 */
export async function mountSecurityHeaders(app: FastifyInstance): Promise<void> {
  const headers = await helmetHeaders();
  app.addHook('onRequest', (_request, { raw }, done) => {
    for (const [name, value] of headers) raw.setHeader(name, value);
    done();
  });
}

async function helmetHeaders(): Promise<readonly [name: string, value: string][]> {
  const probe = Fastify();
  const names = new Set<string>();
  await probe.register(helmet, { contentSecurityPolicy: { directives: { defaultSrc: ["'none'"] } }, hsts: false });
  // What is there before Fastify adds its own.
  probe.get('/', async (_request, { raw }) => {
    for (const name of raw.getHeaderNames()) names.add(name);
    return null;
  });
  const { headers } = await probe.inject('/');
  await probe.close();
  return [...names].map((name) => [name, String(headers[name])]);
}
