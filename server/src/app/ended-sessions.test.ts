import { tmpdir } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createCallerLoader, createProgramLoader } from '#server/features/core/index.ts';
import { buildUser } from '#server/features/core/testing/factories.ts';
import { rotateSigningKeys, setPassword } from '#server/features/identity/index.ts';
import { Browser, type Tokens } from '#server/features/identity/testing/browser.ts';
import { buildApp } from './build-app.ts';
import { readConfig } from './config.ts';
import { createSignIn, sitesOf } from './sign-in.ts';
import { testApp, type TestApp, type TestClient } from './testing/app.ts';
import { openWorld } from './world.ts';

// Two server processes on one database that hear nothing of each other, and the tokens of a real sign-in: what ends a
// session is known within fifteen seconds on both.
let balie: TestApp;
let staff: TestClient;
let first: FastifyInstance;
let second: FastifyInstance;
let person: { id: string; companyId: string; email: string };
let browser: Browser;
let tokens: Tokens;
const password = 'Welkom-2026';
const closing: (() => Promise<unknown>)[] = [];

async function startProcess(): Promise<FastifyInstance> {
  const { log, secretKey } = balie.services;
  const { services, close } = await openWorld({
    database: balie.database.app,
    dataFolder: tmpdir(),
    log,
    secretKey,
    works: false,
  });
  const config = readConfig({});
  const sites = sitesOf(config, () => 80);
  const signIn = createSignIn(
    config,
    services,
    createCallerLoader(services.db, () => Date.now()),
    createProgramLoader(services.db, () => new Date()),
    sites,
    null,
  );
  const app = await buildApp({
    services,
    authenticate: signIn.authenticate,
    sites,
    trustedProxies: config.trustedProxies,
    checks: {},
    invitations: signIn.invitations,
    mountIdentity: async (api) => signIn.mountApi(api),
    mountPublic: (app) => signIn.mount(app),
  });
  closing.push(() => app.close().then(close));
  return app;
}

const answersOf = (token = tokens.access_token) =>
  Promise.all(
    [first, second].map(async (app) => {
      const reply = await app.inject({
        url: '/api/identity/me',
        headers: { host: 'localhost', authorization: `Bearer ${token}` },
      });
      return reply.statusCode;
    }),
  );
// On the clock of the machine, and on the one that nobody can set.
const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);
const userUrl = () => `/api/core/companies/${person.companyId}/users/${person.id}`;
const asWritten = (changes: object) => ({
  emailAddress: { address: person.email },
  firstName: 'Sanne',
  lastName: 'de Wit',
  active: true,
  ...changes,
});

beforeAll(async () => {
  balie = await testApp();
  staff = await balie.asUser({
    isProvider: true,
    may: ['core.users.update.system', 'core.users.read.system', 'core.users.invite.system'],
  });
  first = await startProcess();
  second = await startProcess();
  // Only what the clock says: nothing here waits, and it never goes back.
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterAll(async () => {
  vi.useRealTimers();
  for (const close of closing) await close();
  await balie.close();
});
beforeEach(async () => {
  person = await buildUser(balie.db, {});
  await setPassword(balie.db, person.id, password, { mustChange: false });
  browser = new Browser(first, 'localhost');
  tokens = await browser.signIn(person.email, password);
});

test('a sign-out ends the access token, and no other session of the same person', async () => {
  expect(await answersOf()).toEqual([200, 200]);
  const elsewhere = await new Browser(second, 'localhost').signIn(person.email, password);
  expect(await answersOf(elsewhere.access_token)).toEqual([200, 200]);
  expect((await browser.signOut(tokens.id_token)).statusCode).toBe(303);
  pass(15);
  expect(await answersOf()).toEqual([401, 401]);
  expect(await answersOf(elsewhere.access_token)).toEqual([200, 200]);
});

test.each([
  ['staff switch the user off', async () => staff.put(userUrl(), asWritten({ active: false })), 200],
  [
    'the e-mail address changes',
    async () =>
      staff.put(userUrl(), asWritten({ emailAddress: { address: `new-${person.id}@balie.example` } })),
    200,
  ],
  ['another password is given', async () => staff.post(`${userUrl()}/starting-password`), 200],
] as const)('the access token ends when %s', async (_, end, status) => {
  expect(await answersOf()).toEqual([200, 200]);
  const reply = await end();
  expect(reply.statusCode, reply.body).toBe(status);
  pass(15);
  expect(await answersOf()).toEqual([401, 401]);
});

test('a changed password ends the token, and the session that changed it gets another', async () => {
  expect(await answersOf()).toEqual([200, 200]);
  const reply = await first.inject({
    method: 'POST',
    url: '/api/identity/password',
    headers: { host: 'localhost', authorization: `Bearer ${tokens.access_token}` },
    payload: { currentPassword: password, newPassword: 'Anders-2026-nu' },
  });
  expect(reply.statusCode, reply.body).toBe(204);
  pass(15);
  expect(await answersOf()).toEqual([401, 401]);
  const renewed = await browser.renew();
  expect(await answersOf(typeof renewed === 'string' ? renewed : renewed.access_token)).toEqual([200, 200]);
});

test('replaced signing keys verify what they signed, while new tokens are signed by the new one', async () => {
  expect(await answersOf()).toEqual([200, 200]);
  const { secretKey } = balie.services;
  await rotateSigningKeys(balie.db, secretKey, { isImmediate: false });
  pass(10);
  expect(await answersOf()).toEqual([200, 200]);
  const renewed = await browser.renew();
  const later = typeof renewed === 'string' ? renewed : renewed.access_token;
  expect(await answersOf(later)).toEqual([200, 200]);
  expect(kidOf(later)).not.toBe(kidOf(tokens.access_token));
});

test('removed signing keys end at once, and people stay signed in', async () => {
  expect(await answersOf()).toEqual([200, 200]);
  await rotateSigningKeys(balie.db, balie.services.secretKey, { isImmediate: true });
  pass(10);
  expect(await answersOf()).toEqual([401, 401]);
  for (const app of [first, second]) {
    const renewed = await browser.at(app).renew();
    expect(await answersOf(typeof renewed === 'string' ? renewed : renewed.access_token)).toEqual([200, 200]);
  }
});

function kidOf(token: string): unknown {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
}
