import { afterAll, beforeAll, expect, test } from 'vitest';
import { newClient } from '../db/client.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { defineJob, installJobs, openJobs } from './jobs.ts';

const kind = defineJob<{ name: string }>('clock', { retries: 2, expireSeconds: 60 });
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await installJobs(database.owner, database.app.user ?? 'balie_app', [kind]);
});
afterAll(() => database.drop());

test('jobs that were written before the clock was put back do not wait for hours', async () => {
  const client = newClient(database.owner);
  await client.connect();
  try {
    // As they stand where everything was written five hours ahead of now.
    await client.query(`insert into jobs.job (name, data, state, retry_limit, created_on, start_after, heartbeat_on) values
      ('clock', '{"name":"waits"}', 'created', 2, now() + interval '5 hours', now() + interval '5 hours', null),
      ('clock', '{"name":"later"}', 'created', 2, now() + interval '5 hours', now() + interval '7 hours', null),
      ('clock', '{"name":"again"}', 'retry', 2, now(), now() + interval '5 hours', null),
      ('clock', '{"name":"meant"}', 'created', 2, now(), now() + interval '3 hours', null),
      ('clock', '{"name":"died"}', 'active', 2, now() - interval '1 minute', now() - interval '1 minute', now() + interval '5 hours')`);
    await client.query("update jobs.version set cron_on = now() + interval '5 hours'");
    await client.query(
      "update jobs.queue set monitor_on = now() + interval '5 hours', maintain_on = now() + interval '5 hours'",
    );
    const jobs = await openJobs(database.app, { works: true, onError: () => undefined });
    const done: string[] = [];
    await jobs.work(kind, async ({ name }) => void done.push(name));
    await expect.poll(() => done.toSorted(), { timeout: 30_000, interval: 500 }).toEqual(['again', 'waits']);
    const { rows } = await client.query<{ name: string; hours: number }>(
      `select data->>'name' as name, round(extract(epoch from start_after - now()) / 3600)::integer as hours
       from jobs.job where state < 'active' and name = 'clock' order by 1`,
    );
    expect(rows).toEqual([
      { name: 'later', hours: 2 },
      { name: 'meant', hours: 3 },
    ]);
    // What a worker held that is gone is missed at its next heartbeat.
    const { rows: held } = await client.query(
      "select 1 from jobs.job where name = 'clock' and state = 'active' and heartbeat_on > now()",
    );
    expect(held).toEqual([]);
    const { rows: ahead } = await client.query(
      `select 1 from jobs.version, jobs.queue
       where greatest(cron_on, monitor_on, maintain_on, monitor_claim_on) > now() + interval '1 minute'`,
    );
    expect(ahead).toEqual([]);
    await jobs.stop(1000);
  } finally {
    await client.end();
  }
}, 60_000);
