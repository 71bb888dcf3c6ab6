import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbedded } from '#server/platform/db/embedded.ts';
import type { EmbeddedDatabase } from '#server/platform/db/embedded/types.ts';
import { nextSegment } from '#server/platform/db/point-in-time/wal.ts';
import { filesInFolder } from '#server/platform/files/files.ts';
import { startSwift, swiftIsThere, swiftMissing } from '#server/platform/files/testing/swift.ts';
import { notingFiles } from '#server/platform/files/noted-files.ts';
import { notesFolder, openArchiver, type PointInTimeSettings } from './point-in-time.ts';
import { archiveLast } from './point-in-time-jobs.ts';
import { restoreTo } from './restore-to.ts';

let folder: string;
let settings: PointInTimeSettings;
let running: EmbeddedDatabase[];
const secretKey = async () => Buffer.from('f00d'.repeat(16));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balie-moment-'));
  // The account of the database must get through.
  chmodSync(folder, 0o711);
  running = [];
  settings = {
    place: join(folder, 'archive'),
    keyHex: randomBytes(32).toString('hex'),
    at: '02:15',
    keep: 7,
  };
});
afterEach(async () => {
  for (const database of running) await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(name: string, archives?: boolean): Promise<EmbeddedDatabase> {
  const log = { error: () => undefined };
  const database = await startEmbedded({
    dataFolder: join(folder, name),
    log,
    isDurable: false,
    ...(archives === undefined ? {} : { archives }),
  });
  running.push(database);
  return database;
}

function worldOf(name: string, { archiving }: EmbeddedDatabase) {
  if (archiving === undefined) throw new Error('this database archives nothing');
  const dataFolder = join(folder, name);
  const files = notingFiles(filesInFolder(join(dataFolder, 'files')), notesFolder(dataFolder));
  return { cluster: archiving, dataFolder, files, secretKey, now: () => new Date() };
}

async function query<Row extends pg.QueryResultRow>(
  { ownerConfig }: Pick<EmbeddedDatabase, 'ownerConfig'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(ownerConfig);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Writes a row with a file, and gives a moment at which it is the last one. */
async function write(
  database: EmbeddedDatabase,
  { files }: Pick<ReturnType<typeof worldOf>, 'files'>,
  name: string,
): Promise<Date> {
  const sha256 = await files.put(Buffer.from(`file of ${name}`));
  await query(database, 'insert into things (name, sha256) values ($1, $2)', [name, sha256]);
  const [row] = await query<{ at: Date }>(database, 'select clock_timestamp() as at');
  // A moment of JavaScript has no microseconds.
  await pause(5);
  return new Date((row?.at.getTime() ?? 0) + 2);
}

const makeTable = 'create table things (name text primary key, sha256 text not null)';

async function namesIn(name: string): Promise<string[]> {
  const database = await start(name);
  const rows = await query<{ name: string }>(database, 'select name from things order by name');
  await database.stop();
  return rows.map((row) => row.name);
}

const textsIn = (name: string): string[] =>
  readdirSync(join(folder, name, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .toSorted();

function restore(to: Date | 'latest', into: string, keys: Buffer[] = []) {
  const dataFolder = join(folder, into);
  return restoreTo(to, settings, {
    dataFolder,
    hasFiles: true,
    files: async () => filesInFolder(join(dataFolder, 'files')),
    onKey: async (key) => void keys.push(key),
    onProgress: () => undefined,
    onStep: () => undefined,
  });
}

test('a folder that is switched on comes back as it was between two writes, with its files', async () => {
  const before = await start('data', false);
  expect(before.archiving).toBeUndefined();
  await query(before, makeTable);
  await before.stop();

  const database = await start('data', true);
  const world = worldOf('data', database);
  const archiver = await openArchiver(world, settings);
  expect(await archiver.lacksBase()).toBe(true);
  await archiver.completeFiles();
  const early = await write(database, world, 'zero');
  await archiver.makeBase();
  expect(await archiver.lacksBase()).toBe(false);
  const one = await write(database, world, 'one');
  const two = await write(database, world, 'two');
  // What is removed later was there then.
  for (const sha256 of readdirSync(notesFolder(world.dataFolder))) {
    await archiver.round();
    await world.files.remove(sha256);
  }
  await write(database, world, 'three');
  const until = await archiver.round();
  const [row] = await query<{ at: Date }>(database, 'select clock_timestamp() as at');
  await write(database, world, 'four');

  const keys: Buffer[] = [];
  expect(await restore(one, 'at-one', keys)).toMatchObject({ to: one, files: 2 });
  expect(await namesIn('at-one')).toEqual(['one', 'zero']);
  expect(textsIn('at-one')).toEqual(['file of one', 'file of zero']);
  expect(keys.map(String)).toEqual(['f00d'.repeat(16)]);
  const result = await restore(two, 'at-two');
  expect(await namesIn('at-two')).toEqual(['one', 'two', 'zero']);
  expect(Math.abs((result.lastChange?.getTime() ?? 0) - two.getTime())).toBeLessThan(1000);
  // After the last change: nothing in the WAL says that the moment is reached.
  await restore('latest', 'at-end');
  expect(await namesIn('at-end')).toEqual(['one', 'three', 'two', 'zero']);

  await expect(restore(early, 'too-early')).rejects.toThrow(
    /is outside the archive, which reaches from .* until /,
  );
  await expect(restore(row?.at ?? until, 'too-late')).rejects.toThrow(until.toISOString());
  await expect(restore(one, 'at-one')).rejects.toThrow('There is a database');
  settings = { ...settings, keyHex: randomBytes(32).toString('hex') };
  await expect(restore(one, 'other-key')).rejects.toThrow('not the key');
}, 300_000);

const hasSwift = swiftIsThere();
if (!hasSwift) process.stdout.write(`${swiftMissing}\n`);

test.skipIf(!hasSwift)(
  'an archive in a bucket gives back database and files too',
  async () => {
    const swift = await startSwift();
    try {
      const { endpoint, bucket } = swift;
      settings = { ...settings, place: { bucket, prefix: 'moments/', endpoint, region: 'us-east-1' } };
      const database = await start('data', true);
      await query(database, makeTable);
      const world = worldOf('data', database);
      const archiver = await openArchiver(world, settings);
      await write(database, world, 'zero');
      await archiver.makeBase();
      const one = await write(database, world, 'one');
      await write(database, world, 'two');
      await archiver.round();
      await restore(one, 'at-one');
      expect(await namesIn('at-one')).toEqual(['one', 'zero']);
      expect(textsIn('at-one')).toEqual(['file of one', 'file of zero']);
      await restore('latest', 'at-end');
      expect(await namesIn('at-end')).toEqual(['one', 'two', 'zero']);
    } finally {
      await swift.close();
    }
  },
  300_000,
);

test('a disk without room for it is refused at once', async (context) => {
  const small = join(folder, 'small');
  mkdirSync(small, { mode: 0o711 });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m,mode=711', 'tmpfs', small], { stdio: 'ignore' });
  } catch {
    return context.skip('needs root and tmpfs');
  }
  try {
    const database = await start('data', true);
    await query(database, makeTable);
    const world = worldOf('data', database);
    const archiver = await openArchiver(world, settings);
    await write(database, world, 'zero');
    await archiver.makeBase();
    await expect(restore('latest', 'small/data')).rejects.toThrow(
      /^The disk of .* has 2\d MB free, and this needs \d\d MB\.$/,
    );
    expect(readdirSync(join(small, 'data'))).toEqual([]);
  } finally {
    execFileSync('umount', [small]);
  }
}, 300_000);

test('switched off and on again another series begins; what was not archived is refused', async () => {
  const first = await start('data', true);
  const series = first.archiving?.series;
  await query(first, makeTable);
  const world = worldOf('data', first);
  const archiver = await openArchiver(world, settings);
  await archiver.makeBase();
  const kept = await write(first, world, 'kept');
  await first.stop();
  // The server ended its last segment when it stopped.
  await archiveLast(world, settings, 60_000);

  // A command in between archives as the product did, and one of a product that was switched off does not.
  const command = await start('data');
  expect(command.archiving?.series).toBe(series);
  await command.stop();
  const off = await start('data', false);
  const lost = await write(off, world, 'unarchived');
  await off.stop();
  expect((await start('data')).archiving).toBeUndefined();
  await running.at(-1)?.stop();

  const again = await start('data', true);
  expect(again.archiving?.series).not.toBe(series);
  const next = worldOf('data', again);
  const second = await openArchiver(next, settings);
  expect(await second.lacksBase()).toBe(true);
  await second.makeBase();
  const last = await write(again, next, 'last');
  await second.round();

  await restore(kept, 'kept');
  expect(await namesIn('kept')).toEqual(['kept']);
  await expect(restore(lost, 'lost')).rejects.toThrow(/outside the archive, which reaches .*, and from /);
  await restore(last, 'last');
  expect(await namesIn('last')).toEqual(['kept', 'last', 'unarchived']);

  // A recovered folder goes on, and is archived as any other.
  const recovered = await start('last', true);
  const third = worldOf('last', recovered);
  const thirdArchiver = await openArchiver(third, settings);
  await thirdArchiver.makeBase();
  const more = await write(recovered, third, 'more');
  await thirdArchiver.round();
  await restore(more, 'once-more');
  expect(await namesIn('once-more')).toEqual(['kept', 'last', 'more', 'unarchived']);
}, 300_000);

test('so many base backups are kept, the WAL since the oldest, and the files of that time', async () => {
  settings = { ...settings, keep: 1 };
  const database = await start('data', true);
  await query(database, makeTable);
  const world = worldOf('data', database);
  const archiver = await openArchiver(world, settings);
  await write(database, world, 'gone');
  await archiver.makeBase();
  const early = await write(database, world, 'stays');
  await archiver.round();
  const archived = (below: string) =>
    readdirSync(join(folder, 'archive', below), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .toSorted();
  const before = archived('database');
  const [gone = ''] = await query<{ sha256: string }>(
    database,
    "delete from things where name = 'gone' returning sha256",
  ).then((rows) => rows.map(({ sha256 }) => sha256));
  await world.files.remove(gone);
  await pause(1100);
  await archiver.makeBase();

  const kept = archived('database');
  expect(kept.filter((name) => name.endsWith('.tar'))).toHaveLength(1);
  expect(kept.filter((name) => before.includes(name))).toEqual(['reached.json']);
  expect(archived('files')).toHaveLength(1);
  expect(archived('files')).not.toContain(gone);
  await expect(restore(early, 'early')).rejects.toThrow('outside the archive');
  // Nothing in it can be read without the key.
  const object = join(
    folder,
    'archive/files',
    (archived('files')[0] ?? '').slice(0, 2),
    archived('files')[0] ?? '',
  );
  expect(readFileSync(object, 'utf8')).not.toContain('file of');

  // A segment that is damaged or missing is named; nothing is left that looks like a database.
  const until = await write(database, world, 'more');
  await archiver.round();
  await write(database, world, 'most');
  await archiver.round();
  const wal = join(folder, 'archive/database', database.archiving?.series ?? '', 'wal');
  const segments = readdirSync(wal).toSorted();
  const middle = join(wal, segments.at(-2) ?? '');
  const bytes = readFileSync(middle);
  writeFileSync(middle, Buffer.from(bytes).fill(0, bytes.length - 20));
  await expect(restore(until, 'damaged')).rejects.toThrow(/damaged/);
  expect(existsSync(join(folder, 'damaged/postgres'))).toBe(false);
  rmSync(middle);
  await expect(restore(until, 'damaged')).rejects.toThrow(`lacks ${segments.at(-2)} of the WAL`);
  writeFileSync(middle, bytes);
  rmSync(join(wal, segments.at(-1) ?? ''));
  await expect(restore('latest', 'damaged')).rejects.toThrow(`lacks ${segments.at(-1)} of the WAL`);

  const command = fileURLToPath(new URL('../../commands/restore.ts', import.meta.url));
  const run = (env: Record<string, string>, ...words: string[]) =>
    promisify(execFile)(process.execPath, [command, ...words], {
      env: { PATH: process.env['PATH'], BALIE_DATA: join(folder, 'by-command'), ...env },
    });
  const env = { BALIE_PITR: join(folder, 'archive'), BALIE_BACKUP_KEY: settings.keyHex };
  await expect(run({}, '--to', 'latest')).rejects.toThrow('--to needs BALIE_PITR');
  await expect(run(env, '--to', '2026-11-26 18:00')).rejects.toThrow('no moment with its zone');
  await expect(run(env, '--to', '2020-01-01T00:00:00Z')).rejects.toThrow('is outside the archive');
}, 300_000);

test('segments follow each other across the end of a log', () => {
  expect(nextSegment('00000001000000000000000A')).toBe('00000001000000000000000B');
  expect(nextSegment('0000000200000003000000FF')).toBe('000000020000000400000000');
});
