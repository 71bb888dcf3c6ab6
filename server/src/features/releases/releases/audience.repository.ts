import { sql } from 'kysely';
import type { OfferedRelease, Targets } from '#contract/releases/release-offer.ts';
import type { Db } from '#server/platform/db/database.ts';
import '../releases.tables.ts';

/** A release with its targets, as the rule of offers reads it. */
export interface TargetedRelease extends Omit<OfferedRelease, 'isTargeted'> {
  readonly version: string;
  readonly build: string;
  readonly targets: Targets;
}

interface StoredTargets {
  readonly id: string;
  readonly version: string;
  readonly build: string;
  readonly key: string;
  readonly active: boolean;
  readonly availableFrom: string | null;
  readonly forceUpdate: boolean;
  readonly rolloutPercentage: number;
  readonly isForEveryone: boolean;
  readonly companyIds: string[];
  readonly userIds: string[];
}

/** Every active release, and this one in any state, with their targets. */
export async function listTargeted(db: Db, andId: string): Promise<TargetedRelease[]> {
  const { rows } = await sql<StoredTargets>`
    select r.id, r.version, r.build, r.release_key as key, r.is_active as active, r.available_from as "availableFrom",
      r.is_forced as "forceUpdate", r.rollout_percentage as "rolloutPercentage", r.is_for_everyone as "isForEveryone",
      array(select company_id::text from release_companies t where t.release_id = r.id) as "companyIds",
      array(select user_id::text from release_users t where t.release_id = r.id) as "userIds"
    from releases r where r.deleted_at is null and (r.is_active or r.id = ${andId})`.execute(db);
  return rows.map(({ isForEveryone, companyIds, userIds, ...release }) => ({
    ...release,
    targets: { isForEveryone, companyIds: new Set(companyIds), userIds: new Set(userIds) },
  }));
}

/** The active releases above the installed one, as one client may get them; of targets only its own are read. */
export async function listOffered(
  db: Db,
  client: { readonly companyId: string; readonly userId: string | null },
  installed: string,
) {
  return db
    .selectFrom('releases as r')
    .where('r.deleted_at', 'is', null)
    .where('r.is_active', '=', true)
    .where('r.release_key', '>', installed)
    .select([
      'r.id',
      'r.release_key as key',
      'r.is_active as active',
      'r.available_from as availableFrom',
      'r.is_forced as forceUpdate',
      'r.rollout_percentage as rolloutPercentage',
      'r.version',
      'r.build',
      'r.name',
      'r.notes',
      'r.url',
      sql<boolean>`(r.is_for_everyone
        or exists (select from release_companies t where t.company_id = ${client.companyId} and t.release_id = r.id)
        or exists (select from release_users t where t.company_id = ${client.companyId} and t.user_id = ${client.userId} and t.release_id = r.id))`.as(
        'isTargeted',
      ),
    ])
    .execute();
}
