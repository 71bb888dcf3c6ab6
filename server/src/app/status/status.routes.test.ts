import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemStatus, type SystemStatus } from '#contract/core/status.ts';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildAdministration, buildCompany } from '#server/features/core/testing/factories.ts';
import { migrationNames } from '#server/platform/db/migrate.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { writeArchiveState } from '../backups/point-in-time.ts';
import { applicationName, productVersion, readApplicationName } from './version.ts';

const url = '/api/core/status';
const may = ['core.status.read.system', 'core.status.retry.system'];
let balie: TestApp;
let staff: TestClient;

beforeAll(async () => {
  balie = await testApp({ env: { BALIE_PITR: '/archive', BALIE_BACKUP_KEY: '07'.repeat(32) } });
  staff = await balie.asUser({ isProvider: true, may });
});
afterAll(() => balie.close());

async function status(): Promise<SystemStatus> {
  const reply = await staff.get(url);
  expect(reply.statusCode, reply.body).toBe(200);
  return systemStatus.parse(reply.json().result);
}

async function addJob(
  state: string,
  {
    companyId,
    age = 0,
    after = 0,
    reason,
  }: { companyId?: string; age?: number; after?: number; reason?: string } = {},
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into jobs.job (name, data, state, retry_count, retry_limit, created_on, start_after, completed_on, output)
    values ('files-sweep', ${JSON.stringify(companyId === undefined ? {} : { companyId })}::jsonb,
      ${state}::jobs.job_state, 2, 2,
      now() - make_interval(secs => ${age}), now() + make_interval(secs => ${after}) - make_interval(secs => ${age}),
      ${state === 'failed' ? new Date().toISOString() : null}::timestamptz,
      ${reason === undefined ? null : JSON.stringify({ name: 'Error', message: reason })}::jsonb)
    returning id`.execute(balie.db);
  return rows[0]?.id ?? '';
}

test('only staff with the permission see it; for everybody else it does not exist or is refused', async () => {
  const foreign = await balie.asUser({ may: ['core.status.read.system', 'core.status.retry.system'] });
  const id = await addJob('failed');
  for (const client of [
    foreign,
    await balie.asUser({ isProvider: true, may: ['core.companies.read.system'] }),
  ]) {
    expect(await client.get(url)).toBeProblem(403, 'forbidden');
    expect(await client.post(`${url}/jobs/files-sweep/${id}/retry`)).toBeProblem(403, 'forbidden');
  }
  const reader = await balie.asUser({ isProvider: true, may: ['core.status.read.system'] });
  expect((await reader.get(url)).statusCode).toBe(200);
  expect(await reader.post(`${url}/jobs/files-sweep/${id}/retry`)).toBeProblem(403, 'forbidden');
  await sql`delete from jobs.job`.execute(balie.db);
});

test('jobs are counted by kind with the age of the oldest, and by the company whose jobs wait', async () => {
  const slow = await buildCompany(balie.db, { name: 'Langzaam B.V.' });
  await addJob('created', { companyId: slow.id, age: 1200 });
  await addJob('retry', { companyId: slow.id });
  await addJob('created', { after: 3600 });
  await addJob('active');
  const { jobs, waitingCompanies } = await status();
  const [sweep, ...others] = jobs;
  expect(sweep).toMatchObject({ kind: 'files-sweep', waiting: 2, later: 1, running: 1, failed: 0 });
  expect(sweep?.oldestSeconds).toBeGreaterThanOrEqual(1200);
  expect(others).toEqual([]);
  expect(waitingCompanies).toMatchObject([{ companyId: slow.id, companyName: 'Langzaam B.V.', waiting: 2 }]);
  await sql`delete from jobs.job`.execute(balie.db);
});

test('a job that failed is shown with its reason and tried again once, which stays in the history', async () => {
  const company = await buildCompany(balie.db, { name: 'Mislukt B.V.' });
  const id = await addJob('failed', { companyId: company.id, reason: 'the printer is on fire' });
  expect((await status()).failures).toMatchObject([
    { id, kind: 'files-sweep', companyName: 'Mislukt B.V.', tries: 3, reason: 'the printer is on fire' },
  ]);
  const retry = () => staff.post(`${url}/jobs/files-sweep/${id}/retry`);
  expect((await retry()).statusCode).toBe(204);
  expect(await retry()).toBeProblem(404, 'not-found');
  expect(await staff.post(`${url}/jobs/files-sweep/${noCompany}/retry`)).toBeProblem(404, 'not-found');
  const after = await status();
  expect(after.failures).toEqual([]);
  expect(after.jobs).toMatchObject([{ kind: 'files-sweep', waiting: 1, failed: 0 }]);
  expect(after.retries).toMatchObject([
    { kind: 'files-sweep', reason: 'the printer is on fire', by: expect.any(String) },
  ]);
  const line = await balie.db
    .selectFrom('history')
    .where('entity', '=', 'core.status')
    .select(['company_id', 'entity_id', 'verb', 'user_id'])
    .executeTakeFirstOrThrow();
  expect(line).toEqual({ company_id: noCompany, entity_id: id, verb: 'retry', user_id: staff.userId });
  await sql`delete from jobs.job`.execute(balie.db);
});

test('database, disk, versions and the processes that are connected are told', async () => {
  const found = await status();
  const newest = (await migrationNames()).at(-1);
  expect(found.version).toMatchObject({ version: productVersion, schema: newest, databaseSchema: newest });
  expect(found.database.bytes).toBeGreaterThan(1_000_000);
  expect(found.database.connections).toBeGreaterThan(0);
  expect(found.processes).toMatchObject([
    { kind: 'server', version: productVersion, pid: process.pid, isThis: true },
  ]);
  expect(found.disks[0]?.holds).toContain('data');
  expect(found.disks[0]?.freeBytes).toBeGreaterThan(0);
  expect(found.bucket).toBeNull();
});

test('backups, mailboxes and exports that failed are told in the language of who asks', async () => {
  const none = { isScheduled: false, lastBackup: null, lastRehearsal: null };
  const archive = { until: null, baseAt: null, problem: '' };
  expect((await status()).backups).toEqual({ ...none, pointInTime: archive });
  const until = '2026-11-21T13:04:00.000Z';
  await writeArchiveState(balie.dataFolder, { until, problem: 'no room' });
  expect((await status()).backups.pointInTime).toEqual({ ...archive, until, problem: 'no room' });
  await sql`insert into backup_runs (id, kind, started_at, ended_at, outcome, name, bytes, row_count, file_count, reason) values
    (gen_random_uuid(), 'backup', now() - interval '1 day', now() - interval '1 day', 'done', 'a.backup', 10, 2, 1, null),
    (gen_random_uuid(), 'backup', now(), now(), 'failed', null, null, null, null, 'no room')`.execute(
    balie.db,
  );
  const company = await buildCompany(balie.db, { name: 'Post B.V.' });
  const administration = await buildAdministration(balie.db, company.id);
  await balie.db
    .updateTable('administrations')
    .set({ mail_is_active: true, mail_hostname: 'imap.example' })
    .where('id', '=', administration.id)
    .execute();
  await sql`insert into intake_mailboxes (company_id, administration_id, last_verdict) values
    (${company.id}, ${administration.id}, 'login')`.execute(balie.db);
  await sql`insert into archive_files (company_id, id, from_day, to_day, language, state, error, finished_at)
    values (${company.id}, gen_random_uuid(), '2026-01-01', '2026-01-31', 'nl', 3, 'failed', now())`.execute(
    balie.db,
  );
  const { backups, mailboxes, exports } = await status();
  expect(backups.lastBackup).toMatchObject({ outcome: 'failed', reason: 'no room', bytes: null });
  expect(mailboxes).toMatchObject([
    {
      companyName: 'Post B.V.',
      lastReadAt: null,
      verdict: expect.stringMatching(/wachtwoord|gebruikersnaam/i),
    },
  ]);
  expect(exports).toMatchObject([{ kind: 'period', companyName: 'Post B.V.' }]);
});

test('the name of a connection says which process it is of, and other programs are left out', () => {
  expect(readApplicationName(applicationName('worker'))).toMatchObject({ kind: 'worker', pid: process.pid });
  for (const name of ['psql', '', 'balie', 'balie/server', 'balie/else/1/2/3/4/5', 'balie/worker/1/2/x/y/z'])
    expect(readApplicationName(name)).toBeUndefined();
});
