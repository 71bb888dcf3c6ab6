import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type pg from 'pg';
import { newClient } from './client.ts';
import { from as copyFrom } from 'pg-copy-streams';
import type { Files } from '../files/files.ts';
import type { ConnectionSettings } from './database.ts';
import type { SnapshotReport } from './snapshot.ts';
import {
  type ArchiveEntry,
  archiveVersion,
  type Complete,
  complete,
  digest,
  header,
  type Header,
  readArchive,
  sameText,
  type Sequences,
  sequences,
} from './snapshot/archive.ts';
import { liftRules, quoted, readTables, type Table, target, writeSequences } from './snapshot/catalogue.ts';
import { SealProblem } from './snapshot/seal.ts';
import { writeJobs } from './snapshot/jobs.ts';

const decompress = promisify(gunzip);

/** Where to restore to. */
export type SnapshotTarget = {
  readonly database: ConnectionSettings;
  readonly files: Pick<Files, 'put'>;
  /** Names of the migrations of this version, in order. */
  readonly knownMigrations: readonly string[];
  /** Makes the tables as they were after these migrations, and the queue. */
  readonly prepare: (migrations: readonly string[]) => Promise<void>;
  readonly onKey: (key: Buffer) => Promise<void>;
  readonly onProgress: (text: string) => void;
};

/** Why an archive is not restored; `restore` prints the sentence and exits with code 1. */
export class SnapshotProblem extends Error {
  override readonly name = 'SnapshotProblem';
}

/**
 * Restores an archive into an empty database, in one transaction: all of it or nothing. Throws `SnapshotProblem` when
 * the database is not empty, or the archive is damaged, cut short, or of a newer product.
 */
export async function readSnapshot(from: Readable, to: SnapshotTarget): Promise<SnapshotReport> {
  const client = newClient(to.database);
  await client.connect();
  try {
    await client.query(sameText);
    await refuseUnlessEmpty(client);
    const entries = readArchive(from);
    const first = await readHeader(entries, to.knownMigrations);
    await client.query('create table if not exists unfinished_restore ()');
    await to.prepare(first.migrations);
    await client.query('begin');
    const restored = await load(client, entries, first, to);
    await client.query('drop table unfinished_restore');
    await client.query('commit');
    await client.query('analyze');
    return restored;
  } catch (error) {
    if (error instanceof SealProblem) throw new SnapshotProblem(error.message, { cause: error });
    if (error instanceof Error && /tar header|Unexpected end/i.test(error.message)) {
      throw new SnapshotProblem('This is not a whole backup of Balie.', { cause: error });
    }
    throw error;
  } finally {
    await client.end();
  }
}

/** Empty is a database without any table, or one where an earlier restore did not end. */
async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const unfinished = await client.query(
    "select 1 where to_regclass('public.unfinished_restore') is not null",
  );
  if (unfinished.rowCount !== 0) return;
  const [found] = await readTables(client, []);
  if (found !== undefined) {
    throw new SnapshotProblem('The database is not empty; restore into a new data folder or a new database.');
  }
}

async function readHeader(entries: AsyncGenerator<ArchiveEntry>, known: readonly string[]): Promise<Header> {
  const { value } = await entries.next();
  const parsed = value?.name === 'balie-backup.json' ? header.safeParse(json(await value.read())) : undefined;
  if (!parsed?.success) throw new SnapshotProblem('This is not a backup of Balie.');
  const newer = parsed.data.migrations.find((name) => !known.includes(name));
  if (parsed.data.version > archiveVersion || newer !== undefined) {
    throw new SnapshotProblem(
      `This backup was made by a newer Balie (${newer ?? `format ${parsed.data.version}`}).`,
    );
  }
  return parsed.data;
}

function json(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

type Loading = {
  counts: Record<string, number>;
  files: number;
  hasKey: boolean;
  end: Complete | undefined;
  numbers: Sequences;
};

async function load(
  client: pg.Client,
  entries: AsyncGenerator<ArchiveEntry>,
  first: Header,
  to: SnapshotTarget,
): Promise<SnapshotReport> {
  const putRulesBack = await liftRules(client, await readTables(client, []));
  // Migrations may have filled a table; the backup has its own rows.
  for (const { name } of first.tables) await client.query(`delete from ${quoted(name)}`);
  const sum = digest();
  const state: Loading = { counts: {}, files: 0, hasKey: false, end: undefined, numbers: [] };
  const copier = createCopier(client, first.tables, state, to.onProgress);
  for await (const { name, read } of entries) {
    const [kind, key = ''] = name.split('/');
    const bytes = await read();
    if (kind === 'tables') {
      sum.add(bytes);
      await copier.add(key, await decompress(bytes));
      continue;
    }
    await copier.finish();
    if (kind === 'files') await keepFile(to, state, key, bytes);
    else if (name === 'sequences.json') state.numbers = sequences.parse(json(bytes));
    else if (name === 'jobs.copy') await writeJobs(client, bytes);
    else if (name === 'secret-key') await to.onKey(bytes).then(() => (state.hasKey = true));
    else if (name === 'complete.json') state.end = complete.parse(json(bytes));
  }
  checkComplete(state, first, sum.hex());
  await writeSequences(client, state.numbers);
  to.onProgress('checking every reference');
  await putRulesBack();
  const rows = Object.values(state.counts).reduce((total, count) => total + count, 0);
  return { rows, files: state.files, counts: state.end?.rows ?? state.counts, hasKey: state.hasKey };
}

async function keepFile(to: SnapshotTarget, state: Loading, name: string, bytes: Buffer): Promise<void> {
  if ((await to.files.put(bytes)) !== name)
    throw new SnapshotProblem(`The file ${name} in this backup is damaged.`);
  state.files += 1;
  if (state.files % 500 === 0) to.onProgress(`files: ${state.files}`);
}

function checkComplete({ end, counts, files }: Loading, first: Header, sha256: string): void {
  if (end === undefined) throw new SnapshotProblem('This backup was cut short; nothing was restored.');
  const isWhole = end.sha256 === sha256 && end.files === files;
  const hasAllRows = first.tables.every(({ name }) => (counts[name] ?? 0) === (end.rows[name] ?? 0));
  if (!isWhole || !hasAllRows) throw new SnapshotProblem('This backup is damaged; nothing was restored.');
}

/** Feeds the pieces of one table after another to COPY, one statement a table. */
function createCopier(
  client: pg.Client,
  tables: readonly Table[],
  state: Loading,
  onProgress: (text: string) => void,
) {
  let current: { table: Table; input: PassThrough; done: Promise<number> } | undefined;

  function open(name: string) {
    const table = tables.find((candidate) => candidate.name === name);
    if (table === undefined) throw new SnapshotProblem(`The backup holds an unknown table ${name}.`);
    const input = new PassThrough();
    const copy = client.query(copyFrom(`copy ${target(table)} from stdin`));
    const done = pipeline(input, copy).then(() => copy.rowCount);
    done.catch(() => undefined);
    return { table, input, done };
  }

  async function finish(): Promise<void> {
    if (current === undefined) return;
    const { table, input, done } = current;
    current = undefined;
    input.end();
    state.counts[table.name] = await done;
    onProgress(`${table.name}: ${state.counts[table.name]} rows`);
  }

  return {
    finish,
    async add(name: string, text: Buffer): Promise<void> {
      if (current?.table.name !== name) {
        await finish();
        current = open(name);
      }
      const { input, done } = current;
      if (!input.write(text)) {
        await Promise.race([new Promise((resolve) => input.once('drain', resolve)), done]);
      }
    },
  };
}
