import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { permissionsOf } from './testing/isolation.ts';

// The headers of whatever is mounted, now and later.
let balie: TestApp;
let secure: TestApp;
let staff: TestClient;

beforeAll(async () => {
  balie = await testApp();
  secure = await testApp({ env: { PUBLIC_SCHEME: 'https' } });
  staff = await balie.asUser({ may: [...new Set(balie.routes.flatMap(permissionsOf).flat())] });
});
afterAll(async () => {
  await balie.close();
  await secure.close();
});

const unknown = '00000000-0000-7000-8000-00000000dead';
// The live connection has no end.
const ended = () => balie.routes.filter(({ url }) => !url.endsWith('/events'));
const fill = (url: string) => url.replaceAll(/:(\w+)/g, unknown).replace('*', 'x');
const methodOf = (method: string) =>
  (['POST', 'PUT', 'DELETE', 'OPTIONS'] as const).find((known) => known === method) ?? 'GET';

async function walk(host: string, authorization?: string) {
  const answers = [];
  for (const { method, url } of ended()) {
    const headers = { host, ...(authorization === undefined ? {} : { authorization }) };
    const reply = await balie.app.inject({ method: methodOf(method), url: fill(url), headers });
    answers.push({ name: `${method} ${url}`, reply });
  }
  return answers;
}

describe('caching', () => {
  test('no answer is kept for others, and JSON without an ETag is kept nowhere', async () => {
    const answers = [...(await walk('localhost', `Bearer ${staff.userId}`)), ...(await walk('localhost'))];
    const wrong = answers.filter(({ name, reply }) => {
      const { 'cache-control': caching, 'content-type': type = '', etag } = reply.headers;
      // Style sheets and scripts of pages hold nothing of anybody.
      if (/^text\/(css|javascript)/.test(type))
        return !/^GET \/(oidc|offer|carpet-mail)\/assets\/|\.css$/.test(name);
      const isJson = /json/.test(type);
      return caching !== (isJson && etag !== undefined ? 'private, no-cache' : 'no-store');
    });
    expect(
      wrong.map(
        ({ name, reply }) =>
          `${name}: ${reply.statusCode} ${reply.headers['content-type']} ${reply.headers['cache-control']}`,
      ),
    ).toEqual([]);
    // A list of the company and the refusals would be little of a walk.
    expect(answers.filter(({ reply }) => reply.statusCode === 200).length).toBeGreaterThan(50);
  });

  test('a record with an ETag is asked for again each time, and is 304 while every byte is the same', async () => {
    const url = `/api/core/companies/${staff.companyId}`;
    const reply = await staff.get(url);
    expect(reply.headers['cache-control']).toBe('private, no-cache');
    const etag = String(reply.headers['etag']);
    expect(etag).toMatch(/^"1-[\w-]{22}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await staff.get(url, { 'if-none-match': known });
      expect(again.statusCode).toBe(304);
      expect(again.body).toBe('');
      expect(again.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' });
    }
    expect((await staff.get(url, { 'if-none-match': '"1"' })).statusCode).toBe(200);

    // What is shown beside the record changed, not its version: a permission, a name of another record.
    await balie.db
      .updateTable('companies')
      .set({ domain_name: 'elders.example' })
      .where('id', '=', staff.companyId)
      .execute();
    const other = await staff.get(url, { 'if-none-match': etag });
    expect(other.statusCode).toBe(200);
    expect(other.json().result.rowVersion).toBe(1);
  });

  test('the ETag of a record is a version for If-Match', async () => {
    const url = `/api/core/companies/${staff.companyId}`;
    const { headers, body } = await staff.get(url);
    const { name, domainName, active } = JSON.parse(body).result;
    const write = { name, domainName, active, reference: 'R1' };
    const condition = { 'if-match': String(headers['etag']) };
    expect((await staff.put(url, write, condition)).statusCode).toBe(200);
    expect(await staff.put(url, { ...write, reference: 'R2' }, condition)).toBeProblem(409, 'stale');
  });

  test.each([
    ['an unknown path', '/api/nowhere'],
    ['a path that cannot be read', '/%zz'],
    ['an id that cannot be read', '/api/core/companies/%zz'],
    ['a long address', `/${'x'.repeat(20_000)}`],
  ])('a refusal is kept nowhere: %s', async (_, url) => {
    const reply = await staff.get(url);
    expect(reply.statusCode).toBeOneOf([400, 404, 414]);
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': expect.stringContaining('application/problem+json'),
    });
  });

  test('what the browser keeps is dropped for who leaves for an external provider', async () => {
    const reply = await balie.anonymous.post('/signed-out');
    expect(reply.statusCode).toBe(204);
    expect(reply.headers['clear-site-data']).toBe('"cache"');
  });
});

describe('hosts', () => {
  test.each([
    'localhost.evil.example',
    'fm.localhost.evil',
    'localhost:80@evil',
    'localhost:3000',
    'evil.example',
    '127.0.0.1',
    'localhost:99999',
    'localhost.',
  ])('every route but those of health answers 421 on %s', async (host) => {
    const answers = await walk(host, `Bearer ${staff.userId}`);
    const served = answers.filter(({ reply }) => reply.statusCode !== 421).map(({ name }) => name);
    expect(served.toSorted()).toEqual(['GET /healthz', 'GET /readyz']);
  });

  test.each([
    ['an unknown path', '/nowhere'],
    ['a path that cannot be read', '/%zz'],
    ['a long address', `/${'x'.repeat(20_000)}`],
    ['the live connection', '/api/identity/events'],
  ])('so does %s', async (_, url) => {
    const reply = await balie.app.inject({
      url,
      headers: {
        host: 'localhost.evil.example',
        'accept-language': 'en',
        authorization: `Bearer ${staff.userId}`,
      },
    });
    expect(reply).toBeProblem(421, 'unknown-host');
    expect(reply.json().detail).toContain('BALIE_HOSTS');
  });

  test.each(['localhost', 'localhost:80', 'FM.localhost', 'carpetline.localhost:80'])(
    'the API answers on %s',
    async (host) => {
      const reply = await balie.app.inject({
        url: '/api/core/companies',
        headers: { host, authorization: `Bearer ${staff.userId}` },
      });
      expect(reply.statusCode).toBe(200);
    },
  );
});

describe('HSTS', () => {
  test.each(['/api/core/companies', '/nowhere', '/healthz', '/oidc/assets/sign-in.css'])(
    'is told by %s with https only',
    async (url) => {
      const [plain, safe] = await Promise.all([balie.anonymous.get(url), secure.anonymous.get(url)]);
      expect(plain.headers['strict-transport-security']).toBeUndefined();
      expect(safe.headers['strict-transport-security']).toBe('max-age=31536000');
    },
  );
});
