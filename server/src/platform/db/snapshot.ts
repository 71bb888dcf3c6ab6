import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import pg from 'pg';
import { newClient } from './client.ts';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import type { Files } from '../files/files.ts';
import type { ConnectionSettings } from './database.ts';
import {
  type ArchiveWriter,
  archiveVersion,
  type Complete,
  createArchive,
  digest,
  type Header,
  sameText,
} from './snapshot/archive.ts';
import { quoted, readSequences, readTables, type Table } from './snapshot/catalogue.ts';
import { readJobs } from './snapshot/jobs.ts';
import { advisoryLocks } from '../locks.ts';

const compress = promisify(gzip);
const pieceSize = 4 * 1024 * 1024;

/** What a finished backup or restore contains. */
export type SnapshotReport = {
  readonly rows: number;
  readonly files: number;
  /** Rows by table. */
  readonly counts: Readonly<Record<string, number>>;
  readonly hasKey: boolean;
  /** A spread database only: over how many servers, and between which moments each of them was looked at. */
  readonly spread?: { readonly servers: number; readonly from: Date; readonly until: Date };
};

/** What to write. */
export type SnapshotSource = {
  /** As the owner of the tables. */
  readonly database: ConnectionSettings;
  readonly files: Pick<Files, 'list' | 'stream'>;
  /** Tables that stay behind: sessions, keys, attempts. */
  readonly leaveOut: readonly string[];
  /** Goes along when given; whoever has the archive can then open every secret in it. */
  readonly secretKey?: Buffer;
  readonly now: Date;
  readonly onProgress: (text: string) => void;
};

/**
 * Writes one consistent picture of database and files as an archive, while the product runs: every table from one
 * repeatable-read transaction, then the files, which never change once written (decision 0013).
 */
export async function writeSnapshot(source: SnapshotSource, to: Writable): Promise<SnapshotReport> {
  const archive = createArchive(source.now);
  const filling = fill(archive, source).catch((error: unknown) => {
    archive.stream.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  });
  const [report] = await Promise.all([filling, pipeline(archive.stream, to)]);
  return report;
}

async function fill(archive: ArchiveWriter, source: SnapshotSource): Promise<SnapshotReport> {
  const client = newClient(source.database);
  await client.connect();
  try {
    await client.query(sameText);
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.backup]);
    await client.query('begin isolation level repeatable read, read only');
    const spread = await lookAtServers(client);
    const rows = await writeTables(archive, client, source);
    await archive.putJson('sequences.json', await readSequences(client));
    await archive.put('jobs.copy', await readJobs(client));
    // The files are safe by the lock; an open transaction would only keep the database from tidying up.
    await client.query('commit');
    const files = await writeFiles(archive, source);
    if (source.secretKey !== undefined) await archive.put('secret-key', source.secretKey);
    const end: Complete = { rows: rows.counts, files, sha256: rows.sha256 };
    await archive.putJson('complete.json', end);
    archive.finish();
    const total = Object.values(rows.counts).reduce((sum, count) => sum + count, 0);
    return {
      rows: total,
      files,
      counts: rows.counts,
      hasKey: source.secretKey !== undefined,
      ...(spread ? { spread } : {}),
    };
  } finally {
    await client.end();
  }
}

/**
 * Each server of a spread database has a moment of its own, at which this transaction first reads there: all are read at
 * once, at the beginning, so that these moments are close together. With one connection to each server, all rows of a
 * company are of one moment.
 */
async function lookAtServers(client: pg.Client): Promise<SnapshotReport['spread']> {
  const isCitus = await client.query("select 1 where to_regclass('pg_catalog.pg_dist_node') is not null");
  if (isCitus.rowCount === 0) return undefined;
  await client.query('set local citus.max_adaptive_executor_pool_size to 1');
  const { rows } = await client.query<{ servers: number }>(
    `select count(distinct p.nodeport || p.nodename)::integer as servers
     from pg_dist_shard_placement p join pg_dist_shard s using (shardid)
     where s.logicalrelid = to_regclass('public.history')`,
  );
  const servers = rows[0]?.servers ?? 0;
  if (servers === 0) return undefined;
  const moment = async () => {
    const { rows: times } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    return times[0]?.now ?? new Date(Number.NaN);
  };
  const from = await moment();
  await client.query('select count(*) from document_locks');
  return { servers, from, until: await moment() };
}

async function writeTables(
  archive: ArchiveWriter,
  client: pg.Client,
  { leaveOut, now, onProgress }: SnapshotSource,
): Promise<{ counts: Record<string, number>; sha256: string }> {
  const tables = await readTables(client, leaveOut);
  const applied = await client.query<{ name: string }>('select name from schema_migrations order by name');
  const first: Header = {
    format: 'balie-backup',
    version: archiveVersion,
    createdAt: now.toISOString(),
    migrations: applied.rows.map(({ name }) => name),
    tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
  };
  await archive.putJson('balie-backup.json', first);
  const counts: Record<string, number> = {};
  const sum = digest();
  for (const table of tables) {
    counts[table.name] = await writeTable(archive, client, table, sum);
    onProgress(`${table.name}: ${counts[table.name]} rows`);
  }
  return { counts, sha256: sum.hex() };
}

async function writeTable(
  archive: ArchiveWriter,
  client: pg.Client,
  table: Table,
  sum: ReturnType<typeof digest>,
): Promise<number> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const stream = client.query(copyTo(`copy (select ${columns} from ${quoted(table.name)}) to stdout`));
  let pending: Buffer[] = [];
  let size = 0;
  let number = 0;
  const flush = async () => {
    const piece = await compress(Buffer.concat(pending), { level: 3 });
    sum.add(piece);
    number += 1;
    await archive.put(`tables/${table.name}/${String(number).padStart(6, '0')}.copy.gz`, piece);
    pending = [];
    size = 0;
  };
  for await (const chunk of stream) {
    const bytes = z.instanceof(Buffer).parse(chunk);
    pending.push(bytes);
    size += bytes.byteLength;
    if (size >= pieceSize) await flush();
  }
  if (size > 0) await flush();
  return stream.rowCount;
}

async function writeFiles(archive: ArchiveWriter, { files, onProgress }: SnapshotSource): Promise<number> {
  const names: string[] = [];
  for await (const name of files.list()) names.push(name);
  let done = 0;
  for (const name of names.toSorted()) {
    const found = await files.stream(name);
    if (!found) throw new Error(`the file ${name} went away while the backup was made`);
    await archive.pour(`files/${name}`, found.bytes, found.stream);
    done += 1;
    if (done % 500 === 0) onProgress(`files: ${done} of ${names.length}`);
  }
  onProgress(`files: ${done} of ${names.length}`);
  return done;
}
