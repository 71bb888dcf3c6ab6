import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, testNow, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { releaseStaff } from '../testing/releases.ts';
import { signBuild } from './builds.rules.ts';

const secret = 'a-secret-of-the-build-server';
let balie: TestApp;
let staff: TestClient;

beforeAll(async () => {
  balie = await testApp({ buildSecret: secret });
  staff = await releaseStaff(balie);
});
beforeEach(async () => {
  await balie.db.deleteFrom('builds').execute();
  await balie.db.deleteFrom('releases').execute();
});
afterAll(() => balie.close());

const build = {
  version: '5.2.0',
  build: '20261118.3',
  notes: 'Sneller',
  url: 'https://builds.example/5.2.0',
};
const seconds = (at = testNow) => String(Math.floor(at.getTime() / 1000));

interface Sending {
  readonly body?: string;
  readonly timestamp?: string;
  readonly signature?: string;
  readonly key?: string;
  readonly app?: TestApp;
}
function send({
  body = JSON.stringify(build),
  timestamp = seconds(),
  key = secret,
  app = balie,
  ...sent
}: Sending = {}) {
  const signature = sent.signature ?? `sha256=${signBuild(key, timestamp, body)}`;
  return app.anonymous.post('/api/fm/builds', body, {
    'content-type': 'application/json',
    'x-balie-timestamp': timestamp,
    'x-balie-signature': signature,
  });
}
const known = async () => (await balie.db.selectFrom('builds').select('version').execute()).length;

test('a signed build comes in', async () => {
  const reply = await send();
  expect(reply.statusCode).toBe(201);
  expect(reply.json().result).toMatchObject({ ...build, createdAt: testNow.toISOString() });
});

test('a build that is known already gives the first one, also when several come at once', async () => {
  const replies = await Promise.all([
    send(),
    send(),
    send({ body: JSON.stringify({ ...build, notes: 'Anders' }) }),
  ]);
  expect(replies.filter(({ statusCode }) => statusCode === 201).length).toBe(1);
  expect(replies.filter(({ statusCode }) => statusCode === 200).length).toBe(2);
  expect(new Set(replies.map((reply) => reply.json().result.id)).size).toBe(1);
  expect(await known()).toBe(1);
});

test('the signature may stand without its prefix, and capitals in it do not matter', async () => {
  const body = JSON.stringify(build);
  expect((await send({ signature: signBuild(secret, seconds(), body).toUpperCase() })).statusCode).toBe(201);
});

test.each([
  ['without a signature', { signature: '' }, 'x-balie-signature'],
  ['with the secret of another', { key: 'another-secret-of-somebody' }, 'inhoud'],
  ['with a signature of another body', { signature: signBuild(secret, seconds(), '{}') }, 'inhoud'],
  ['with a signature that is none', { signature: 'x' }, 'inhoud'],
  ['of six minutes ago', { timestamp: seconds(new Date(testNow.getTime() - 301_000)) }, 'klok'],
  ['of six minutes from now', { timestamp: seconds(new Date(testNow.getTime() + 301_000)) }, 'klok'],
  ['with a moment that is none', { timestamp: 'now' }, 'inhoud'],
])('a build %s is refused with the reason', async (_, sending, words) => {
  const reply = await send(sending);
  expect(reply).toBeProblem(401, 'unauthenticated');
  expect(reply.json().detail).toContain(words);
  expect(await known()).toBe(0);
});

test('a signature of five minutes ago still counts', async () => {
  expect((await send({ timestamp: seconds(new Date(testNow.getTime() - 299_000)) })).statusCode).toBe(201);
});

test('a moment that was changed after signing is refused', async () => {
  const signature = signBuild(
    secret,
    seconds(new Date(testNow.getTime() - 3_600_000)),
    JSON.stringify(build),
  );
  expect(await send({ signature })).toBeProblem(401, 'unauthenticated');
});

test('without BALIE_BUILD_SECRET every build is refused with the reason', async () => {
  const bare = await testApp();
  try {
    const reply = await send({ app: bare });
    expect(reply).toBeProblem(503, 'unavailable');
    expect(reply.json().detail).toContain('BALIE_BUILD_SECRET');
  } finally {
    await bare.close();
  }
});

test('all that is wrong with a build is said at once', async () => {
  const reply = await send({ body: JSON.stringify({ version: 'x', url: 'http://builds.example' }) });
  expect(reply).toBeProblem(400, 'validation');
  expect(reply.json().codes).toEqual({ version: ['invalid'], build: ['required'], url: ['not-a-url'] });
});

test('a signed body that is no JSON is refused', async () => {
  expect(await send({ body: 'build' })).toBeProblem(400, 'bad-request');
});

test('the highest build without a release is offered for one; twice gives the first release', async () => {
  const newest = async () => (await staff.get('/api/fm/releases/new-devops')).json().result;
  expect(await newest()).toBeNull();
  await send({ body: JSON.stringify({ ...build, version: '5.10.0' }) });
  await send();
  expect(await newest()).toMatchObject({ version: '5.10.0', build: build.build, name: '5.10.0' });
  const make = () => staff.post('/api/fm/releases', { version: '5.10', build: build.build });
  const [first, second] = await Promise.all([make(), make()]);
  expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  expect(first.json().result.id).toBe(second.json().result.id);
  expect(first.json().result).toMatchObject({
    name: '5.10.0',
    version: '5.10.0',
    notes: 'Sneller',
    active: false,
    availableForEveryOne: false,
    forceUpdate: false,
    availableFrom: null,
    rolloutPercentage: 100,
  });
  expect(await newest()).toMatchObject({ version: '5.2.0' });
});

test('every build without a release is listed, the highest first, and an older one is released', async () => {
  await send({ body: JSON.stringify({ ...build, version: '5.10.0' }) });
  await send();
  const listed = async (client = staff) =>
    (await client.get('/api/fm/releases/builds')).json().result.map((one: typeof build) => one.version);
  expect(await listed()).toEqual(['5.10.0', '5.2.0']);
  const made = await staff.post('/api/fm/releases', { version: '5.2.0', build: build.build });
  expect(made.statusCode).toBe(201);
  expect(await listed()).toEqual(['5.10.0']);
  const customer = await balie.asUser({ may: ['fm.releases.read.company'] });
  expect(await listed(customer)).toEqual([]);
});

test('a release of a build that never came in is refused', async () => {
  const reply = await staff.post('/api/fm/releases', { version: '9.9', build: '1' });
  expect(reply).toBeProblem(400, 'validation');
  expect(reply.json().codes).toEqual({ version: ['unknown'] });
});

test('the script of the documentation sends a valid build, and reports a refused one', async () => {
  // Its clock is the real one.
  const live = await testApp({ buildSecret: secret, now: () => new Date() });
  try {
    const address = await live.app.listen({ port: 0, host: '127.0.0.1' });
    const script = new URL('../../../../../docs/send-build.mjs', import.meta.url).pathname;
    const run = async (key: string) => {
      const started = promisify(execFile)(
        process.execPath,
        [script, address.replace('127.0.0.1', 'localhost'), '5.2.0', '7', 'https://builds.example/x'],
        {
          env: { ...process.env, BALIE_BUILD_SECRET: key },
        },
      );
      started.child.stdin?.end('Sneller');
      return started
        .then(({ stdout }) => stdout.trim())
        .catch((error: { stderr: string }) => error.stderr.trim());
    };
    expect(await run(secret)).toBe('taken in: 5.2.0 (7)');
    expect(await run(secret)).toBe('known already: 5.2.0 (7)');
    expect(await run('another-secret-of-somebody')).toContain('401');
    const [stored] = await live.db.selectFrom('builds').select(['notes', 'url']).execute();
    expect(stored).toEqual({ notes: 'Sneller', url: 'https://builds.example/x' });
  } finally {
    await live.close();
  }
});
