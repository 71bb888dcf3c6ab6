import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBackup } from '#server/app/backups/backup-jobs.ts';
import { openBackupPlace } from '#server/app/backups/backup-place.ts';
import { rehearse } from '#server/app/backups/rehearse.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { filesInFolder } from '#server/platform/files/files.ts';
import { createTestDatabase } from '#server/platform/testing/database.ts';
import { familyOf, killOutright } from '../kill/processes.ts';
import { copyDemo } from '../support/demo.ts';
import { killWhileWriting } from '../support/kills.ts';

// The long form of tests/kill/kill.test.ts. BALIE_TORTURE_KILLS makes it shorter for whoever changes it.
const rounds = Number(process.env['BALIE_TORTURE_KILLS'] ?? 100);
const backupEvery = 20;
let folder: string;
let pid: number | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balie-kills-'));
  await chmod(folder, 0o711);
});
afterAll(async () => {
  if (pid !== null) killOutright(familyOf(pid));
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test(`${rounds} times killed in the middle of writes: no acknowledged write is lost or doubled, every backup restores`, async () => {
  const dataFolder = join(folder, 'data');
  const place = join(folder, 'backups');
  const keyHex = '07'.repeat(32);
  await copyDemo(dataFolder);
  const began = performance.now();
  await killWhileWriting(
    dataFolder,
    rounds,
    (running) => (pid = running),
    async (product, round) => {
      if (round % backupEvery !== 0 && round !== 1) return;
      const db = createDb(createPool({ ...product.owner, max: 2 }));
      const world = {
        db,
        files: filesInFolder(join(dataFolder, 'files')),
        now: () => new Date(),
        log: pino({ level: 'silent' }),
        database: product.owner,
        dataFolder,
        secretKey: async () => undefined,
      };
      await makeBackup(world, { place, keyHex, at: '00:00', keep: 1000 });
      await db.destroy();
    },
  );
  process.stdout.write(`${rounds} rounds in ${Math.round((performance.now() - began) / 1000)} s\n`);
  pid = null;
  const backups = await openBackupPlace(place);
  const names = await backups.list();
  expect(names).toHaveLength(1 + Math.floor(rounds / backupEvery));
  // Only for the size of a database, which says how much disk a rehearsal needs.
  const database = await createTestDatabase();
  const db = createDb(createPool(database.app));
  for (const name of names) {
    const result = await rehearse(
      { db, dataFolder: folder },
      await backups.read(name),
      Buffer.from(keyHex, 'hex'),
    );
    expect(result).toMatchObject({ counts: { companies: expect.any(Number) } });
  }
  await db.destroy();
  await database.drop();
});
