import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { failedAt, findCounted, tookIt } from './adoption.repository.ts';
import type { FailureCounts } from './switch-off.rules.ts';
import '../releases.tables.ts';

/** A release that a report locked until its transaction ends. */
export interface LockedRelease {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly build: string;
  readonly active: boolean;
}

/** Locks the release of a version and build; update checks, which only refer to it, are not blocked. */
export function lockByReleaseKey(tx: Tx, key: string): Promise<LockedRelease | undefined> {
  return tx
    .selectFrom('releases')
    .where('release_key', '=', key)
    .where('deleted_at', 'is', null)
    .select(['id', 'name', 'version', 'build', 'is_active as active'])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Stores a failure, once for an installation and release; a repeated one updates its time and reason. */
export async function saveFailure(
  tx: Tx,
  failure: {
    readonly companyId: string;
    readonly installationId: string;
    readonly releaseId: string;
    readonly reason: string;
  },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await tx
    .insertInto('release_failures')
    .values({
      company_id: failure.companyId,
      installation_id: failure.installationId,
      release_id: failure.releaseId,
      id: newId(now.getTime()),
      reason: failure.reason.toWellFormed(),
      first_at: at,
      last_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'installation_id', 'release_id']).doUpdateSet({
        reason: sql<string>`excluded.reason`,
        last_at: sql<string>`excluded.last_at`,
        times: sql<number>`release_failures.times + 1`,
      }),
    )
    .execute();
}

/** The failures of a release since it was last switched on. */
export async function countFailures(db: Db, releaseId: string): Promise<FailureCounts> {
  const release = await findCounted(db, releaseId);
  const { rows } = await sql<FailureCounts>`
    select (select count(*) ${failedAt(release)}) as installations,
      (select count(distinct f.company_id) ${failedAt(release)}) as companies, (${tookIt(release)}) as took`.execute(
    db,
  );
  return rows[0] ?? { installations: 0, companies: 0, took: 0 };
}

/** Deactivates a release automatically. */
export async function switchOff(tx: Tx, releaseId: string, now: Date): Promise<void> {
  const at = now.toISOString();
  await tx
    .updateTable('releases')
    .set({
      is_active: false,
      switched_off_at: at,
      updated_at: at,
      updated_by: null,
      row_version: sql<number>`row_version + 1`,
    })
    .where('id', '=', releaseId)
    .execute();
}

/** The provider's users who may sign in. */
export async function listStaffIds(db: Db): Promise<string[]> {
  const staff = await db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .where('companies.is_provider', '=', true)
    .where('companies.deleted_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where('users.is_active', '=', true)
    .select('users.id')
    .orderBy('users.id')
    .execute();
  return staff.map(({ id }) => id);
}
