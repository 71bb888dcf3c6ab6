import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { register } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, createPool, type Db } from '#server/platform/db/database.ts';
import { buildCompany } from '#server/features/core/testing/factories.ts';
import { newId } from '#server/platform/db/ids.ts';
import { installJobs } from '#server/platform/jobs/jobs.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/testing/database.ts';
import { backupKinds } from './backups/backup-jobs.ts';
import { writeArchiveState } from './backups/point-in-time.ts';
import { jobKinds } from './job-kinds.ts';
import { measureOperation } from './operating-metrics.ts';
import { applicationName } from './status/version.ts';

const deploy = (name: string) => fileURLToPath(new URL(`../../../deploy/${name}`, import.meta.url));
let database: TestDatabase;
let db: Db;
let operated: { dataFolder: string; pointInTime: { place: string } };
beforeAll(async () => {
  database = await createTestDatabase({
    name: 'with_jobs',
    build: ({ owner, app }) =>
      installJobs(owner, app.user ?? 'balie_app', [...jobKinds, ...backupKinds(undefined)]),
  });
  const dataFolder = await mkdtemp(join(tmpdir(), 'balie-figures-'));
  operated = { dataFolder, pointInTime: { place: '/archive' } };
  const until = new Date(Date.now() - 300_000).toISOString();
  await writeArchiveState(dataFolder, { until, problem: '' });
  db = createDb(createPool({ ...database.app, application_name: applicationName('worker') }));
});
afterAll(async () => {
  register.clear();
  await db.destroy();
  await database.drop();
  await rm(operated.dataFolder, { recursive: true });
});

test('queue, backups and disk are in the figures, and only the disk needs no database', async () => {
  await sql`insert into jobs.job (name, data, state, created_on, start_after) values
    ('files-sweep', '{}', 'created', now() - interval '20 minutes', now() - interval '20 minutes'),
    ('files-sweep', '{}', 'created', now(), now() + interval '1 hour'),
    ('files-sweep', '{}', 'failed', now(), now())`.execute(db);
  await sql`insert into backup_runs (id, kind, started_at, ended_at, outcome) values
    (gen_random_uuid(), 'backup', now(), now() - interval '1 hour', 'done'),
    (gen_random_uuid(), 'backup', now(), now(), 'failed')`.execute(db);
  const company = await buildCompany(db);
  for (const [number, state] of [2, 5, 3, 0].entries())
    await sql`insert into documents (company_id, id, number, sha256, filename, mime, bytes, source, state, reasons) values
      (${company.id}, ${newId(Date.now())}, ${`2026-11-000${number}`}, 'x', 'x', 'x', 1, 'upload', ${state}, '{}')`.execute(
      db,
    );
  measureOperation({ db, now: () => new Date(), log: pino({ level: 'silent' }) }, operated);
  const text = await register.metrics();
  expect(text).toMatch(/^balie_jobs\{kind="files-sweep",state="created"\} 2$/m);
  expect(text).toMatch(/^balie_jobs\{kind="files-sweep",state="failed"\} 1$/m);
  expect(text).toMatch(/^balie_jobs_oldest_seconds\{kind="files-sweep"\} 120\d/m);
  expect(text).toMatch(/^balie_backup_age_seconds\{kind="backup"\} 360\d/m);
  expect(text).toMatch(/^balie_backup_failed\{kind="backup"\} 1$/m);
  expect(text).toMatch(/^balie_archive_age_seconds 30\d/m);
  expect(text).toMatch(/^balie_pages_per_minute 0$/m);
  expect(text).toMatch(/^balie_disk_free_ratio 0\.\d+$/m);
  expect(text).toMatch(/^balie_figures_read 1$/m);
  expect(text).toMatch(/^balie_exports_failed\{kind="delivery"\} 0$/m);
  expect(text).toMatch(/^balie_exports_failed\{kind="period"\} 0$/m);
  expect(text).toMatch(/^balie_processes\{kind="worker"\} 1$/m);
  expect(text).toMatch(/^balie_processes\{kind="server"\} 0$/m);
  expect(text).toMatch(/^balie_database_bytes \d{7,}$/m);
  // Of two that were recognised, one that was not, and one that waits.
  expect(text).toMatch(/^balie_recognised_share 0\.66/m);
});

test.skipIf(!existsSync('/usr/bin/promtool'))('Prometheus has nothing to say about the figures', async () => {
  const input = await register.metrics();
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input });
  expect([status, String(stdout), String(stderr)]).toEqual([0, '', '']);
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
  measureOperation({ db: gone, now: () => new Date(), log: pino({ level: 'silent' }) }, operated);
  const text = await register.metrics();
  await gone.destroy();
  expect(text).toMatch(/^balie_figures_read 0$/m);
  expect(text).not.toMatch(/^balie_jobs\{/m);
});

test.skipIf(!existsSync('/usr/bin/promtool'))('Prometheus takes the alerts', async () => {
  const { status, stdout, stderr } = spawnSync('promtool', [
    'check',
    'rules',
    deploy('prometheus-rules.yml'),
  ]);
  expect([status, String(stderr)]).toEqual([0, '']);
  const alerts = (await readFile(deploy('prometheus-rules.yml'), 'utf8')).match(/- alert:/g) ?? [];
  expect(String(stdout)).toContain(`${alerts.length} rules found`);
});
