import { sql } from 'kysely';
import type { Version } from '#contract/releases/versions.ts';
import { releaseKey } from '#contract/releases/versions.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import '../releases.tables.ts';

// A key allows any number of invented installations: beyond this limit new ones of a company are answered, but not stored.
const maxOfOneCompany = 20_000;

/** An installation as it is known within its company. */
export interface Installation {
  readonly companyId: string;
  /** What identifies it; see `installationOf`. */
  readonly key: string;
  readonly label: string;
  readonly userId: string | null;
}

/** The active user of the company whose id or e-mail address this is, or null. */
export async function findUserId(db: Db, companyId: string, text: string): Promise<string | null> {
  const found = await db
    .selectFrom('users')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .where(({ eb }) => (isId(text) ? eb('id', '=', text) : eb('email', '=', text.toLowerCase())))
    .select('id')
    .executeTakeFirst();
  return found?.id ?? null;
}

/**
 * Stores that an installation was seen, and the version that it runs if known. Gives its id, or undefined for a new one
 * of a company that has too many.
 */
export async function saveInstallation(
  db: Db,
  { companyId, key, label, userId }: Installation,
  runs: Version | null,
  now: Date,
): Promise<string | undefined> {
  const at = now.toISOString();
  const runKey = runs && releaseKey(runs);
  const { rows } = await sql<{ id: string }>`
    with stored as (
      insert into installations as i (company_id, id, key, label, user_id, version, build, release_key, first_seen_at, last_seen_at)
      select ${companyId}, ${newId(now.getTime())}, ${key}, ${label}, ${userId}, ${runs?.version ?? null}, ${runs?.build ?? null}, ${runKey}, ${at}, ${at}
      where exists (select from installations o where o.company_id = ${companyId} and o.key = ${key})
        or (select count(*) from installations o where o.company_id = ${companyId}) < ${maxOfOneCompany}
      on conflict (company_id, key) do update set
        label = excluded.label, user_id = excluded.user_id,
        version = coalesce(excluded.version, i.version), build = coalesce(excluded.build, i.build),
        release_key = coalesce(excluded.release_key, i.release_key), last_seen_at = excluded.last_seen_at
      returning i.company_id, i.id),
    ran as (
      insert into installation_versions as v (company_id, installation_id, release_key, version, build, first_at, last_at)
      select company_id, id, ${runKey}, ${runs?.version ?? null}, ${runs?.build ?? null}, ${at}::timestamptz, ${at}::timestamptz from stored
      where ${runKey}::text is not null
      on conflict (company_id, installation_id, release_key) do update set last_at = greatest(v.last_at, excluded.last_at))
    select id from stored`.execute(db);
  return rows[0]?.id;
}

/** Stores once that an installation was offered a release. */
export async function insertOffer(
  db: Db,
  companyId: string,
  installationId: string,
  releaseId: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('release_offers')
    .values({
      company_id: companyId,
      installation_id: installationId,
      release_id: releaseId,
      at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
