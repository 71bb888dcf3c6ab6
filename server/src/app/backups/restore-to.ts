import { createWriteStream } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { recoverEmbedded } from '#server/platform/db/embedded/recover.ts';
import type { EmbeddedStep } from '#server/platform/db/embedded/types.ts';
import { isSegment, nextSegment, placeSegment } from '#server/platform/db/point-in-time/wal.ts';
import { SnapshotProblem } from '#server/platform/db/restore.ts';
import { readArchive } from '#server/platform/db/snapshot/archive.ts';
import type { Files } from '#server/platform/files/files.ts';
import type { PlacedObject } from '#server/platform/files/object-place.ts';
import { listNamedFiles } from '#server/platform/files/sweep.ts';
import { sizeText } from '#server/platform/size-text.ts';
import { type PointInTimeSettings, readStored } from './point-in-time.ts';
import {
  type ArchivedBase,
  type ArchivedSeries,
  type ArchivePlace,
  archiveNames,
  openArchivePlace,
  readSeries,
} from './point-in-time-place.ts';

/** What a recovery did. */
export interface RestoredTo {
  readonly to: Date;
  /** The last change before that moment; undefined where the base backup is all that there was. */
  readonly lastChange: Date | undefined;
  readonly files: number;
}

// A bucket and this machine may disagree about the time.
const clockSlackMs = 10 * 60_000;

/**
 * Recovers database and files, as they were at a moment, into a data folder that has no database.
 *
 * @param to the moment, or the last one that the archive reaches
 * @throws SnapshotProblem in a sentence: the archive does not reach that moment, lacks something or is damaged
 */
export async function restoreTo(
  to: Date | 'latest',
  { place: from, keyHex }: PointInTimeSettings,
  into: {
    readonly dataFolder: string;
    /** Whether files go into the data folder too. */
    readonly hasFiles: boolean;
    readonly files: () => Promise<Pick<Files, 'putStream'>>;
    readonly onKey: (key: Buffer) => Promise<void>;
    readonly onProgress: (text: string) => void;
    readonly onStep: (step: EmbeddedStep) => void;
  },
): Promise<RestoredTo> {
  const place = await openArchivePlace(from, Buffer.from(keyHex, 'hex'));
  const { moment, base, series } = choose(await readSeries(place), to);
  const segments = neededSegments(series, base, moment);
  await needRoom(place, base, segments, into);
  let key: Buffer | undefined;
  let result: RestoredTo | undefined;
  await recoverEmbedded(
    { dataFolder: into.dataFolder, log: { error: into.onProgress }, onProgress: into.onStep },
    {
      to: moment,
      async fill(cluster) {
        into.onProgress(`Base backup of ${base.endedAt.toISOString()} …`);
        key = await unpackBase(place, base, cluster);
        into.onProgress(`${segments.length} segments of the WAL since then …`);
        await mkdir(join(cluster, 'pg_wal'), { recursive: true, mode: 0o700 });
        for (const { name } of segments)
          await placeSegment(cluster, name, await place.readBytes(archiveNames.segment(base.series, name)));
      },
      async complete({ owner, lastChange }) {
        const db = createDb(createPool({ ...owner, max: 1 }));
        try {
          const files = await restoreFiles(place, await listNamedFiles(db), await into.files());
          result = { to: moment, lastChange, files };
        } finally {
          await db.destroy();
        }
        if (key !== undefined) await into.onKey(key);
      },
    },
  );
  if (result === undefined) throw new Error('the recovery ended without a result');
  return result;
}

function choose(all: readonly ArchivedSeries[], to: Date | 'latest') {
  const windows = all.flatMap((series) => {
    const first = series.bases.at(-1);
    return first && series.until && first.endedAt <= series.until
      ? [{ series, from: first.endedAt, until: series.until }]
      : [];
  });
  const last = windows.toSorted((a, b) => b.until.getTime() - a.until.getTime())[0];
  if (last === undefined) throw new SnapshotProblem('The archive in BALIE_PITR has no base backup yet.');
  const moment = to === 'latest' ? last.until : to;
  const window = windows.find(({ from, until }) => from <= moment && moment <= until);
  const base = window?.series.bases.find(({ endedAt }) => endedAt <= moment);
  if (window === undefined || base === undefined) {
    const spans = windows
      .toReversed()
      .map(({ from, until }) => `from ${from.toISOString()} until ${until.toISOString()}`);
    throw new SnapshotProblem(
      `${moment.toISOString()} is outside the archive, which reaches ${spans.join(', and ')}.`,
    );
  }
  return { moment, base, series: window.series };
}

type Segment = Pick<PlacedObject, 'name' | 'bytes'>;

// What the WAL of a database is compressed to, as far as has been seen: a quarter to a tenth.
const compressedTo = 1 / 4;

// Half a recovery on a full disk would take hours to say no.
async function needRoom(
  place: ArchivePlace,
  base: ArchivedBase,
  segments: readonly Segment[],
  { dataFolder, hasFiles }: { readonly dataFolder: string; readonly hasFiles: boolean },
): Promise<void> {
  const sum = (sizes: readonly number[]) => sizes.reduce((all, bytes) => all + bytes, 0);
  const files = hasFiles ? await readStored(place, base) : [];
  const archived = hasFiles ? await place.listFiles() : new Map<string, { bytes: number }>();
  const needed =
    base.bytes +
    sum(segments.map(({ bytes }) => bytes)) / compressedTo +
    sum(files.map((sha256) => archived.get(sha256)?.bytes ?? 0));
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(dataFolder);
  if (bavail * bsize >= needed) return;
  throw new SnapshotProblem(
    `The disk of ${dataFolder} has ${sizeText(bavail * bsize)} free, and this needs ${sizeText(needed)}.`,
  );
}

// One segment that ended after the moment shows that nothing before it is missing.
function neededSegments(
  { segments, lastSegment }: ArchivedSeries,
  base: ArchivedBase,
  moment: Date,
): Segment[] {
  const needed: Segment[] = [];
  let expected = base.startSegment;
  for (const { name, at, bytes } of segments) {
    if (!isSegment(name) || name < base.startSegment) continue;
    if (name !== expected)
      throw new SnapshotProblem(
        `The archive lacks ${expected} of the WAL: choose a moment before ${at.toISOString()}.`,
      );
    needed.push({ name, bytes });
    expected = nextSegment(name);
    if (at.getTime() > moment.getTime() + clockSlackMs) return needed;
  }
  if (lastSegment !== undefined && (needed.at(-1)?.name ?? '') < lastSegment)
    throw new SnapshotProblem(`The archive lacks ${expected} of the WAL, which was there once.`);
  return needed;
}

async function unpackBase(
  place: ArchivePlace,
  base: ArchivedBase,
  cluster: string,
): Promise<Buffer | undefined> {
  const sealed = await place.read(archiveNames.base(base.series, base.stamp, 'tar'));
  const plain = createZstdDecompress();
  sealed.once('error', (error) => plain.destroy(error));
  let key: Buffer | undefined;
  for await (const { name, read, stream } of readArchive(sealed.pipe(plain))) {
    if (name === 'folders.json') {
      const folders = z.array(z.string()).parse(JSON.parse((await read()).toString()));
      for (const folder of folders) await mkdir(within(cluster, folder), { recursive: true, mode: 0o700 });
    } else if (name === 'secret-key') key = await read();
    else {
      const path = within(cluster, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(stream(), createWriteStream(path, { mode: 0o600 }));
    }
  }
  return key;
}

function within(folder: string, name: string): string {
  if (name.startsWith('/') || name.split('/').includes('..')) throw new Error(`${name} is no name of a file`);
  return join(folder, name);
}

async function restoreFiles(
  place: ArchivePlace,
  named: ReadonlySet<string>,
  files: Pick<Files, 'putStream'>,
): Promise<number> {
  const archived = await place.listFiles();
  let restored = 0;
  for (const sha256 of named) {
    if (!archived.has(sha256)) continue;
    const stored = await files.putStream(await place.read(archiveNames.file(sha256)));
    if (stored.sha256 !== sha256) throw new SnapshotProblem(`The file ${sha256} in the archive is damaged.`);
    restored += 1;
  }
  return restored;
}
