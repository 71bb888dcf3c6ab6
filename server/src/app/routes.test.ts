import { afterAll, describe, expect, test } from 'vitest';
import { permissionCatalogue, splitPermission } from '#contract/permissions.ts';
import { testApp, type TestClient, type TestRoute } from '#server/app/testing/app.ts';
import { buildGroup, buildInspector } from '#server/features/core/testing/factories.ts';
import { listParameters } from '#server/platform/http/mount-resource.ts';
import {
  bodyAddress,
  bodyOf,
  foreignOf,
  isolation,
  isRefused,
  permissionsOf,
  recordAddress,
} from './testing/isolation.ts';

// Every route that is ever mounted is called by a stranger here.
const balie = await testApp();
const theirs = await balie.asUser();
afterAll(() => balie.close());
const noRights = await balie.asProgram();
const endedKey = (await balie.asProgram({ validUntil: '2026-11-20' })).key;
// Given everything, and an inspector all the same: the archive and nothing else (decision 0149).
const inspector = await balie.asUser({
  may: permissionCatalogue.filter((name) => !name.endsWith('.system')),
});
await buildInspector(balie.db, inspector);
await buildGroup(balie.db, { companyId: null, accessToEverything: true, userIds: [inspector.userId] });
const neverMade = `balie_live_${'A'.repeat(43)}`;
const guarded = balie.routes.filter(({ isPublic }) => !isPublic);

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
const nameOf = ({ method, url }: TestRoute) => `${method} ${url}`;
const isSent = ({ method }: TestRoute) => method === 'POST' || method === 'PUT';

test('every route without a guard stands on the list of public ones', () => {
  const open = balie.routes.filter(({ isPublic }) => isPublic).map(nameOf);
  expect(open.toSorted()).toEqual(isolation.publicRoutes.toSorted());
});

test("every address that names a record has a builder of another tenant's", () => {
  expect(
    guarded.filter((route) => recordAddress(route.url) !== null && !foreignOf(route)).map(nameOf),
  ).toEqual([]);
});

test('every body that is sent passes its schema', () => {
  const failing = guarded.filter((route) => {
    const payload = bodyOf(route)?.payload;
    return isSent(route) && route.body?.safeParse(payload).success === false;
  });
  expect(failing.map(nameOf)).toEqual([]);
});

test('every route takes a permission that exists, or says why it takes none', () => {
  const known = new Set(permissionCatalogue.map((name) => splitPermission(name).base));
  const unknownOnes = guarded.filter(({ url, permission }) =>
    permission === ''
      ? !(url in isolation.personal)
      : permission.split('|').some((name) => !known.has(name.trim())),
  );
  expect(unknownOnes.map(nameOf)).toEqual([]);
});

test('no route that writes is content with a permission to read', () => {
  const content = guarded.filter(
    ({ method, url, permission }) =>
      method !== 'GET' && /\.read(\||$)/.test(permission) && !(url in isolation.readByPost),
  );
  expect(content.map(nameOf)).toEqual([]);
});

test('nothing is written for a route that is gone', () => {
  const written = (
    name: 'foreign' | 'bodies' | 'personal' | 'readByPost',
    used: readonly (string | null)[],
  ) => Object.keys(isolation[name]).filter((address) => !used.includes(address));
  expect([
    ...written(
      'foreign',
      guarded.map(({ url }) => recordAddress(url)),
    ),
    ...written('bodies', guarded.filter(isSent).map(bodyAddress)),
    ...written(
      'personal',
      guarded.filter(({ permission }) => permission === '').map(({ url }) => url),
    ),
    ...written(
      'readByPost',
      guarded.filter(({ method }) => method === 'POST').map(({ url }) => url),
    ),
  ]).toEqual([]);
});

describe.each(guarded.map((route) => [nameOf(route), route] as const))('%s', (_name, route) => {
  const foreignRecord = foreignOf(route);
  const fill = (ids: string | Readonly<Record<string, string>>, company: string) =>
    route.url.replace(
      /:(\w+)/g,
      (_, name: string) =>
        isolation.parts[name] ??
        (typeof ids === 'object' ? ids[name] : name === 'companyId' ? company : ids) ??
        unknown,
    );
  const call = (client: Pick<TestClient, 'get' | 'post' | 'put' | 'patch' | 'delete'>, url: string) => {
    const body = bodyOf(route);
    switch (route.method) {
      case 'GET':
        return client.get(url);
      case 'POST':
        return client.post(url, body?.payload, body?.headers);
      case 'PUT':
        return client.put(url, body?.payload, body?.headers);
      case 'PATCH':
        return client.patch(url, body?.payload, body?.headers);
      case 'DELETE':
        return client.delete(url);
      default:
        throw new Error(`no call of a ${route.method}`);
    }
  };

  // SCIM has a way of its own to say what is wrong (RFC 7644, 3.12).
  const expectRefusal = (
    reply: Awaited<ReturnType<typeof call>>,
    status: 401 | 403,
    kind: 'unauthenticated' | 'forbidden',
  ) => {
    if (!route.url.startsWith('/scim/')) return expect(reply).toBeProblem(status, kind);
    expect(reply.statusCode, reply.body).toBe(status);
    expect(reply.json()).toMatchObject({ status: String(status), detail: kind });
  };

  test('needs a token', async () => {
    expectRefusal(await call(balie.anonymous, fill(unknown, unknown)), 401, 'unauthenticated');
  });

  test('takes no key that has ended, and none that was never made', async () => {
    for (const key of [endedKey, neverMade])
      expectRefusal(await call(balie.withToken(key), fill(unknown, unknown)), 401, 'unauthenticated');
  });

  test.skipIf(route.permission === '')('needs its permission', async () => {
    const nobody = await balie.asUser();
    expectRefusal(await call(nobody, fill(unknown, nobody.companyId)), 403, 'forbidden');
    expectRefusal(await call(noRights, fill(unknown, noRights.companyId)), 403, 'forbidden');
  });

  test.skipIf(route.permission === '' || route.permission === 'fmmodule.archive.read')(
    'is closed to an inspector',
    async () => {
      expectRefusal(await call(inspector, fill(unknown, inspector.companyId)), 403, 'forbidden');
    },
  );

  // The live connection has no input, and no end.
  test.skipIf(route.url.endsWith('/events'))(
    'answers what makes no sense as the fault of who asks',
    async () => {
      const may = permissionsOf(route).flat();
      const client = await balie.asUser({ may });
      // A right over everything leads further than one over the own company: what cannot be reached is not read either.
      const staff = await balie.asUser({
        isProvider: true,
        may: may.map((right) => right.replace(/\.company$/, '.system')),
      });
      const parameters = route.parameters.filter((name) => !(name in listParameters.shape));
      const send = route.method === 'PUT' ? staff.put : staff.post;
      const own = fill(unknown, client.companyId);
      const answers = await Promise.all([
        ...senselessIds.map((id) => call(client, route.url.replace(/:(\w+)/g, id))),
        ...senselessQueries.map((query) => call(client, `${own}?${query}`)),
        ...parameters
          .flatMap((name) => [...senselessValues.map((value) => `${name}=${value}`), `${name}=x&${name}=y`])
          .map((query) => call(staff, `${own}?${query}`)),
        ...(isSent(route) ? senselessBodies : []).map((body) =>
          send(own, body, { 'content-type': 'application/json' }),
        ),
        ...(isSent(route) ? senselessForms : []).map(([type, body]) =>
          send(own, body, { 'content-type': type }),
        ),
      ]);
      expect(
        answers
          .filter(({ statusCode }) => statusCode >= 500)
          .map(({ statusCode, body }) => `${statusCode} ${body}`),
      ).toEqual([]);
    },
  );

  test.skipIf(foreignRecord === undefined)(
    "answers another tenant's id exactly as an unknown one",
    async () => {
      // With each of the permissions that suffice.
      for (const may of permissionsOf(route)) {
        const mine = await balie.asUser({ may });
        const id = (await foreignRecord?.(balie, theirs)) ?? unknown;
        const foreign = await call(mine, fill(id, theirs.companyId));
        const absent = await call(mine, fill(unknown, unknown));
        const program = await balie.asProgram({ may });
        const byKey = [fill(id, theirs.companyId), fill(unknown, unknown)].map((url) => call(program, url));
        const [foreignByKey, absentByKey] = await Promise.all(byKey);
        expect([403, 404], foreignByKey?.body).toContain(foreignByKey?.statusCode);
        expect(withoutInstance(foreignByKey?.body ?? '')).toEqual(withoutInstance(absentByKey?.body ?? ''));
        expect(foreign.statusCode, foreign.body).toBe(isRefused(route) ? 403 : 404);
        expect(withoutInstance(foreign.body)).toEqual(withoutInstance(absent.body));
      }
    },
  );
});

function withoutInstance(body: string): unknown {
  return { ...JSON.parse(body), instance: undefined };
}
