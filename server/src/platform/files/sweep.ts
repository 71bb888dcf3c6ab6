import { type RawBuilder, sql } from 'kysely';
import type { Services } from '../context.ts';
import type { Db } from '../db/database.ts';
import { defineJob } from '../jobs/jobs.ts';
import { advisoryLocks, lockKey } from '../locks.ts';

/** Removes the files that no record refers to any more, every night (decision 0017). */
export const sweepFilesJob = defineJob<object>('files-sweep', {
  retries: 1,
  expireSeconds: 3600,
  cron: '50 3 * * *',
});

// A file is stored moments before its record is committed; a week also covers a restored backup.
const minAgeMs = 7 * 24 * 3600 * 1000;
const batchSize = 20_000;

/**
 * Removes files that are older than a week and that nothing names: no column whose name ends in `sha256`, no JSON but
 * the history's, no job. Gives the number of removed files.
 */
export async function sweepFiles({
  db,
  files,
  now,
  log,
}: Pick<Services, 'db' | 'files' | 'now' | 'log'>): Promise<number> {
  const before = new Date(now().getTime() - minAgeMs);
  const places = await listPlaces(db);
  let removed = 0;
  for await (const batch of inBatches(files.listBefore(before))) {
    removed += await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock_shared(${lockKey(advisoryLocks.backup)})`.execute(tx);
      let removedHere = 0;
      for (const sha256 of await listUnnamed(tx, places, batch)) {
        if (await files.removeBefore(sha256, before)) removedHere += 1;
      }
      return removedHere;
    });
  }
  log.info({ removed }, 'files swept');
  return removed;
}

/** The SHA-256 of everything that a record may name as its file, some of which may be no file at all. */
export async function listNamedFiles(db: Db): Promise<ReadonlySet<string>> {
  const named = sql.join((await listPlaces(db)).map(namesAt), sql` union `);
  const { rows } = await sql<{ sha256: string }>`${named}`.execute(db);
  return new Set(rows.map(({ sha256 }) => sha256));
}

interface Place {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly isJson: boolean;
}

async function listPlaces(db: Db): Promise<Place[]> {
  // From the catalogue itself: what this role may not read must fail, not be overlooked.
  const { rows } = await sql<Place>`
    select n.nspname as schema, c.relname as table, a.attname as column, a.atttypid = 'jsonb'::regtype as "isJson"
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and (n.nspname = 'public' or n.nspname = 'jobs' and c.relname = 'job')
      and (a.atttypid = 'text'::regtype and a.attname like '%sha256' or a.atttypid = 'jsonb'::regtype and c.relname <> 'history')`.execute(
    db,
  );
  if (rows.length === 0) throw new Error('no table names any file');
  return rows;
}

async function listUnnamed(db: Db, places: readonly Place[], batch: readonly string[]): Promise<string[]> {
  const named = sql.join(places.map(namesAt), sql` union all `);
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from unnest(${batch}::text[]) as stored (sha256)
    except select sha256 from (${named}) as named`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}

function namesAt({ schema, table, column, isJson }: Place): RawBuilder<unknown> {
  const from = sql.id(schema, table);
  return isJson
    ? sql`select found[1] as sha256 from ${from}, regexp_matches(${sql.id(column)}::text, '[0-9a-f]{64}', 'g') as found`
    : sql`select ${sql.id(column)} as sha256 from ${from}`;
}

async function* inBatches(all: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const sha256 of all) {
    batch.push(sha256);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
