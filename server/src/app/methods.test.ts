import { afterAll, expect, test } from 'vitest';
import { testApp } from './testing/app.ts';

const balie = await testApp();
afterAll(() => balie.close());

test('a verb that an address does not know is 405 with those that it knows, on every address', async () => {
  const addresses = [...new Set(balie.routes.map(({ url }) => url).filter((url) => url.startsWith('/api/')))];
  const wrong = [];
  for (const url of addresses) {
    const path = url.replaceAll(/:\w+/g, 'x');
    const reply = await balie.app.inject({ method: 'PATCH', url: path, headers: { host: 'localhost' } });
    const allowed = String(reply.headers['allow']).split(', ');
    const known = balie.routes.filter((route) => route.url === url).map(({ method }) => method);
    const isProblem = reply.json().type === '/problems/method-not-allowed';
    if (reply.statusCode !== 405 || !isProblem || known.some((method) => !allowed.includes(method)))
      wrong.push([path, reply.statusCode, allowed]);
  }
  expect(wrong).toEqual([]);
});

test.each([
  ['PUT', '/api/core/groups', 'GET, HEAD, POST'],
  ['POST', '/api/core/groups/abc?x=1', 'DELETE, GET, HEAD, PUT'],
  ['GET', '/api/core/groups/abc/copy', 'POST'],
  ['OPTIONS', '/api/core/groups/', 'GET, HEAD, POST'],
] as const)('%s %s is allowed %s', async (method, url, allow) => {
  const reply = await balie.app.inject({ method, url, headers: { host: 'localhost' } });
  expect(reply.statusCode).toBe(405);
  expect(reply.headers['allow']).toBe(allow);
});

test('an address that does not exist is 404 for every verb', async () => {
  for (const method of ['GET', 'PUT', 'PATCH', 'OPTIONS'] as const) {
    const reply = await balie.app.inject({ method, url: '/api/core/grups', headers: { host: 'localhost' } });
    expect(reply.statusCode).toBe(404);
    expect(reply.headers['allow']).toBeUndefined();
  }
});
