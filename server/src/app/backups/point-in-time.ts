import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { z } from 'zod';
import type { Services } from '#server/platform/context.ts';
import { newClient } from '#server/platform/db/client.ts';
import type { ArchivingCluster } from '#server/platform/db/embedded/types.ts';
import { writeBaseBackup } from '#server/platform/db/point-in-time/base-backup.ts';
import { isSegment, listFinished, markArchived, readSegment } from '#server/platform/db/point-in-time/wal.ts';
import type { BucketPlace } from '#server/platform/files/bucket-place.ts';
import { forgetNote, listNoted } from '#server/platform/files/noted-files.ts';
import { stampOf } from '#server/platform/stamp.ts';
import {
  type ArchivedBase,
  type ArchivePlace,
  archiveNames,
  openArchivePlace,
  readSeries,
} from './point-in-time-place.ts';

/** How a database is archived for recovery to a moment (README, Settings). Plain data: it travels to the worker. */
export interface PointInTimeSettings {
  /** A folder, or a bucket. */
  readonly place: string | BucketPlace;
  /** The operator's key in hexadecimal. */
  readonly keyHex: string;
  /** A base backup every day at this time in Amsterdam, `HH:MM`. */
  readonly at: string;
  /** So many base backups are kept, and the WAL since the oldest of them. */
  readonly keep: number;
}

/** What the archive of a data folder works with. */
export interface ArchiveWorld extends Pick<Services, 'files' | 'now'> {
  readonly cluster: ArchivingCluster;
  readonly dataFolder: string;
  /** Goes along with each base backup; absent where the operator keeps it. */
  readonly secretKey: () => Promise<Buffer | undefined>;
}

/** Archives of one data folder: its rounds wait for each other. */
export interface Archiver {
  /**
   * Archives the files and the WAL until now; gives that moment.
   *
   * @param isStopped whether the database is stopped, which has finished its WAL then
   */
  round(options?: { readonly isStopped: boolean }): Promise<Date>;
  /** Archives every file that the archive lacks, whether it was noted or not. */
  completeFiles(): Promise<void>;
  /** Makes a base backup, and removes what is no longer needed; gives its size in bytes. */
  makeBase(): Promise<number>;
  /** Whether this series has no base backup yet. */
  lacksBase(): Promise<boolean>;
}

/** The folder of a data folder where stored files are noted until they are archived. */
export function notesFolder(dataFolder: string): string {
  return join(dataFolder, 'files-to-archive');
}

/** Opens the archive of a running database (decision 0161). */
export async function openArchiver(world: ArchiveWorld, settings: PointInTimeSettings): Promise<Archiver> {
  const place = await openArchivePlace(settings.place, Buffer.from(settings.keyHex, 'hex'));
  let last: Promise<unknown> = Promise.resolve();
  const oneAtATime = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
  // A restart goes on where the last one ended.
  let lastSegment = (await readSeries(place)).find(({ name }) => name === world.cluster.series)?.lastSegment;
  const round = (isStopped: boolean) =>
    oneAtATime(async () => {
      const { until, segments } = await archiveUntilNow(world, place, isStopped);
      lastSegment = segments.at(-1) ?? lastSegment;
      const reached = { at: until, segment: lastSegment };
      await place.writeBytes(
        archiveNames.reached(world.cluster.series),
        Buffer.from(JSON.stringify(reached)),
      );
      return until;
    });
  return {
    round: ({ isStopped } = { isStopped: false }) => round(isStopped),
    completeFiles: async () => void (await completeFiles(world, place)),
    async makeBase() {
      const { cluster, now, secretKey } = world;
      const stamp = stampOf(now());
      const name = (kind: 'tar' | 'json' | 'files') => archiveNames.base(cluster.series, stamp, kind);
      const key = await secretKey();
      const archive = new PassThrough();
      const parts = [
        writeBaseBackup(cluster, key === undefined ? {} : { 'secret-key': key }, archive),
        place.write(name('tar'), archive),
      ] as const;
      parts[0].catch((error: unknown) =>
        archive.destroy(error instanceof Error ? error : new Error(String(error))),
      );
      // All of them first: what was half written is then away.
      await Promise.allSettled(parts);
      const [base, bytes] = await Promise.all(parts);
      const stored = await completeFiles(world, place);
      await place.writeBytes(name('files'), Buffer.from(stored.join(''), 'hex'));
      await round(false);
      // Only now it serves: the WAL that makes it whole is archived, and so are its files.
      await place.writeBytes(name('json'), Buffer.from(JSON.stringify(base)));
      await prune(place, cluster.series, settings.keep);
      return bytes;
    },
    async lacksBase() {
      const series = (await readSeries(place)).find(({ name }) => name === world.cluster.series);
      return series === undefined || series.bases.length === 0;
    },
  };
}

async function archiveUntilNow(
  world: ArchiveWorld,
  place: ArchivePlace,
  isStopped: boolean,
): Promise<{ until: Date; segments: string[] }> {
  const { cluster, now, dataFolder, files } = world;
  const until = now();
  if (!isStopped) await finishSegment(cluster);
  const finished = await listFinished(cluster.folder);
  // After the list of segments and before them: what these name was noted before they were finished.
  const notes = notesFolder(dataFolder);
  for (const sha256 of await listNoted(notes)) {
    await archiveFile(files, place, sha256);
    await forgetNote(notes, sha256);
  }
  for (const name of finished) {
    // What a backup leaves beside them says nothing that its own description lacks.
    if (isSegment(name))
      await place.writeBytes(
        archiveNames.segment(cluster.series, name),
        await readSegment(cluster.folder, name),
      );
    await markArchived(cluster.folder, name);
  }
  return { until, segments: finished.filter(isSegment) };
}

// Whatever is written so far becomes a segment that can be archived; nothing where nothing was written.
async function finishSegment({ admin }: ArchivingCluster): Promise<void> {
  const client = newClient(admin);
  await client.connect();
  try {
    await client.query('select pg_switch_wal()');
  } finally {
    await client.end();
  }
}

async function archiveFile(files: Services['files'], place: ArchivePlace, sha256: string): Promise<void> {
  const found = await files.stream(sha256);
  // It may be removed already, as nothing named it.
  if (found) await place.write(archiveNames.file(sha256), found.stream);
}

async function completeFiles({ files }: ArchiveWorld, place: ArchivePlace): Promise<string[]> {
  const archived = await place.listFiles();
  const stored: string[] = [];
  for await (const sha256 of files.list()) {
    if (!archived.has(sha256)) await archiveFile(files, place, sha256);
    stored.push(sha256);
  }
  return stored;
}

async function prune(place: ArchivePlace, current: string, keep: number): Promise<void> {
  const all = await readSeries(place);
  const bases = all
    .flatMap(({ bases }) => bases)
    .toSorted((a, b) => b.endedAt.getTime() - a.endedAt.getTime());
  const kept = new Set(bases.slice(0, keep));
  for (const { series, stamp } of bases.slice(keep)) {
    // Its description first: half of a base backup must not look like a whole one.
    for (const kind of ['json', 'tar', 'files'] as const)
      await place.remove(archiveNames.base(series, stamp, kind));
  }
  for (const { name, bases: own, segments } of all) {
    const first = own.filter((base) => kept.has(base)).at(-1)?.startSegment;
    if (first === undefined && name === current) continue;
    for (const segment of segments)
      if (first === undefined || segment.name < first)
        await place.remove(archiveNames.segment(name, segment.name));
    if (first === undefined) await place.remove(archiveNames.reached(name));
  }
  await pruneFiles(place, [...kept]);
}

// A file that was archived before the oldest base backup and was not stored at any of them was away by then.
async function pruneFiles(
  place: ArchivePlace,
  kept: readonly Pick<ArchivedBase, 'series' | 'stamp' | 'startedAt'>[],
): Promise<void> {
  const oldest = Math.min(...kept.map(({ startedAt }) => startedAt.getTime()));
  const stored = new Set<string>();
  for (const base of kept) for (const sha256 of await readStored(place, base)) stored.add(sha256);
  for (const [sha256, { at }] of await place.listFiles())
    if (at.getTime() < oldest && !stored.has(sha256)) await place.remove(archiveNames.file(sha256));
}

/** The files, by their SHA-256, that were stored when a base backup was made. */
export async function readStored(
  place: ArchivePlace,
  { series, stamp }: Pick<ArchivedBase, 'series' | 'stamp'>,
): Promise<string[]> {
  const hex = (await place.readBytes(archiveNames.base(series, stamp, 'files'))).toString('hex');
  return hex.match(/.{64}/g) ?? [];
}

const stateShape = z.object({
  /** Everything until this moment is archived; absent while the first round lasts. */
  until: z.iso.datetime().optional(),
  baseAt: z.iso.datetime().optional(),
  /** Why the last round failed; empty where it did not. */
  problem: z.string(),
});
/** How the archive of a data folder is doing. */
export type ArchiveState = z.output<typeof stateShape>;

const statePath = (dataFolder: string) => join(dataFolder, 'point-in-time.json');

/** How the archive of a data folder is doing; undefined before its first round. */
export async function readArchiveState(dataFolder: string): Promise<ArchiveState | undefined> {
  const text = await readFile(statePath(dataFolder), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : stateShape.parse(JSON.parse(text));
}

/** Keeps how the archive is doing for whoever asks: the status page, `npm run doctor`, figures. */
export async function writeArchiveState(dataFolder: string, state: ArchiveState): Promise<void> {
  const path = statePath(dataFolder);
  await writeFile(`${path}.part`, JSON.stringify(state), { mode: 0o600 });
  await rename(`${path}.part`, path);
}
