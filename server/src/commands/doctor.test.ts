import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backupName } from '#server/app/backups/backup-place.ts';
import { writeArchiveState } from '#server/app/backups/point-in-time.ts';
import { readConfig } from '#server/app/config.ts';
import { checks, findingOf } from '#server/app/doctor/checks.ts';
import { startSmtpServer } from '#server/platform/mail/testing/smtp-server.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/testing/database.ts';
import type { ConnectionSettings } from '#server/platform/db/database.ts';

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balie-doctor-'));
  await chmod(folder, 0o711);
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function doctor(env: Record<string, string>): Promise<{ code: number; said: string }> {
  const file = fileURLToPath(new URL('./doctor.ts', import.meta.url));
  const options = { env: { PATH: process.env['PATH'], BALIE_DATA: join(folder, 'data'), ...env } };
  try {
    return { code: 0, said: (await promisify(execFile)(process.execPath, [file], options)).stdout };
  } catch (error) {
    if (!(error instanceof Error && 'stdout' in error && 'stderr' in error)) throw error;
    return { code: 1, said: [error.stdout, error.stderr].join('') };
  }
}

function urlOf({ host = '', port, user = '', password, database: name }: ConnectionSettings): string {
  const url = new URL(`postgresql://localhost:${port}/${name}`);
  url.username = user;
  if (typeof password === 'string') url.password = password;
  url.searchParams.set('host', host);
  return url.href;
}

test('a product that has what it needs is well, and nothing stays behind', async () => {
  await mkdir(join(folder, 'data'));
  await mkdir(join(folder, 'backups'));
  const name = backupName(new Date());
  await writeFile(join(folder, 'backups', name), '');
  const smtp = await startSmtpServer();
  const { code, said } = await doctor({
    DATABASE_URL: urlOf(database.app),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'balie@balie.example',
    BALIE_BACKUP: join(folder, 'backups'),
    BALIE_BACKUP_KEY: '07'.repeat(32),
  });
  smtp.close();
  expect(said).not.toMatch(/^WRONG/m);
  expect(said).toMatch(/^ok {7}Database: PostgreSQL \d+/m);
  expect(said).toMatch(/^ok {7}Files: in the data folder: stored, read, removed$/m);
  expect(said).toMatch(/^ok {7}OCR: read "Factuur 2026"$/m);
  expect(said).toMatch(/^ok {7}Mail: /m);
  expect(said).toMatch(/^ok {7}Backups: the newest is/m);
  expect(code).toBe(0);
  const left = await readdir(join(folder, 'data/files'), { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
}, 120_000);

test('what is wrong is named, each with what to do, and the rest is checked all the same', async () => {
  await mkdir(join(folder, 'old'));
  await writeFile(join(folder, 'old/balie-20200101T021500Z.backup'), '');
  const { code, said } = await doctor({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/balie',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'balie@balie.example',
    BALIE_BACKUP: join(folder, 'old'),
    BALIE_BACKUP_KEY: '07'.repeat(32),
    BALIE_HOSTS: 'generic=balie.example.nl',
    BALIE_FILES: 's3://none?endpoint=http://127.0.0.1:1',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
  });
  expect(code).toBe(1);
  expect(said).toMatch(/^warning {2}Addresses:.*\n.*PUBLIC_SCHEME=https/m);
  expect(said).toMatch(/^WRONG {4}Database: cannot be reached .*\n.*DATABASE_URL/m);
  expect(said).toMatch(/^WRONG {4}Files: the files cannot be reached.*\n.*BALIE_FILES/m);
  expect(said).toMatch(/^WRONG {4}Backups: the newest is balie-2020.*\n.*backup failed/m);
  expect(said).toMatch(/^WRONG {4}Mail: .*\n.*SMTP_URL/m);
  expect(said).toMatch(/^warning {2}Traces: .* does not answer\n.*collector/m);
  expect(said).toMatch(/^ok {7}OCR/m);
}, 120_000);

test('an archive of the database is as old as its last round', async () => {
  const dataFolder = join(folder, 'archived');
  await mkdir(dataFolder);
  const config = readConfig({
    BALIE_DATA: dataFolder,
    BALIE_PITR: join(folder, 'archive'),
    BALIE_BACKUP_KEY: '07'.repeat(32),
  });
  const check = checks.find(([name]) => name === 'Recovery to a moment');
  const finding = () => check && findingOf(check, config);
  expect(await finding()).toMatchObject({ state: 'warning', said: 'nothing is archived yet' });
  await writeArchiveState(dataFolder, { until: new Date().toISOString(), problem: '' });
  expect(await finding()).toMatchObject({ state: 'ok', said: expect.stringContaining('not made yet') });
  await writeArchiveState(dataFolder, { until: '2026-01-01T00:00:00.000Z', problem: '' });
  expect(await finding()).toMatchObject({ state: 'warning', advice: expect.stringContaining('BALIE_PITR') });
  await writeArchiveState(dataFolder, { until: new Date().toISOString(), problem: 'no room' });
  expect(await finding()).toMatchObject({ state: 'wrong', said: expect.stringContaining('no room') });
});

test('settings that are not right are one sentence', async () => {
  const { code, said } = await doctor({ PORT: 'x' });
  expect(code).toBe(1);
  expect(said).toMatch(/^These settings are not right: PORT/m);
});

test('a data folder that cannot be made is named', async () => {
  await writeFile(join(folder, 'file'), '');
  const { code, said } = await doctor({ BALIE_DATA: join(folder, 'file/data') });
  expect(code).toBe(1);
  expect(said).toMatch(/^WRONG {4}Data folder: .*\n.*BALIE_DATA/m);
}, 120_000);
