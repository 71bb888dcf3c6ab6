import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { countedFailure, tookIt } from './adoption.repository.ts';
import type { FailureCounts } from './switch-off.rules.ts';
import '../releases.tables.ts';

/** A release as a report finds it, held until the transaction ends: reports of one release come one after the other. */
export interface HeldRelease {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly build: string;
  readonly active: boolean;
}

/** Holds the release of a version and build. Update checks, which only point at it, go on meanwhile. */
export function holdByKey(tx: Tx, key: string): Promise<HeldRelease | undefined> {
  return tx
    .selectFrom('releases')
    .where('release_key', '=', key)
    .where('deleted_at', 'is', null)
    .select(['id', 'name', 'version', 'build', 'is_active as active'])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Keeps a failure, once for an installation and release; a later one of the same says when and why last. */
export async function keepFailure(
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

/** What clients said of a release since somebody last switched it on. */
export async function countFailures(db: Db, releaseId: string): Promise<FailureCounts> {
  const { rows } = await sql<FailureCounts>`
    with release as (select id, release_key, failures_since from releases where id = ${releaseId}),
    failed as (select f.company_id from release_failures f, release r where ${countedFailure('f', 'r')})
    select (select count(*) from failed) as installations, (select count(distinct company_id) from failed) as companies,
      (${tookIt('release')}) as took`.execute(db);
  return rows[0] ?? { installations: 0, companies: 0, took: 0 };
}

/** Switches a release off by itself. */
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

/** The provider's people who may sign in: candidates for being told. */
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
