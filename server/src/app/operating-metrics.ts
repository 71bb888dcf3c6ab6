import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { documentStates } from '#contract/documents/documents.ts';
import { originalStates } from '#contract/invoicing/archive.ts';
import type { Services } from '#server/platform/context.ts';
import { newId } from '#server/platform/db/ids.ts';
import { readArchiveState } from './backups/point-in-time.ts';
import { listConnected } from './status/status.repository.ts';
import type { Operated } from './status/status.service.ts';
import { readApplicationName } from './status/version.ts';

const freshForMs = 15_000;

/** What one look found: a value for each set of labels, by the name of a figure. */
type Figures = Readonly<Record<string, readonly { labels: Record<string, string>; value: number }[]>>;

const descriptions: Readonly<Record<string, { help: string; labelNames: string[] }>> = {
  balie_jobs: { help: 'Jobs by kind and state', labelNames: ['kind', 'state'] },
  balie_jobs_oldest_seconds: {
    help: 'How long the oldest job of a kind waits that could run',
    labelNames: ['kind'],
  },
  balie_documents_day: { help: 'Documents that came in the last 24 hours, by state', labelNames: ['state'] },
  balie_pages_per_minute: { help: 'Pages of documents that came in the last 15 minutes', labelNames: [] },
  balie_deliveries_failed: { help: 'Deliveries to bookkeeping that failed', labelNames: [] },
  balie_exports_failed: {
    help: 'Exports of the last 24 hours that failed: deliveries given up, and files of a period',
    labelNames: ['kind'],
  },
  balie_recognised_share: {
    help: 'Recognised part of the documents that were read in the last 24 hours; absent without any',
    labelNames: [],
  },
  balie_processes: {
    help: 'Processes of the product that are connected to the database',
    labelNames: ['kind'],
  },
  balie_database_bytes: { help: 'Size of the database', labelNames: [] },
  balie_backup_age_seconds: {
    help: 'Since the last backup or rehearsal that succeeded',
    labelNames: ['kind'],
  },
  balie_backup_failed: {
    help: 'Whether the last backup or rehearsal that ended failed',
    labelNames: ['kind'],
  },
  balie_archive_age_seconds: {
    help: 'Since the moment until which the database is archived; absent where no archive is kept',
    labelNames: [],
  },
  balie_originals_damaged: {
    help: 'Originals of invoices that are not as they were stored, by what is wrong',
    labelNames: ['state'],
  },
  balie_originals_seen_age_seconds: {
    help: 'Since all originals were seen, in the company where that is longest ago',
    labelNames: [],
  },
  balie_disk_free_ratio: { help: 'Free part of the disk of the data folder', labelNames: [] },
  balie_figures_read: { help: '0 while the database does not give these figures', labelNames: [] },
};

/**
 * Adds figures of queue, documents, deliveries, backups and disk to `/metrics`, read at most every 15 seconds when
 * somebody asks. All servers of one database give the same ones: alerts take the largest.
 */
export function measureOperation(
  services: Pick<Services, 'db' | 'now' | 'log'>,
  { dataFolder, pointInTime }: Pick<Operated, 'dataFolder' | 'pointInTime'>,
): void {
  let last: { readonly at: number; readonly figures: Promise<Figures> } | undefined;
  const read = (): Promise<Figures> => {
    const at = performance.now();
    if (last === undefined || at - last.at > freshForMs) {
      const figures = readFigures(services, dataFolder, pointInTime !== undefined).catch((err: unknown) => {
        services.log.warn({ err }, 'figures cannot be read');
        return { balie_figures_read: [{ labels: {}, value: 0 }] };
      });
      last = { at, figures };
    }
    return last.figures;
  };
  for (const [name, about] of Object.entries(descriptions)) {
    const gauge = new Gauge({
      name,
      ...about,
      async collect() {
        const figures = await read();
        this.reset();
        for (const { labels, value } of figures[name] ?? []) this.set(labels, value);
      },
    });
    gauge.reset();
  }
}

async function readFigures(
  { db, now }: Pick<Services, 'db' | 'now'>,
  dataFolder: string,
  hasArchive: boolean,
): Promise<Figures> {
  const ago = (ms: number) => newId(now().getTime() - ms);
  const at = (ms: number) => new Date(now().getTime() - ms).toISOString();
  const [jobs, documents, pages, deliveries, exports, connected, database, backups, damaged, seen, disk] =
    await Promise.all([
      sql<{ kind: string; state: string; count: number; oldest: number | null }>`
      select name as kind, state::text as state, count(*)::integer as count,
        extract(epoch from now() - min(greatest(created_on, start_after))
          filter (where state in ('created', 'retry') and start_after <= now()))::float8 as oldest
      from jobs.job where state in ('created', 'retry', 'active', 'failed') group by name, state`.execute(db),
      // Ids begin with their time: the index on them finds the newest.
      sql<{ state: number; count: number }>`
      select state, count(*)::integer as count from documents
      where id >= ${ago(24 * 3600_000)} and deleted_at is null group by state`.execute(db),
      sql<{ pages: number }>`
      select coalesce(sum(page_count), 0)::integer as pages from documents where id >= ${ago(15 * 60_000)}`.execute(
        db,
      ),
      sql<{ count: number }>`select count(*)::integer as count from deliveries where state = 4`.execute(db),
      sql<{ kind: string; count: number }>`
      select 'delivery' as kind, count(*)::integer as count from deliveries
      where state = 5 and error is not null and finished_at > ${at(24 * 3600_000)}::timestamptz
      union all select 'period', count(*)::integer from archive_files
      where state = 3 and finished_at > ${at(24 * 3600_000)}::timestamptz`.execute(db),
      listConnected(db),
      sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db),
      sql<{ kind: string; age: number | null; failed: boolean }>`
      select kind, extract(epoch from now() - max(ended_at) filter (where outcome = 'done'))::float8 as age,
        (array_agg(outcome order by ended_at desc))[1] = 'failed' as failed
      from backup_runs where ended_at is not null group by kind`.execute(db),
      sql<{ state: number; count: number }>`
        select state, count(*)::integer as count from damaged_originals where mended_at is null group by state`.execute(
        db,
      ),
      sql<{ age: number | null }>`
        select extract(epoch from now() - min(coalesce(seen_at, began_at)))::float8 as age from archive_checks`.execute(
        db,
      ),
      statfs(dataFolder),
    ]);
  const archive = hasArchive ? await readArchiveState(dataFolder) : undefined;
  const one = (value: number) => [{ labels: {}, value }];
  return {
    balie_jobs: jobs.rows.map(({ kind, state, count }) => ({ labels: { kind, state }, value: count })),
    balie_jobs_oldest_seconds: jobs.rows.flatMap(({ kind, state, oldest }) =>
      oldest === null || state !== 'created' ? [] : [{ labels: { kind }, value: oldest }],
    ),
    balie_documents_day: documents.rows.map(({ state, count }) => ({
      labels: { state: documentStates[state] ?? String(state) },
      value: count,
    })),
    balie_pages_per_minute: one((pages.rows[0]?.pages ?? 0) / 15),
    balie_exports_failed: exports.rows.map(({ kind, count }) => ({ labels: { kind }, value: count })),
    balie_recognised_share: recognisedShare(documents.rows),
    balie_processes: (['server', 'worker'] as const).map((kind) => ({
      labels: { kind },
      value: connected.filter((name) => readApplicationName(name)?.kind === kind).length,
    })),
    balie_database_bytes: one(database.rows[0]?.bytes ?? 0),
    balie_deliveries_failed: one(deliveries.rows[0]?.count ?? 0),
    balie_backup_age_seconds: backups.rows.flatMap(({ kind, age }) =>
      age === null ? [] : [{ labels: { kind }, value: age }],
    ),
    balie_backup_failed: backups.rows.map(({ kind, failed }) => ({
      labels: { kind },
      value: failed ? 1 : 0,
    })),
    balie_archive_age_seconds:
      archive?.until === undefined ? [] : one((now().getTime() - Date.parse(archive.until)) / 1000),
    balie_originals_damaged: originalStates.map((name, state) => ({
      labels: { state: name },
      value: damaged.rows.find((row) => row.state === state)?.count ?? 0,
    })),
    balie_originals_seen_age_seconds: seen.rows.flatMap(({ age }) =>
      age === null ? [] : [{ labels: {}, value: age }],
    ),
    balie_disk_free_ratio: one(disk.bavail / disk.blocks),
    balie_figures_read: one(1),
  };
}

const recognised = new Set<string | undefined>(['Herkend', 'Verwerkt']);
const unrecognised = new Set<string | undefined>(['Onbekend', 'Onverwerkbaar']);

// What waits says nothing yet.
function recognisedShare(documents: readonly { readonly state: number; readonly count: number }[]) {
  const sum = (states: ReadonlySet<string | undefined>) =>
    documents.reduce((total, { state, count }) => total + (states.has(documentStates[state]) ? count : 0), 0);
  const [right, wrong] = [sum(recognised), sum(unrecognised)];
  return right + wrong === 0 ? [] : [{ labels: {}, value: right / (right + wrong) }];
}
