import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { answerUnreadable, maxHeaderBytes, mountAddressLimit, mountErrors } from './errors.ts';
import { mountCompanyRateLimit, mountRateLimit } from './rate-limit.ts';
import { mountSchemas } from './schemas.ts';

let app: FastifyInstance;
afterEach(() => app.close());

async function start(mount: (api: FastifyInstance) => Promise<void> | void): Promise<number> {
  app = Fastify({ http: { maxHeaderSize: maxHeaderBytes }, clientErrorHandler: answerUnreadable });
  mountErrors(app);
  mountAddressLimit(app);
  app.decorateRequest('caller', null);
  await app.register(async (api) => mount(api));
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
}

async function raw(port: number, request: string): Promise<{ head: string; body: unknown }> {
  const socket = connect(port, '127.0.0.1');
  socket.write(request);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { head, body: JSON.parse(body) };
}

test('an address of more than 16 kB is refused in words, also where nothing is mounted', async () => {
  const port = await start((api) => void api.get('/list', async () => ({ result: [] })));
  for (const path of ['/list', '/nowhere']) {
    const reply = await fetch(`http://127.0.0.1:${port}${path}?x=${'x'.repeat(17_000)}`, {
      headers: { 'accept-language': 'en' },
    });
    expect(reply.status).toBe(414);
    expect(await reply.json()).toMatchObject({
      type: '/problems/address-too-long',
      detail: expect.stringContaining('16 kB'),
    });
  }
  expect((await fetch(`http://127.0.0.1:${port}/list?x=${'x'.repeat(16_000)}`)).status).toBe(200);
});

test('a NUL is refused before anything reads it, in an address or in whatever place of a body', async () => {
  const port = await start((api) => {
    mountSchemas(api);
    api.post('/list', { schema: { body: z.looseObject({}) } }, async () => ({ result: null }));
  });
  const post = (path: string, body: unknown) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'accept-language': 'en', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const inAddress = await post('/list?query=%00', {});
  expect(inAddress.status).toBe(400);
  expect(await inAddress.json()).toMatchObject({
    type: '/problems/bad-request',
    detail: expect.stringContaining('cannot be read'),
  });
  const inBody = await post('/list', { name: 'fine', lines: [{ text: 'fine' }, { text: 'a\0b' }] });
  expect(inBody.status).toBe(400);
  expect(await inBody.json()).toMatchObject({ codes: { 'lines.1.text': ['unreadable-character'] } });
  expect((await post('/list', { name: 'a\nb\ud83d' })).status).toBe(200);
});

test('no body says as much as an empty one: a command that takes nothing is done, another hears what it lacks', async () => {
  const port = await start((api) => {
    mountSchemas(api);
    api.post(
      '/command',
      { schema: { body: z.object({ force: z.boolean().default(false) }) } },
      async ({ body }) => ({ result: body }),
    );
    api.post('/record', { schema: { body: z.object({ name: z.string() }) } }, async () => ({ result: null }));
    api.post('/several', { schema: { body: z.array(z.string()) } }, async () => ({ result: null }));
  });
  const post = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST' })).json();
  expect(await post('/command')).toEqual({ result: { force: false } });
  expect(await post('/record')).toMatchObject({ status: 400, codes: { name: ['required'] } });
  expect(await post('/several')).toMatchObject({ status: 400, codes: { '': ['required'] } });
});

test('headers without end are answered as a problem too, and what is no HTTP', async () => {
  const port = await start(() => undefined);
  const huge = await raw(port, `GET / HTTP/1.1\r\nhost: x\r\nx-much: ${'x'.repeat(70_000)}\r\n\r\n`);
  expect(huge.head).toMatch(/^HTTP\/1\.1 431 /);
  expect(huge.head).toContain('application/problem+json');
  expect(huge.body).toMatchObject({ type: '/problems/headers-too-large', status: 431 });
  const noise = await raw(port, 'HELO there\r\n\r\n');
  expect(noise.head).toMatch(/^HTTP\/1\.1 400 /);
  expect(noise.body).toMatchObject({ type: '/problems/bad-request' });
});

test('all users of a company share what it may ask, its own number or ten times that of one user', async () => {
  const port = await start((api) => {
    api.addHook('onRequest', async (request) => {
      const companyId = String(request.headers['x-company']);
      request.caller = {
        userId: String(request.headers['x-user']),
        companyId,
        companyName: '',
        isProvider: false,
        companyRequestsPerMinute: companyId === 'small' ? 2 : null,
        name: '',
        email: '',
        permissions: [],
      };
    });
    mountCompanyRateLimit(api, 1, () => 1_000_000);
    api.get('/list', async () => ({ result: [] }));
  });
  const ask = (company: string, user: number) =>
    fetch(`http://127.0.0.1:${port}/list`, { headers: { 'x-company': company, 'x-user': String(user) } });
  const statuses = async (company: string, times: number) => {
    const all: number[] = [];
    for (let user = 0; user < times; user += 1) all.push((await ask(company, user)).status);
    return all;
  };
  expect(await statuses('small', 3)).toEqual([200, 200, 429]);
  expect(await statuses('usual', 11)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  const refused = await ask('small', 9);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('van uw bedrijf') });
});

test('who asks too often is told when to come back, and others are not held up', async () => {
  const port = await start(async (api) => {
    api.addHook('onRequest', async (request) => {
      const userId = String(request.headers['x-user']);
      request.caller = {
        userId,
        companyId: '',
        companyName: '',
        isProvider: false,
        name: '',
        email: '',
        permissions: [],
      };
    });
    await mountRateLimit(api, 3);
    api.get('/list', async () => ({ result: [] }));
  });
  const ask = (user: string) =>
    fetch(`http://127.0.0.1:${port}/list`, { headers: { 'x-user': user, 'accept-language': 'en' } });
  const first = [await ask('one'), await ask('one'), await ask('one')];
  expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
  const refused = await ask('one');
  expect(refused.status).toBe(429);
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(await refused.json()).toMatchObject({
    type: '/problems/too-many-requests',
    detail: `More than 3 requests a minute are too many. Try again in ${seconds} s.`,
  });
  expect((await ask('other')).status).toBe(200);
});
