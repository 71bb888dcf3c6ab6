import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDb, createPool, type Db } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type Files, filesInFolder } from './files.ts';
import { sweepFiles } from './sweep.ts';

let database: TestDatabase;
let db: Db;
let folder: string;
let files: Files;

const now = () => new Date('2026-11-21T12:00:00Z');
const log = pino({ level: 'silent' });
const daysAgo = (days: number) => new Date(now().getTime() - days * 24 * 3600 * 1000);
const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);

async function keep(text: string, days: number): Promise<string> {
  const sha256 = await files.put(Buffer.from(text));
  await utimes(pathOf(sha256), daysAgo(days), daysAgo(days));
  return sha256;
}

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.app));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balie-files-'));
  files = filesInFolder(folder);
  return () => rm(folder, { recursive: true });
});

test('what nothing names goes, and what is young or named stays', async () => {
  const [orphan, young] = [await keep('orphan', 30), await keep('young', 2)];
  const [logo, saved] = [await keep('logo', 30), await keep('saved', 30)];
  const company = newId(0);
  await sql`insert into companies (id, name, domain_name, license, logo_sha256) values (${company}, 'A', 'a.example', 'L', ${logo})`.execute(
    db,
  );
  await sql`insert into oidc_state (kind, id, payload) values ('Test', 'x', ${JSON.stringify({ picture: saved })}::jsonb)`.execute(
    db,
  );
  expect(await sweepFiles({ db, files, now, log })).toBe(1);
  expect(await files.get(orphan)).toBeNull();
  for (const sha256 of [young, logo, saved]) expect(await files.get(sha256)).not.toBeNull();
});

test('a file that is kept again while the sweep runs is never lost', async () => {
  const sha256 = await keep('again', 30);
  await files.put(Buffer.from('again'));
  expect(await files.removeBefore(sha256, daysAgo(7))).toBe(false);
  expect((await files.get(sha256))?.toString()).toBe('again');
  expect(await files.removeBefore(sha256, new Date(Date.now() + 60_000))).toBe(true);
  expect(await files.removeBefore(sha256, new Date(Date.now() + 60_000))).toBe(false);
});

test('what was left half written is cleared away once it is old', async () => {
  const [old, fresh] = [join(folder, '.old'), join(folder, '.fresh')];
  for (const path of [old, fresh]) await writeFile(path, 'half');
  await utimes(old, daysAgo(30), daysAgo(30));
  await utimes(fresh, daysAgo(1), daysAgo(1));
  await sweepFiles({ db, files, now, log });
  await expect(rm(old)).rejects.toThrow(/ENOENT/);
  await rm(fresh);
});

test('a backup that copies files holds the sweep up', async () => {
  const orphan = await keep('held', 30);
  let isSwept = false;
  await db.connection().execute(async (backup) => {
    await sql`select pg_advisory_lock(7261103)`.execute(backup);
    const sweeping = sweepFiles({ db, files, now, log }).then(() => (isSwept = true));
    await expect
      .poll(
        async () =>
          (await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`.execute(db)).rows
            .length,
      )
      .toBe(1);
    expect(await files.get(orphan)).not.toBeNull();
    await sql`select pg_advisory_unlock(7261103)`.execute(backup);
    await sweeping;
  });
  expect(isSwept).toBe(true);
  expect(await files.get(orphan)).toBeNull();
});
