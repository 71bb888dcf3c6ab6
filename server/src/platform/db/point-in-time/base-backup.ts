import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type pg from 'pg';
import { newClient } from '../client.ts';
import type { ArchivingCluster } from '../embedded/types.ts';
import { type ArchiveWriter, createArchive } from '../snapshot/archive.ts';

/** What a base backup is good for. */
export interface BaseBackup {
  readonly startedAt: Date;
  /** The first moment to which it can be recovered. */
  readonly endedAt: Date;
  /** The first segment that a recovery needs. */
  readonly startSegment: string;
  /** The one that must be archived before it is of any use. */
  readonly endSegment: string;
  /** What its files take on a disk. */
  readonly bytes: number;
}

// Of the running server, or made anew by a start (as `pg_basebackup` leaves them out).
const leftOut =
  /^(postmaster\.(pid|opts)|recovery\.signal|backup_label|global\/pg_control|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.*|(.*\/)?(pgsql_tmp.*|pg_internal\.init.*))$/;

/**
 * Writes the files of a running cluster as a compressed tar archive: `folders.json`, the files as they are found while
 * the server goes on writing, and `backup_label`, by which a recovery knows from where to replay the WAL.
 *
 * @param extra goes along under its own names
 */
export async function writeBaseBackup(
  { folder, admin }: Pick<ArchivingCluster, 'folder' | 'admin'>,
  extra: Readonly<Record<string, Buffer>>,
  to: Writable,
): Promise<BaseBackup> {
  const archive = createArchive(new Date());
  const filling = fill(archive, folder, admin, extra).catch((error: unknown) => {
    archive.stream.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  });
  const [base] = await Promise.all([filling, pipeline(archive.stream, createZstdCompress(), to)]);
  return base;
}

async function fill(
  archive: ArchiveWriter,
  cluster: string,
  admin: pg.ClientConfig,
  extra: Readonly<Record<string, Buffer>>,
): Promise<BaseBackup> {
  const client = newClient(admin);
  await client.connect();
  try {
    const started = await ask(
      client,
      `select clock_timestamp() as at, pg_walfile_name(pg_backup_start('balie', true)) as segment`,
    );
    const { folders, files } = await look(cluster);
    await archive.putJson('folders.json', folders);
    let bytes = 0;
    for (const name of files) bytes += await copyFile(archive, cluster, name);
    // Last: a checkpoint of meanwhile may only concern what was copied before.
    bytes += await copyFile(archive, cluster, 'global/pg_control');
    const ended = await ask(
      client,
      `select clock_timestamp() as at, pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(false)`,
    );
    await archive.put('backup_label', Buffer.from(ended.label ?? ''));
    for (const [name, bytes] of Object.entries(extra)) await archive.put(name, bytes);
    archive.finish();
    return {
      startedAt: started.at,
      endedAt: ended.at,
      startSegment: started.segment,
      endSegment: ended.segment,
      bytes,
    };
  } finally {
    // Without its end the server forgets this backup.
    await client.end();
  }
}

interface Answer {
  readonly at: Date;
  readonly segment: string;
  readonly label?: string;
}

async function ask(client: pg.Client, sql: string): Promise<Answer> {
  const { rows } = await client.query<Answer>(sql);
  const [row] = rows;
  if (row === undefined) throw new Error('the database does not answer');
  return row;
}

async function look(cluster: string): Promise<{ folders: string[]; files: string[] }> {
  const entries = await readdir(cluster, { recursive: true, withFileTypes: true });
  const named = entries.map((entry) => ({
    entry,
    name: join(entry.parentPath, entry.name)
      .slice(cluster.length + 1)
      .replaceAll('\\', '/'),
  }));
  const of = (wanted: (one: (typeof named)[number]) => boolean) =>
    named.filter(wanted).map(({ name }) => name);
  return {
    folders: of(({ entry, name }) => entry.isDirectory() && !leftOut.test(name)),
    files: of(({ entry, name }) => entry.isFile() && !leftOut.test(name)),
  };
}

// A file that goes, grows or shrinks meanwhile is made whole by the WAL; the archive needs the size that it announced.
// Gives that size.
async function copyFile(archive: ArchiveWriter, cluster: string, name: string): Promise<number> {
  const path = join(cluster, name);
  const found = await stat(path).catch(absent);
  if (found === null) return 0;
  await archive.pour(name, found.size, Readable.from(exactly(path, found.size), { objectMode: false }));
  return found.size;
}

const pieceBytes = 1024 * 1024;

async function* exactly(path: string, size: number): AsyncGenerator<Buffer> {
  const file = await open(path, 'r').catch(absent);
  try {
    for (let done = 0; done < size;) {
      const piece = Buffer.alloc(Math.min(pieceBytes, size - done));
      const { bytesRead } = (await file?.read(piece, 0, piece.length, done)) ?? { bytesRead: 0 };
      yield bytesRead === 0 ? piece : piece.subarray(0, bytesRead);
      done += bytesRead === 0 ? piece.length : bytesRead;
    }
  } finally {
    await file?.close();
  }
}

function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
