import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConnectionLost } from '#server/platform/db/connection-lost.ts';
import { createDb, createPool, type Db } from '#server/platform/db/database.ts';
import { defineJob, installJobs, openJobs } from '#server/platform/jobs/jobs.ts';
import { type TestApp, type TestClient, testApp } from './testing/app.ts';

let balie: TestApp;
let staff: TestClient;
let owner: pg.Client;
/** Of the product's own role, which may end its sessions. */
let colleague: pg.Client;
const may = ['core.companies.read.system', 'core.companies.create.system'];

beforeAll(async () => {
  balie = await testApp();
  staff = await balie.asUser({ may, isProvider: true });
  owner = new pg.Client(balie.database.owner);
  colleague = new pg.Client(balie.database.app);
  await Promise.all([owner.connect(), colleague.connect()]);
});
afterAll(async () => {
  await Promise.all([owner.end(), colleague.end()]);
  await balie.close();
});

/** Ends the sessions that wait for a lock, as soon as there are any. */
async function terminateWaiting(): Promise<void> {
  const waiting = `select count(pg_terminate_backend(pid, 10000)) as count from pg_stat_activity
    where datname = current_database() and usename = current_user and wait_event_type = 'Lock'`;
  const count = async () => (await colleague.query<{ count: string }>(waiting)).rows[0]?.count;
  await expect.poll(count, { timeout: 15_000 }).not.toBe('0');
}

async function terminateAll(): Promise<void> {
  await colleague.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
  );
}

test('a request whose connection is ended in the middle is 503 with Retry-After, and the next one works', async () => {
  await owner.query('begin; lock table companies in access exclusive mode');
  const writing = staff.post(
    '/api/core/companies',
    { name: 'Lost B.V.', domainName: 'lost.example' },
    { 'accept-language': 'en' },
  );
  await terminateWaiting();
  const lost = await writing;
  await owner.query('rollback');
  expect(lost).toBeProblem(503, 'unavailable');
  expect(lost.headers['retry-after']).toBe('3');
  expect(lost.json()).toMatchObject({ detail: expect.stringContaining('See whether your change was saved') });

  const again = await staff.post('/api/core/companies', { name: 'Lost B.V.', domainName: 'lost.example' });
  expect(again.statusCode).toBe(201);
});

test('a page that could not be read says so in Dutch too', async () => {
  await owner.query('begin; lock table companies in access exclusive mode');
  const reading = staff.get('/api/core/companies');
  await terminateWaiting();
  const lost = await reading;
  await owner.query('rollback');
  expect(lost).toBeProblem(503, 'unavailable');
  expect(lost.json()).toMatchObject({
    detail: 'De database is even niet bereikbaar. Probeer het over enkele seconden opnieuw.',
  });
  expect((await staff.get('/api/core/companies')).statusCode).toBe(200);
});

test('after all sessions were ended, live events and requests go on', async () => {
  const heard: string[] = [];
  const stop = balie.services.events.subscribe(({ resource }) => heard.push(resource));
  const tell = () =>
    balie.services.events.publish(balie.db, { resource: 'probe', companyId: staff.companyId });
  const hears = async () => {
    await tell();
    await sleep(50);
    return heard.length;
  };
  await expect.poll(hears, { timeout: 15_000 }).toBeGreaterThan(0);
  await terminateAll();
  heard.length = 0;
  await expect.poll(hears, { timeout: 15_000 }).toBeGreaterThan(0);
  await expect
    .poll(async () => (await staff.get('/api/core/companies')).statusCode, { timeout: 15_000 })
    .toBe(200);
  stop();
});

test('after all sessions were ended, jobs are written and taken again', async () => {
  const kind = defineJob<{ number: number }>('probe', { retries: 2, expireSeconds: 60 });
  await installJobs(balie.database.owner, String(balie.database.app.user), [kind]);
  const errors: unknown[] = [];
  const jobs = await openJobs(balie.database.app, { works: true, onError: (error) => errors.push(error) });
  const db: Db = createDb(createPool(balie.database.app));
  const done: number[] = [];
  await jobs.work(kind, async ({ number }) => void done.push(number));
  const send = (number: number) => db.transaction().execute((tx) => jobs.send(tx, kind, { number }));
  await send(1);
  await expect.poll(() => done, { timeout: 15_000 }).toContain(1);
  await terminateAll();
  await send(2).catch(() => send(2));
  await expect.poll(() => done, { timeout: 15_000 }).toContain(2);
  expect(errors.every((error) => error instanceof Error)).toBe(true);
  await jobs.stop(5000);
  await db.destroy();
});

test('a job that meets a full disk, or a database that is away, waits for its end however often it was tried', async () => {
  const kind = defineJob<object>('waits', { retries: 1, expireSeconds: 60 });
  await installJobs(balie.database.owner, String(balie.database.app.user), [kind]);
  const jobs = await openJobs(balie.database.app, { works: true, onError: () => undefined });
  const passing = [
    Object.assign(new Error('no room'), { code: 'ENOSPC' }),
    new ConnectionLost(new Error('away')),
    new Error('a picture cannot be written', { cause: Object.assign(new Error('x'), { code: '53100' }) }),
  ];
  let tries = 0;
  await jobs.work(kind, async () => {
    tries += 1;
    throw passing[tries - 1] ?? new Error('broken for good');
  });
  await balie.db.transaction().execute((tx) => jobs.send(tx, kind, {}));
  const state = async () =>
    (await colleague.query<{ state: string }>("select state from jobs.job where name = 'waits'")).rows[0]
      ?.state;
  // Its pause is skipped.
  const soon = async () => {
    await colleague.query("update jobs.job set start_after = now() where name = 'waits' and state = 'retry'");
    await colleague.query("select pg_notify('jobs', 'waits')");
    return [tries, await state()];
  };
  // Three that pass and, with no try left, one that does not.
  await expect.poll(soon, { timeout: 30_000, interval: 200 }).toEqual([4, 'failed']);
  await jobs.stop(5000);
});
