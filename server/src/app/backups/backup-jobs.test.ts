import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, createPool, type Db } from '#server/platform/db/database.ts';
import { filesInFolder } from '#server/platform/files/files.ts';
import {
  startSwift,
  type Swift,
  swiftIsThere,
  swiftKeys,
  swiftMissing,
} from '#server/platform/files/testing/swift.ts';
import { installJobs } from '#server/platform/jobs/jobs.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/testing/database.ts';
import { jobKinds } from '../job-kinds.ts';
import {
  type BackupSettings,
  backupKinds,
  type BackupWorld,
  makeBackup,
  rehearseBackup,
} from './backup-jobs.ts';
import { openBackupPlace } from './backup-place.ts';

const folder = mkdtempSync(join(tmpdir(), 'balie-schedule-'));
// The account of a scratch database must get through.
chmodSync(folder, 0o711);
const keyHex = randomBytes(32).toString('hex');
const hasSwift = swiftIsThere();
if (!hasSwift) process.stdout.write(`${swiftMissing}\n`);

let database: TestDatabase;
let db: Db;
let world: BackupWorld;
let swift: Swift | undefined;
let now = new Date('2026-11-21T02:15:00Z');

beforeAll(async () => {
  database = await createTestDatabase({
    name: 'with_jobs',
    build: ({ owner, app }) => installJobs(owner, app.user ?? 'balie_app', jobKinds),
  });
  db = createDb(createPool(database.app));
  const files = filesInFolder(join(folder, 'files'));
  for (const text of ['one', 'two', 'three']) await files.put(Buffer.from(text));
  await db
    .insertInto('companies')
    .values(
      Array.from({ length: 7 }, (_, number) => ({
        id: `11111111-1111-4111-8111-11111111111${number}`,
        name: `Company ${number}`,
        domain_name: `c${number}.example`,
        license: `L${number}`,
        is_active: true,
        is_provider: false,
        prima_relatienummer: '',
      })),
    )
    .execute();
  world = {
    db,
    files,
    now: () => now,
    log: pino({ level: 'silent' }),
    database: database.app,
    dataFolder: folder,
    secretKey: async () => Buffer.from('f00d'.repeat(16)),
  };
  if (hasSwift) swift = await startSwift();
}, 300_000);
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await swift?.close();
  rmSync(folder, { recursive: true, force: true });
});

const settingsOf = (place: BackupSettings['place'], keep = 2): BackupSettings => ({
  place,
  keyHex,
  keep,
  at: '02:15',
});

async function lastRun() {
  return db
    .selectFrom('backup_runs')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

const places: [string, () => BackupSettings['place']][] = [['a folder', () => join(folder, 'kept')]];
if (hasSwift)
  places.push([
    'a bucket',
    () => ({
      bucket: 'balie',
      prefix: 'backups/',
      endpoint: swift?.endpoint ?? '',
      region: 'us-east-1',
    }),
  ]);

test.each(places)(
  'backups in %s are sealed, counted, limited in number and rehearsed',
  async (_, place) => {
    const settings = settingsOf(place());
    const kept = await openBackupPlace(settings.place);
    await rehearseBackup(world, settings);
    expect(await lastRun()).toMatchObject({ outcome: 'skipped', reason: 'there is no backup yet' });
    for (let day = 1; day <= 3; day += 1) {
      now = new Date(now.getTime() + 24 * 3600 * 1000);
      await makeBackup(world, settings);
    }
    const names = await kept.list();
    expect(names).toHaveLength(2);
    const made = await lastRun();
    expect(made).toMatchObject({ kind: 'backup', outcome: 'done', name: names[0], file_count: 3 });
    const bytes = Buffer.concat(await (await kept.read(names[0] ?? '')).toArray());
    expect(bytes).toHaveLength(made.bytes ?? 0);
    for (const plain of ['companies', 'balie-backup.json', 'f00df00d'])
      expect(bytes.includes(plain)).toBe(false);

    now = new Date(now.getTime() + 1000);
    await rehearseBackup(world, settings);
    const rehearsed = await lastRun();
    expect(rehearsed).toMatchObject({ kind: 'rehearsal', outcome: 'done', reason: null, file_count: 3 });
    expect(rehearsed.counts).toMatchObject({ companies: 7, users: 0 });
    expect(rehearsed.counts).not.toHaveProperty('backup_runs');
    expect(existsSync(join(folder, 'rehearsal'))).toBe(false);

    await expect(
      rehearseBackup(world, { ...settings, keyHex: randomBytes(32).toString('hex') }),
    ).rejects.toThrow('not the key');
  },
  300_000,
);

test('a backup that was damaged is found out by the rehearsal, which says why', async () => {
  const settings = settingsOf(join(folder, 'damaged'));
  now = new Date(now.getTime() + 1000);
  await makeBackup(world, settings);
  const [name = ''] = readdirSync(join(folder, 'damaged'));
  const bytes = readFileSync(join(folder, 'damaged', name));
  const place = await openBackupPlace(join(folder, 'damaged'));
  bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1;
  const { Readable } = await import('node:stream');
  await place.write('balie-20991231T000000Z.backup', Readable.from([bytes], { objectMode: false }));
  now = new Date(now.getTime() + 1000);
  await expect(rehearseBackup(world, settings)).rejects.toThrow(/damaged/);
  expect(await lastRun()).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('damaged') });
}, 300_000);

test('a backup that cannot be written fails, says so, and leaves nothing half', async () => {
  now = new Date(now.getTime() + 1000);
  const lost = { ...world, files: { ...world.files, stream: async () => null } };
  await expect(makeBackup(lost, settingsOf(join(folder, 'half')))).rejects.toThrow('went away');
  expect(readdirSync(join(folder, 'half'))).toEqual([]);
  expect(await lastRun()).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('went away'),
  });
});

test('without twice the disk a rehearsal is skipped with a warning', async (context) => {
  const small = join(folder, 'small');
  mkdirSync(small);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small], { stdio: 'ignore' });
  } catch {
    return context.skip('needs root and tmpfs');
  }
  try {
    const settings = settingsOf(join(folder, 'kept'));
    now = new Date(now.getTime() + 1000);
    await rehearseBackup({ ...world, dataFolder: small }, settings);
    expect(await lastRun()).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringContaining('a rehearsal needs'),
    });
  } finally {
    execFileSync('umount', [small]);
  }
});

test('a scheduled backup is restored by its name or as the latest, with the key of its secrets', async () => {
  const file = fileURLToPath(new URL('../../commands/restore.ts', import.meta.url));
  const restore = (env: Record<string, string>, ...words: string[]) =>
    promisify(execFile)(process.execPath, [file, ...words], {
      env: {
        PATH: process.env['PATH'],
        ...swiftKeys,
        BALIE_DATA: join(folder, 'back'),
        BALIE_BACKUP: join(folder, 'kept'),
        BALIE_BACKUP_KEY: keyHex,
        ...env,
      },
    });
  await expect(restore({}, '--scheduled', 'balie-1.backup')).rejects.toThrow('There are balie-');
  const { stdout } = await restore({}, '--scheduled', 'latest');
  expect(stdout).toContain('3 files are back');
  expect(readFileSync(join(folder, 'back/secret-key'), 'utf8')).toBe('f00d'.repeat(16));
}, 300_000);

test('the schedule is the time of the settings, and a rehearsal on Sundays', () => {
  expect(backupKinds(undefined).map(({ cron }) => cron)).toEqual([undefined, undefined]);
  const crons = (at: string) => backupKinds({ ...settingsOf('/x'), at }).map(({ cron }) => cron);
  expect(crons('02:15')).toEqual(['15 2 * * *', '15 5 * * 0']);
  expect(crons('23:05')).toEqual(['5 23 * * *', '5 2 * * 0']);
});
