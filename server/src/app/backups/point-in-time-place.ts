import { Readable } from 'node:stream';
import { z } from 'zod';
import { opened, sealing } from '#server/platform/db/snapshot/seal.ts';
import type { BucketPlace } from '#server/platform/files/bucket-place.ts';
import { openObjectPlace, type PlacedObject } from '#server/platform/files/object-place.ts';

/**
 * An archive for recovery to a moment, every object of it sealed (decision 0161):
 * `database/{series}/base/{stamp}.tar` and, once it serves, `….json`; `database/{series}/base/{stamp}.files`, what was
 * stored then; `database/{series}/wal/{segment}`; `database/{series}/reached.json`; and `files/{ab}/{sha256}`.
 */
export interface ArchivePlace {
  /** All objects of databases: few, as names of files are in other lists. */
  listDatabases(): Promise<PlacedObject[]>;
  /** The archived files by their SHA-256: when each was archived last, and its size. */
  listFiles(): Promise<Map<string, Pick<PlacedObject, 'at' | 'bytes'>>>;
  write(name: string, from: Readable): Promise<number>;
  writeBytes(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Readable>;
  readBytes(name: string): Promise<Buffer>;
  remove(name: string): Promise<void>;
}

/** Opens the archive at a place; what it keeps opens with this key only. */
export async function openArchivePlace(place: string | BucketPlace, key: Uint8Array): Promise<ArchivePlace> {
  const objects = await openObjectPlace(place);
  const write = async (name: string, from: Readable) => {
    const sealed = sealing(key);
    from.once('error', (error) => sealed.destroy(error));
    return objects.write(name, from.pipe(sealed));
  };
  const read = async (name: string) => opened(await objects.read(name), key);
  return {
    listDatabases: () => objects.list('database/'),
    async listFiles() {
      const files = await objects.list('files/');
      return new Map(files.map(({ name, at, bytes }) => [name.slice('files/ab/'.length), { at, bytes }]));
    },
    write,
    writeBytes: async (name, bytes) =>
      void (await write(name, Readable.from([Buffer.from(bytes)], { objectMode: false }))),
    read,
    readBytes: async (name) => Buffer.concat(await (await read(name)).toArray()),
    remove: (name) => objects.remove(name),
  };
}

/** Names of what an archive keeps. */
export const archiveNames = {
  base: (series: string, stamp: string, kind: 'tar' | 'json' | 'files') =>
    `database/${series}/base/${stamp}.${kind}`,
  segment: (series: string, segment: string) => `database/${series}/wal/${segment}`,
  reached: (series: string) => `database/${series}/reached.json`,
  file: (sha256: string) => `files/${sha256.slice(0, 2)}/${sha256}`,
};

const instant = z.iso.datetime().transform((text) => new Date(text));
const baseShape = z.object({
  startedAt: instant,
  endedAt: instant,
  startSegment: z.string(),
  // Absent in the oldest archives.
  bytes: z.number().default(0),
});
const reachedShape = z.object({ at: instant, segment: z.string().optional() });
/** What of a series is archived: everything until a moment, the last of its WAL in this segment. */
export type Reached = z.output<typeof reachedShape>;

/** A base backup in an archive. */
export interface ArchivedBase extends z.output<typeof baseShape> {
  readonly series: string;
  readonly stamp: string;
}

/** What an archive has of one series: its base backups, the newest first, and its WAL. */
export interface ArchivedSeries {
  readonly name: string;
  readonly bases: readonly ArchivedBase[];
  /** In order. */
  readonly segments: readonly PlacedObject[];
  /** Everything until this moment is archived; absent where nothing is. */
  readonly until: Date | undefined;
  /** The last one that was archived. */
  readonly lastSegment: string | undefined;
}

/** Reads what there is of databases, the newest series first. */
export async function readSeries(place: ArchivePlace): Promise<ArchivedSeries[]> {
  const found = new Map<string, { bases: string[]; segments: PlacedObject[]; isReached: boolean }>();
  for (const { name, at, bytes } of await place.listDatabases()) {
    const [, series = '', kind, last = ''] =
      /^database\/([^/]+)\/(base|wal|reached\.json)\/?(.*)$/.exec(name) ?? [];
    const one = found.get(series) ?? { bases: [], segments: [], isReached: false };
    found.set(series, one);
    if (kind === 'wal') one.segments.push({ name: last, at, bytes });
    else if (kind === 'reached.json') one.isReached = true;
    else if (last.endsWith('.json')) one.bases.push(last.slice(0, -'.json'.length));
  }
  return Promise.all(
    [...found]
      .toSorted(([a], [b]) => (a < b ? 1 : -1))
      .map(async ([name, { bases, segments, isReached }]) => ({
        name,
        ...reachedOf(isReached ? await readReached(place, name) : undefined),
        bases: await Promise.all(
          bases
            .toSorted()
            .toReversed()
            .map(async (stamp) => ({
              ...baseShape.parse(await readJson(place, archiveNames.base(name, stamp, 'json'))),
              series: name,
              stamp,
            })),
        ),
        segments: segments.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      })),
  );
}

/** What of a series is archived, as its last round wrote it. */
export async function readReached(place: ArchivePlace, series: string): Promise<Reached> {
  return reachedShape.parse(await readJson(place, archiveNames.reached(series)));
}

function reachedOf(reached: Reached | undefined) {
  return { until: reached?.at, lastSegment: reached?.segment };
}

async function readJson(place: ArchivePlace, name: string): Promise<unknown> {
  return JSON.parse((await place.readBytes(name)).toString());
}
