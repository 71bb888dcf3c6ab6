import { sql } from 'kysely';
import { shownFailures } from '#contract/core/status.ts';
import { archiveFileStates } from '#contract/invoicing/archive.ts';
import { deliveryStates } from '#contract/invoicing/deliveries.ts';
import type { Db } from '#server/platform/db/database.ts';
import { noCompany } from '#server/platform/db/ids.ts';

/** The jobs that are not done, by kind. */
export async function countJobs(db: Db) {
  const { rows } = await sql<{
    kind: string;
    waiting: number;
    later: number;
    running: number;
    failed: number;
    oldestSeconds: number | null;
  }>`
    select name as kind,
      count(*) filter (where state < 'active' and start_after <= now())::integer as waiting,
      count(*) filter (where state < 'active' and start_after > now())::integer as later,
      count(*) filter (where state = 'active')::integer as running,
      count(*) filter (where state = 'failed')::integer as failed,
      extract(epoch from now() - min(greatest(created_on, start_after))
        filter (where state < 'active' and start_after <= now()))::float8 as "oldestSeconds"
    from jobs.job where state <= 'active' or state = 'failed' group by name order by name`.execute(db);
  return rows;
}

/** Whose jobs wait, the longest first. A job of nobody has no company. */
export async function listWaitingCompanies(db: Db) {
  const { rows } = await sql<{
    companyId: string | null;
    companyName: string;
    waiting: number;
    oldestSeconds: number;
  }>`
    select c.id as "companyId", coalesce(c.name, '') as "companyName", w.waiting, w.oldest as "oldestSeconds"
    from (
      select data->>'companyId' as company, count(*)::integer as waiting,
        extract(epoch from now() - min(greatest(created_on, start_after)))::float8 as oldest
      from jobs.job where state < 'active' and start_after <= now() group by 1 order by 3 desc limit 20
    ) w left join companies c on c.id::text = w.company
    order by w.oldest desc`.execute(db);
  return rows;
}

const failed = sql`select j.id, j.name as kind, c.id as "companyId", coalesce(c.name, '') as "companyName",
  to_char(coalesce(j.completed_on, j.created_on) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "failedAt", j.retry_count + 1 as tries,
  left(coalesce(j.output->>'message', j.output #>> '{value}', ''), 500) as reason
  from jobs.job j left join companies c on c.id::text = j.data->>'companyId'`;

interface FailedJob {
  readonly id: string;
  readonly kind: string;
  readonly companyId: string | null;
  readonly companyName: string;
  readonly failedAt: string;
  readonly tries: number;
  readonly reason: string;
}

/** Jobs that failed for good, the newest first. */
export async function listFailures(db: Db): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`${failed} where j.state = 'failed'
    order by j.completed_on desc nulls last limit ${shownFailures}`.execute(db);
  return rows;
}

/** Locks one of them; undefined where it has not failed. */
export async function findFailure(db: Db, kind: string, id: string): Promise<FailedJob | undefined> {
  const { rows } = await sql<FailedJob>`${failed}
    where j.name = ${kind} and j.id = ${id}::uuid and j.state = 'failed' for update of j`.execute(db);
  return rows[0];
}

/** What people tried again, from the history. */
export async function listRetries(db: Db, entity: string) {
  const rows = await db
    .selectFrom('history')
    .where('company_id', '=', noCompany)
    .where('entity', '=', entity)
    .select(['id', 'at', 'user_name as by', 'changes'])
    .orderBy('at', 'desc')
    .limit(10)
    .execute();
  return rows;
}

/** The names under which processes are connected, once each. */
export async function listConnected(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name like 'balie/%'`.execute(db);
  return rows.map(({ name }) => name);
}

/** What the database says of itself. */
export async function readDatabase(db: Db) {
  const { rows } = await sql<{
    version: string;
    bytes: number;
    connections: number;
    maxConnections: number;
  }>`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::integer as "maxConnections"`.execute(db);
  // Apart: beside a table of the product, a spread database opens the catalogue's view with the product's rights.
  const migrations = await sql<{ schema: string }>`
    select coalesce(max(name), '') as schema from schema_migrations`.execute(db);
  return rows[0] && { ...rows[0], schema: migrations.rows[0]?.schema ?? '' };
}

/** The last backup and the last rehearsal, done or not. */
export async function lastRuns(db: Db) {
  const last = (kind: 'backup' | 'rehearsal') =>
    db
      .selectFrom('backup_runs')
      .where('kind', '=', kind)
      .select([
        'started_at as startedAt',
        'ended_at as endedAt',
        'outcome',
        'bytes',
        'row_count as rows',
        'file_count as files',
      ])
      .select((e) => [
        e.fn.coalesce('name', sql<string>`''`).as('name'),
        e.fn.coalesce('reason', sql<string>`''`).as('reason'),
      ])
      .orderBy('started_at', 'desc')
      .limit(1)
      .executeTakeFirst();
  const [lastBackup, lastRehearsal] = [await last('backup'), await last('rehearsal')];
  return { lastBackup: lastBackup ?? null, lastRehearsal: lastRehearsal ?? null };
}

/** Mailboxes that are read, those that go wrong or were never read first. */
export async function listMailboxes(db: Db) {
  return db
    .selectFrom('administrations as a')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .leftJoin('intake_mailboxes as m', (join) =>
      join.onRef('m.company_id', '=', 'a.company_id').onRef('m.administration_id', '=', 'a.id'),
    )
    .where('a.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .where('a.mail_is_active', '=', true)
    .select(['a.id', 'c.name as companyName', 'a.name as administrationName', 'm.last_read_at as lastReadAt'])
    .select(['a.mail_mailbox as mailbox', 'a.mail_hostname as host'])
    .select(sql<string>`coalesce(m.last_verdict, '')`.as('verdict'))
    .orderBy(sql`coalesce(m.last_verdict, '') = 'ok'`)
    .orderBy('m.last_read_at', (order) => order.asc().nullsFirst())
    .limit(100)
    .execute();
}

/** Deliveries and files of a period that failed, the newest first. */
export async function listFailedExports(db: Db) {
  const [deliveries, periods] = [
    await db
      .selectFrom('deliveries as d')
      .innerJoin('companies as c', 'c.id', 'd.company_id')
      .where('d.state', 'in', [deliveryStates.indexOf('failed'), deliveryStates.indexOf('stopped')])
      .where('d.error', 'is not', null)
      .select([
        'd.id',
        'c.name as companyName',
        'd.error',
        'd.created_at as createdAt',
        'd.finished_at as finishedAt',
      ])
      .orderBy('d.id', 'desc')
      .limit(20)
      .execute(),
    await db
      .selectFrom('archive_files as f')
      .innerJoin('companies as c', 'c.id', 'f.company_id')
      .where('f.state', '=', archiveFileStates.indexOf('failed'))
      .select([
        'f.id',
        'c.name as companyName',
        'f.error',
        'f.created_at as createdAt',
        'f.finished_at as finishedAt',
      ])
      .orderBy('f.id', 'desc')
      .limit(20)
      .execute(),
  ];
  return [
    ...deliveries.map((row) => ({ ...row, kind: 'delivery' as const })),
    ...periods.map((row) => ({ ...row, kind: 'period' as const })),
  ];
}
