import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { listParameters } from '#server/platform/http/mount-resource.ts';
import { isolation, publicRoutes } from './testing/isolation.ts';
import type { IsolationRow } from './testing/isolation-row.ts';

// Every route that is ever mounted passes here: without a row of its own it fails.
let balie: TestApp;
let theirs: TestClient;

beforeAll(async () => {
  balie = await testApp();
  theirs = await balie.asUser();
});
afterAll(() => balie.close());

const unknown = '00000000-0000-7000-8000-00000000dead';
const senselessIds = ['x', '-1', '1.5', '99999999999999999999', '%00', '%F0%9F%98%80', "'%3B--", 'NaN'];
const senselessQueries = [
  '$top=-1&$skip=x',
  "$filter=(((&$orderby='",
  'query=%00',
  '$filter=id%20eq%20%27x%27',
  'month=2026-13&from=2026-02-30',
  'filename=..%2f..&width=x',
];
const senselessValues = [
  'x',
  '',
  '-1',
  '99999999999999999999',
  'a'.repeat(3000),
  '%F0%9F%98%80',
  '00000000-0000-7000-8000-00000000dead',
];
const deep = (open: string, close: string) => open.repeat(3000) + close.repeat(3000);
const senselessForms = [
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=x', ''],
  [
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7',
  ],
  [
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="companyId"\r\n\r\n\0\r\n--x--\r\n',
  ],
  ['multipart/form-data; boundary=x', '--x\r\nno head at all'],
] as const;
const senselessBodies = [
  deep('[', ']'),
  `${deep('{"name":', '')}1${'}'.repeat(3000)}`,
  deep('{"a":[', ''),
  '',
  'null',
  '[]',
  '[null]',
  '"x"',
  '1e400',
  '{',
  '{"":{"":[]}}',
  '{"name":"\\u0000","tag":"\\u0000"}',
  '{"__proto__":{"a":1},"ids":[{}],"id":{}}',
];
const nameOf = (row: { readonly method: string; readonly url: string }) => `${row.method} ${row.url}`;

test('every route has a row, or stands on the short list of public ones with its reason', () => {
  const mounted = balie.routes.map((route) => ({ name: nameOf(route), isPublic: route.isPublic }));
  const guarded = mounted.filter((route) => !route.isPublic).map((route) => route.name);
  const open = mounted.filter((route) => route.isPublic).map((route) => route.name);
  expect(guarded.toSorted()).toEqual(isolation.map(nameOf).toSorted());
  expect(open.toSorted()).toEqual(publicRoutes.toSorted());
});

describe.each(isolation.map((row) => [nameOf(row), row] as const))('%s', (_name, row) => {
  const fill = (ids: string | Readonly<Record<string, string>>, company: string) =>
    row.url.replace(
      /:(\w+)/g,
      (_, name: string) =>
        row.fixed?.[name] ??
        (typeof ids === 'object' ? ids[name] : name === 'companyId' ? company : ids) ??
        unknown,
    );
  const call = (client: Pick<TestClient, 'get' | 'post' | 'put' | 'delete'>, url: string) => {
    const body = row.body?.();
    switch (row.method) {
      case 'GET':
        return client.get(url);
      case 'POST':
        return client.post(url, body?.payload, body?.headers);
      case 'PUT':
        return client.put(url, body?.payload, body?.headers);
      case 'DELETE':
        return client.delete(url);
    }
  };

  test('needs a token', async () => {
    expect(await call(balie.anonymous, fill(unknown, unknown))).toBeProblem(401, 'unauthenticated');
  });

  test.skipIf(row.permission === null)('needs its permission', async () => {
    const nobody = await balie.asUser();
    expect(await call(nobody, fill(unknown, nobody.companyId))).toBeProblem(403, 'forbidden');
  });

  // The live connection has no input, and no end.
  test.skipIf(row.url.endsWith('/events'))(
    'answers what makes no sense as the fault of who asks',
    async () => {
      const client = await balie.asUser({ may: permissionsOf(row) });
      // A right over everything leads further than one over the own company: what cannot be reached is not read either.
      const staff = await balie.asUser({
        isProvider: true,
        may: permissionsOf(row).map((right) => right.replace(/\.company$/, '.system')),
      });
      const parameters = (
        balie.routes.find((route) => nameOf(route) === nameOf(row))?.parameters ?? []
      ).filter((name) => !(name in listParameters.shape));
      const send = row.method === 'PUT' ? staff.put : staff.post;
      const isSent = row.method === 'POST' || row.method === 'PUT';
      const own = fill(unknown, client.companyId);
      const answers = await Promise.all([
        ...senselessIds.map((id) => call(client, row.url.replace(/:(\w+)/g, id))),
        ...senselessQueries.map((query) => call(client, `${own}?${query}`)),
        ...parameters
          .flatMap((name) => [...senselessValues.map((value) => `${name}=${value}`), `${name}=x&${name}=y`])
          .map((query) => call(staff, `${own}?${query}`)),
        ...(isSent ? senselessBodies : []).map((body) =>
          send(own, body, { 'content-type': 'application/json' }),
        ),
        ...(isSent ? senselessForms : []).map(([type, body]) => send(own, body, { 'content-type': type })),
      ]);
      expect(
        answers
          .filter(({ statusCode }) => statusCode >= 500)
          .map(({ statusCode, body }) => `${statusCode} ${body}`),
      ).toEqual([]);
    },
  );

  test.skipIf(row.foreign === undefined)(
    "answers another tenant's id exactly as an unknown one",
    async () => {
      const mine = await balie.asUser({ may: permissionsOf(row) });
      const id = (await row.foreign?.(balie, theirs)) ?? unknown;
      const foreign = await call(mine, fill(id, theirs.companyId));
      const absent = await call(mine, fill(unknown, unknown));
      expect(foreign.statusCode, foreign.body).toBe(row.foreignStatus ?? 404);
      expect(withoutInstance(foreign.body)).toEqual(withoutInstance(absent.body));
    },
  );
});

function permissionsOf(row: IsolationRow): string[] {
  return row.permission === null ? [] : [`${row.permission}.company`, ...(row.also ?? [])];
}

function withoutInstance(body: string): unknown {
  return { ...JSON.parse(body), instance: undefined };
}
