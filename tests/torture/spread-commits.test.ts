import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDb, createPool, type Db } from '#server/platform/db/database.ts';
import { detectSpread } from '#server/platform/db/spread.ts';
import { openJobs } from '#server/platform/jobs/jobs.ts';
import { jobKinds } from '#server/app/job-kinds.ts';

// On a database that is spread over servers, in CLUSTER_DATABASE_URL. CLUSTER_CRASH is a command that ends its coordinator
// without a shutdown (`pg_ctl stop -m immediate`) and starts it again; CLUSTER_ROUNDS how often (20).
const url = process.env['CLUSTER_DATABASE_URL'];
const crash = process.env['CLUSTER_CRASH'];
const rounds = Number(process.env['CLUSTER_ROUNDS'] ?? 20);
const mark = `crash-${randomUUID()}`;
const [kind] = jobKinds;

test.skipIf(url === undefined || crash === undefined)(
  'a coordinator that crashes around commits leaves no record without its job, and no job without its record',
  async () => {
    const database = { connectionString: url, max: 8 };
    const db = createDb(createPool(database));
    expect(await detectSpread(db)).toBeGreaterThan(0);
    const jobs = await openJobs(database, { works: false, onError: () => undefined });
    let acknowledged = 0;
    for (let round = 0; round < rounds; round += 1) {
      const state = { isOver: false };
      const writers = Array.from({ length: 8 }, async () => {
        while (!state.isOver) if (await write(db, jobs)) acknowledged += 1;
      });
      await sleep(150 + Math.random() * 250);
      await promisify(execFile)('sh', ['-c', crash ?? '']);
      state.isOver = true;
      await Promise.all(writers);
      await sql`select 1`.execute(db).catch(() => undefined);
    }
    // What was prepared on a server is finished by the coordinator, within a minute by itself.
    await expect
      .poll(() => differences(db), { timeout: 180_000, interval: 2000 })
      .toEqual({ withoutJob: 0, withoutRecord: 0 });
    const { rows } = await sql<{
      total: number;
    }>`select count(*) as total from counters where name like ${`${mark}%`}`.execute(db);
    console.log(`${rounds} crashes, ${acknowledged} acknowledged, ${rows[0]?.total} committed`);
    expect(rows[0]?.total).toBeGreaterThanOrEqual(acknowledged);
    await sql`delete from counters where name like ${`${mark}%`}`.execute(db);
    await sql`delete from jobs.job where data->>'mark' = ${mark}`.execute(db);
    await jobs.stop(1000);
    await db.destroy();
  },
);

/** A record of some company and its job; whether the commit was acknowledged. */
async function write(db: Db, jobs: Awaited<ReturnType<typeof openJobs>>): Promise<boolean> {
  const name = `${mark} ${randomUUID()}`;
  try {
    await db.transaction().execute(async (tx) => {
      await sql`insert into counters (company_id, name, value) values (${randomUUID()}::uuid, ${name}, 1)`.execute(
        tx,
      );
      if (kind) await jobs.send(tx, kind, { mark, name }, { afterSeconds: 86_400 });
    });
    return true;
  } catch {
    await sleep(20);
    return false;
  }
}

async function differences(db: Db) {
  const records = await sql<{
    name: string;
  }>`select name from counters where name like ${`${mark}%`}`.execute(db);
  const queued = await sql<{
    name: string;
  }>`select data->>'name' as name from jobs.job where data->>'mark' = ${mark}`.execute(db);
  const made = new Set(records.rows.map(({ name }) => name));
  const sent = new Set(queued.rows.map(({ name }) => name));
  return {
    withoutJob: [...made].filter((name) => !sent.has(name)).length,
    withoutRecord: [...sent].filter((name) => !made.has(name)).length,
  };
}
