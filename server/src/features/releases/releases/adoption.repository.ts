import { sql } from 'kysely';
import { releaseFailures, type ReleaseAdoption } from '#contract/releases/releases.ts';
import type { Db } from '#server/platform/db/database.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import '../releases.tables.ts';

type Counts = Omit<ReleaseAdoption, 'versions'>;

/** A release as counts need it. */
interface CountedRelease {
  readonly id: string;
  readonly key: string;
  readonly failuresSince: string | null;
}

/** What counts need of a release, read before them: what clients reported is on the servers of their companies. */
export function findCounted(db: Db, id: string): Promise<CountedRelease> {
  return db
    .selectFrom('releases')
    .where('id', '=', id)
    .select(['id', 'release_key as key', 'failures_since as failuresSince'])
    .executeTakeFirstOrThrow();
}

/** The adoption of a release as clients reported it, each installation once; `since`: seen since then. */
export async function findAdoption(db: Db, releaseId: string, since: string): Promise<ReleaseAdoption> {
  const release = await findCounted(db, releaseId);
  const seen = sql`from installations i where i.last_seen_at >= ${since} and i.version is not null`;
  const running = sql`${seen} and i.release_key = ${release.key}`;
  const { rows } = await sql<Counts>`
    select
      (select count(*) ${running}) as running,
      (select count(*) ${seen}) as installations,
      (select count(distinct i.company_id) ${running}) as companies,
      (select count(*) from release_offers o where o.release_id = ${release.id}) as offered,
      (${tookIt(release)}) as took,
      (select count(*) ${failedAt(release)}) as failed,
      (select count(distinct f.company_id) ${failedAt(release)}) as "failedCompanies"`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('no counts');
  return { ...counts, versions: await listVersions(db, since) };
}

async function listVersions(db: Db, since: string): Promise<ReleaseAdoption['versions']> {
  const { rows } = await sql<ReleaseAdoption['versions'][number]>`
    select seen.version, seen.build, r.id as "releaseId", seen.count
    from (select min(i.version) as version, min(i.build) as build, i.release_key, count(*) as count from installations i
      where i.last_seen_at >= ${since} and i.version is not null group by i.release_key) seen
    left join releases r on r.release_key = seen.release_key and r.deleted_at is null
    order by seen.release_key desc limit 50`.execute(db);
  return rows;
}

/** `select count(*)` of the installations that took a release: ran it once, or failed at it. */
export const tookIt = ({ id, key }: CountedRelease) => sql`select count(*) from (
  select v.company_id, v.installation_id from installation_versions v where v.release_key = ${key}
  union select f.company_id, f.installation_id from release_failures f where f.release_id = ${id}) took`;

/** The failures of a release that count: since it was last switched on. */
export const failedAt = ({ id, failuresSince }: CountedRelease) => sql`from release_failures f
  where f.release_id = ${id} and (${failuresSince}::timestamptz is null or f.last_at >= ${failuresSince}::timestamptz)`;

/** Whether clients reported a release: one runs it, ran it, or failed at it (§H5). */
export async function isReported(db: Db, releaseId: string): Promise<boolean> {
  const { id, key } = await findCounted(db, releaseId);
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from installation_versions v where v.release_key = ${key})
      or exists (select 1 from release_failures f where f.release_id = ${id}) as found`.execute(db);
  return rows[0]?.found ?? false;
}

const name = sql`coalesce(nullif(i.label, ''), trim(u.first_name || ' ' || u.last_name), '')`;

/** The failures of a release, by `releaseId`. */
export const { list: listFailures } = recordReaders(releaseFailures, {
  table: 'release_failures',
  rows: (db) =>
    db
      .selectFrom('release_failures')
      .innerJoin('installations as i', (join) =>
        join
          .onRef('i.company_id', '=', 'release_failures.company_id')
          .onRef('i.id', '=', 'release_failures.installation_id'),
      )
      .innerJoin('companies as c', 'c.id', 'release_failures.company_id')
      .leftJoin('users as u', 'u.id', 'i.user_id'),
  columns: { companyName: { sql: 'c.name', natural: true }, name: { sql: name, natural: true } },
  search: ['c.name', 'release_failures.reason', name],
});
