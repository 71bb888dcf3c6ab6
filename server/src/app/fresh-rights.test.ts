import { tmpdir } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createCallerLoader, forgetOnChanges } from '#server/features/core/index.ts';
import { buildGroup, giveModule } from '#server/features/core/testing/factories.ts';
import { createSite } from '#server/features/identity/index.ts';
import { buildApp } from './build-app.ts';
import { testApp, type TestApp, type TestClient } from './testing/app.ts';
import { openWorld, type World } from './world.ts';

// Two server processes on one database, as far as rights go: each with a cache and connections of its own (§A5).
let balie: TestApp;
let staff: TestClient;
let clock: number;
let first: FastifyInstance;
let second: FastifyInstance;
const closing: (() => Promise<unknown>)[] = [];

async function startProcess(options: { hears: boolean }): Promise<FastifyInstance> {
  const { log, secretKey, now } = balie.services;
  const world: World = await openWorld({
    database: balie.database.app,
    dataFolder: tmpdir(),
    log,
    secretKey,
    now,
    works: false,
  });
  const callers = createCallerLoader(world.services.db, () => clock);
  if (options.hears) forgetOnChanges(callers, world.services.events);
  const app = await buildApp({
    services: world.services,
    authenticate: (token) => callers.load(token),
    sites: { allSites: () => [createSite('http', 'generic', 'localhost', 80)] },
    trustedProxies: 0,
    checks: {},
    invitations: null,
  });
  closing.push(() => app.close().then(() => world.close()));
  return app;
}

const call = async (app: FastifyInstance, userId: string, url: string) =>
  (await app.inject({ url, headers: { host: 'localhost', authorization: `Bearer ${userId}` } })).statusCode;

beforeAll(async () => {
  balie = await testApp();
  staff = await balie.asUser({
    isProvider: true,
    may: ['core.companymodules.delete.system', 'core.groups.update.system', 'core.users.update.system'],
  });
  first = await startProcess({ hears: false });
  second = await startProcess({ hears: false });
});
afterAll(async () => {
  for (const close of closing) await close();
  await balie.close();
});
beforeEach(() => {
  clock = Date.parse('2026-11-21T13:05:00Z');
});

async function reader() {
  const person = await balie.asUser({ may: ['fmmodule.documents.read.company'] });
  for (const app of [first, second])
    expect(await call(app, person.userId, '/api/fmmodule/documents')).toBe(200);
  return person;
}

test('a module that is switched off gives 403 within a minute on every process, even when no message arrives', async () => {
  const person = await reader();
  const { id } = await giveModule(balie.db, person.companyId, 'fmmodule');
  expect((await staff.delete(`/api/core/companies/${person.companyId}/modules/${id}`)).statusCode).toBe(204);
  clock += 60_000;
  for (const app of [first, second])
    expect(await call(app, person.userId, '/api/fmmodule/documents')).toBe(403);
});

test('so does a right that a group loses', async () => {
  const person = await balie.asUser();
  const group = await buildGroup(balie.db, {
    companyId: person.companyId,
    may: ['core.groups.read.company'],
    userIds: [person.userId],
  });
  for (const app of [first, second]) expect(await call(app, person.userId, '/api/core/groups')).toBe(200);
  expect(
    (await staff.put(`/api/core/groups/${group.id}`, { name: 'Leeg', permissionIds: [] })).statusCode,
  ).toBe(200);
  clock += 60_000;
  for (const app of [first, second]) expect(await call(app, person.userId, '/api/core/groups')).toBe(403);
});

test('a user who is switched off is out within a minute', async () => {
  const person = await reader();
  const body = {
    emailAddress: { address: `${person.userId}@x.example` },
    firstName: 'X',
    lastName: 'X',
    active: false,
  };
  // Only the address would be a way around; staff without these rights may still switch the user off.
  const { email } = await balie.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow();
  const reply = await staff.put(`/api/core/companies/${person.companyId}/users/${person.userId}`, {
    ...body,
    emailAddress: { address: email },
  });
  expect(reply.statusCode, reply.body).toBe(200);
  clock += 60_000;
  for (const app of [first, second])
    expect(await call(app, person.userId, '/api/fmmodule/documents')).toBe(401);
});

test('a process that hears of the change knows at once', async () => {
  const hearing = await startProcess({ hears: true });
  const person = await reader();
  // The connection that listens opens in the background: a change that is heard shows that it is there.
  expect(await call(hearing, person.userId, '/api/fmmodule/documents')).toBe(200);
  const { id } = await giveModule(balie.db, person.companyId, 'fmmodule');
  await vi.waitFor(async () => {
    await balie.db
      .transaction()
      .execute((tx) =>
        balie.services.events.publish(tx, { resource: 'core/groups', companyId: person.companyId }),
      );
    expect(
      (await staff.delete(`/api/core/companies/${person.companyId}/modules/${id}`)).statusCode,
    ).toBeOneOf([204, 404]);
    expect(await call(hearing, person.userId, '/api/fmmodule/documents')).toBe(403);
  }, 10_000);
  // The clock stood still: those that heard nothing still serve from memory.
  expect(await call(second, person.userId, '/api/fmmodule/documents')).toBe(200);
});

test('a token made after a change counts at once, one of before no more', async () => {
  const person = await balie.asUser();
  const callers = createCallerLoader(balie.db, () => clock);
  await callers.load(person.userId, 1);
  await balie.db.updateTable('users').set({ session_epoch: 2 }).where('id', '=', person.userId).execute();
  await expect(callers.load(person.userId, 2)).resolves.toMatchObject({ userId: person.userId });
  await expect(callers.load(person.userId, 1)).rejects.toMatchObject({ kind: 'unauthenticated' });
});
