import helmet from '@fastify/helmet';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { mountSecurityHeaders } from './security-headers.ts';

test('every answer carries what helmet would give it, and pages may put their own policy in its place', async () => {
  const ours = Fastify();
  await mountSecurityHeaders(ours, { isHttps: false });
  const theirs = Fastify();
  await theirs.register(helmet, {
    contentSecurityPolicy: { directives: { defaultSrc: ["'none'"] } },
    hsts: false,
  });
  for (const app of [ours, theirs]) {
    app.get('/data', async () => ({}));
    app.get('/page', async (_request, reply) =>
      reply.header('content-security-policy', "script-src 'self'").removeHeader('x-frame-options').send(''),
    );
  }
  for (const path of ['/data', '/page', '/nowhere']) {
    const [{ headers: mine }, { headers: wanted }] = await Promise.all([
      ours.inject(path),
      theirs.inject(path),
    ]);
    expect({ ...mine, date: '' }).toEqual({ ...wanted, date: '' });
  }
  expect((await ours.inject('/data')).headers['content-security-policy']).toContain("default-src 'none'");
  await Promise.all([ours.close(), theirs.close()]);
});
