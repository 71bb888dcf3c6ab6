import { sql } from 'kysely';
import { releaseFailures, type ReleaseAdoption } from '#contract/releases/releases.ts';
import type { Db } from '#server/platform/db/database.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import '../releases.tables.ts';

type Counts = Omit<ReleaseAdoption, 'versions'>;

/** The adoption of a release as clients reported it, each installation once; `since`: seen since then. */
export async function findAdoption(db: Db, releaseId: string, since: string): Promise<ReleaseAdoption> {
  const { rows } = await sql<Counts>`
    with release as (select id, release_key, failures_since from releases where id = ${releaseId}),
    seen as (select i.company_id, i.release_key from installations i where i.last_seen_at >= ${since} and i.version is not null)
    select
      (select count(*) from seen join release using (release_key)) as running,
      (select count(*) from seen) as installations,
      (select count(distinct seen.company_id) from seen join release using (release_key)) as companies,
      (select count(*) from release_offers o where o.release_id = ${releaseId}) as offered,
      (${tookIt('release')}) as took,
      (select count(*) from release_failures f, release r where ${countedFailure('f', 'r')}) as failed,
      (select count(distinct f.company_id) from release_failures f, release r where ${countedFailure('f', 'r')}) as "failedCompanies"`.execute(
    db,
  );
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
export const tookIt = (release: string) => sql`select count(*) from (
  select v.company_id, v.installation_id from installation_versions v where v.release_key = (select release_key from ${sql.table(release)})
  union select f.company_id, f.installation_id from release_failures f where f.release_id = (select id from ${sql.table(release)})) took`;

/** Whether a failure counts: one of this release since it was last switched on. */
export const countedFailure = (
  failure: string,
  release: string,
) => sql<boolean>`(${sql.ref(`${failure}.release_id`)} = ${sql.ref(`${release}.id`)}
  and (${sql.ref(`${release}.failures_since`)} is null or ${sql.ref(`${failure}.last_at`)} >= ${sql.ref(`${release}.failures_since`)}))`;

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
