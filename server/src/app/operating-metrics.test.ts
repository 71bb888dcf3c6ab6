import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { register } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, createPool, type Db } from '#server/platform/db/database.ts';
import { installJobs } from '#server/platform/jobs/jobs.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/testing/database.ts';
import { backupKinds } from './backups/backup-jobs.ts';
import { jobKinds } from './job-kinds.ts';
import { measureOperation } from './operating-metrics.ts';

const deploy = (name: string) => fileURLToPath(new URL(`../../../deploy/${name}`, import.meta.url));
let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase({
    name: 'with_jobs',
    build: ({ owner, app }) =>
      installJobs(owner, app.user ?? 'balie_app', [...jobKinds, ...backupKinds(undefined)]),
  });
  db = createDb(createPool(database.app));
});
afterAll(async () => {
  register.clear();
  await db.destroy();
  await database.drop();
});

test('queue, backups and disk are in the figures, and only the disk needs no database', async () => {
  await sql`insert into jobs.job (name, data, state, created_on, start_after) values
    ('files-sweep', '{}', 'created', now() - interval '20 minutes', now() - interval '20 minutes'),
    ('files-sweep', '{}', 'created', now(), now() + interval '1 hour'),
    ('files-sweep', '{}', 'failed', now(), now())`.execute(db);
  await sql`insert into backup_runs (id, kind, started_at, ended_at, outcome) values
    (gen_random_uuid(), 'backup', now(), now() - interval '1 hour', 'done'),
    (gen_random_uuid(), 'backup', now(), now(), 'failed')`.execute(db);
  measureOperation({ db, now: () => new Date(), log: pino({ level: 'silent' }) }, tmpdir());
  const text = await register.metrics();
  expect(text).toMatch(/^balie_jobs\{kind="files-sweep",state="created"\} 2$/m);
  expect(text).toMatch(/^balie_jobs\{kind="files-sweep",state="failed"\} 1$/m);
  expect(text).toMatch(/^balie_jobs_oldest_seconds\{kind="files-sweep"\} 120\d/m);
  expect(text).toMatch(/^balie_backup_age_seconds\{kind="backup"\} 360\d/m);
  expect(text).toMatch(/^balie_backup_failed\{kind="backup"\} 1$/m);
  expect(text).toMatch(/^balie_pages_per_minute 0$/m);
  expect(text).toMatch(/^balie_disk_free_ratio 0\.\d+$/m);
  expect(text).toMatch(/^balie_figures_read 1$/m);
});

test('dashboard and alerts ask for figures that exist', async () => {
  const known = new Set((await register.getMetricsAsJSON()).map(({ name }) => name));
  known.add('balie_http_request_seconds_count').add('balie_http_request_seconds_bucket');
  for (const file of ['grafana-dashboard.json', 'prometheus-rules.yml']) {
    const asked = [...(await readFile(deploy(file), 'utf8')).matchAll(/balie_\w+/g)].map(([name]) => name);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  }
});

test('while the database is away the figures say so, and the rest is still answered', async () => {
  register.clear();
  const gone = createDb(createPool({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' }));
  measureOperation({ db: gone, now: () => new Date(), log: pino({ level: 'silent' }) }, tmpdir());
  const text = await register.metrics();
  await gone.destroy();
  expect(text).toMatch(/^balie_figures_read 0$/m);
  expect(text).not.toMatch(/^balie_jobs\{/m);
});

test.skipIf(!existsSync('/usr/bin/promtool'))('Prometheus takes the alerts', () => {
  const { status, stdout, stderr } = spawnSync('promtool', [
    'check',
    'rules',
    deploy('prometheus-rules.yml'),
  ]);
  expect([status, String(stderr)]).toEqual([0, '']);
  expect(String(stdout)).toContain('11 rules found');
});
