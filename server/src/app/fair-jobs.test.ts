import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defineJob, installJobs, type Jobs, openJobs } from '#server/platform/jobs/jobs.ts';
import { type TestApp, testApp } from './testing/app.ts';

const scan = defineJob<{ readonly companyId?: string; readonly name: string }>('fair-scan', {
  retries: 0,
  expireSeconds: 60,
});
const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];

let world: TestApp;
let sender: Jobs;
beforeAll(async () => {
  world = await testApp();
  await installJobs(world.database.owner, world.database.app.user ?? '', [scan]);
  sender = await openJobs(world.database.app, { works: false, onError: () => undefined });
});
afterAll(async () => {
  await sender.stop(1000);
  await world.close();
});
beforeEach(async () => {
  await sql`delete from jobs.job`.execute(world.db);
});

type Priority = -1 | 0 | 1;
const send = (companyId: string | undefined, name: string, priority: Priority = 0) =>
  world.db
    .transaction()
    .execute((tx) => sender.send(tx, scan, companyId ? { companyId, name } : { name }, { priority }));

async function sendAll(companyId: string, names: readonly string[], priority?: Priority): Promise<void> {
  for (const name of names) await send(companyId, name, priority);
}

/** Takes jobs one at a time until so many are done; `between` runs behind each. */
async function take(count: number, between: (name: string) => Promise<void> = async () => undefined) {
  const taken: string[] = [];
  const worker = await openJobs(world.database.app, { works: true, onError: () => undefined });
  await worker.work(scan, async ({ name }) => {
    taken.push(name);
    await between(name);
  });
  await expect.poll(() => taken.length, { timeout: 40_000 }).toBeGreaterThanOrEqual(count);
  await worker.stop(5000);
  return taken;
}

test('a single upload waits behind one job of a company that sent many before', async () => {
  await sendAll(a, ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
  await send(b, 'b1');
  expect(await take(7)).toEqual(['a1', 'b1', 'a2', 'a3', 'a4', 'a5', 'a6']);
});

test('companies with many jobs are taken in turns', async () => {
  await sendAll(a, ['a1', 'a2', 'a3', 'a4']);
  await sendAll(b, ['b1', 'b2']);
  await sendAll(c, ['c1', 'c2', 'c3']);
  expect(await take(9)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'c3', 'a4']);
});

test('who comes late joins the round that is being taken, and does not overtake who waited', async () => {
  await sendAll(a, ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
  const taken = await take(8, async (name) => {
    if (name === 'a3') await sendAll(b, ['b1', 'b2']);
  });
  expect(taken).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'a5', 'b2', 'a6']);
});

test('within a round what is done in a moment goes first, and what nobody waits for last', async () => {
  await sendAll(a, ['again1', 'again2'], -1);
  await sendAll(a, ['scan1', 'scan2']);
  await sendAll(a, ['data1', 'data2'], 1);
  expect(await take(6)).toEqual(['data1', 'scan1', 'again1', 'data2', 'scan2', 'again2']);
});

test('jobs of no company take turns like those of one', async () => {
  await sendAll(a, ['a1', 'a2', 'a3']);
  await send(undefined, 'nobody');
  expect(await take(4)).toEqual(['a1', 'nobody', 'a2', 'a3']);
});

test('jobs written in one transaction stand in rounds too, and a rolled back one leaves no gap', async () => {
  await world.db.transaction().execute(async (tx) => {
    for (const name of ['a1', 'a2', 'a3']) await sender.send(tx, scan, { companyId: a, name });
  });
  const failed = world.db.transaction().execute(async (tx) => {
    await sender.send(tx, scan, { companyId: b, name: 'never' });
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  await send(b, 'b1');
  expect(await take(4)).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('of one company at most so many run at once, and another finds a place', async () => {
  await sendAll(a, ['a1', 'a2', 'a3', 'a4']);
  const running = new Set<string>();
  const hold = Promise.withResolvers<void>();
  const worker = await openJobs(world.database.app, { works: true, onError: () => undefined });
  await worker.work(
    scan,
    async ({ name }) => {
      running.add(name);
      await hold.promise;
    },
    { concurrency: 3, perCompany: 2 },
  );
  await expect.poll(() => running.size, { timeout: 40_000 }).toBe(2);
  await send(b, 'b1');
  await expect.poll(() => [...running].toSorted(), { timeout: 40_000 }).toEqual(['a1', 'a2', 'b1']);
  hold.resolve();
  await expect.poll(() => running.size, { timeout: 30_000 }).toBe(5);
  await worker.stop(5000);
});
