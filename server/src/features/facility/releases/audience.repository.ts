import { sql } from 'kysely';
import type { OfferedRelease, Targets } from '#contract/facility/release-offer.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isFmCustomer } from '../fm-customers.ts';
import { countedUser } from './counts.ts';
import './releases.tables.ts';

/** Somebody who may ask for an update. */
export interface Asker {
  readonly companyId: string;
  readonly companyName: string;
  /** Null: an installation without a known user. */
  readonly userId: string | null;
  readonly name: string;
  /** What identifies the installation, where there is no user. */
  readonly installation: string | null;
  readonly version: string | null;
  readonly build: string | null;
  readonly releaseKey: string | null;
}

/**
 * Everybody who may ask: active users of active FM customers with the highest that runs at them, and installations seen
 * since then that no such user is known of. Sorted by company and name.
 */
export async function listAskers(db: Db, since: string): Promise<Asker[]> {
  const { rows } = await sql<Asker>`
    with run as (
      select distinct on (i.user_id) i.user_id, i.version, i.build, i.release_key from installations i
      where i.user_id is not null and i.version is not null and i.last_seen_at >= ${since}
      order by i.user_id, i.release_key desc),
    askers as (
      select c.id as company_id, c.name as company_name, u.id as user_id, trim(u.first_name || ' ' || u.last_name) as name,
        null as installation, run.version, run.build, run.release_key, u.last_name as sort_name
      from users u join companies c on c.id = u.company_id left join run on run.user_id = u.id
      where ${countedUser('u', 'c')}
      union all
      select c.id, c.name, null, i.label, i.key, i.version, i.build, i.release_key, i.label
      from installations i join companies c on c.id = i.company_id left join users u on u.id = i.user_id
      where i.last_seen_at >= ${since} and i.version is not null and ${isFmCustomer('c')}
        and (i.user_id is null or not u.is_active or u.deleted_at is not null) and i.key not like 'user:%')
    select company_id as "companyId", company_name as "companyName", user_id as "userId", name, installation, version, build,
      release_key as "releaseKey"
    from askers
    order by company_name collate natural_order, company_id, (user_id is null), sort_name collate natural_order, name, user_id, installation`.execute(
    db,
  );
  return rows;
}

/** A release with whom it names, as the rule of offers takes it. */
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

/** Every active release, and this one whatever it is, with their ticks. */
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

/** The active releases above what is installed, as one asker sees them: of ticks only his own are read. */
export async function listOffered(
  db: Db,
  asker: { readonly companyId: string; readonly userId: string | null },
  installed: string,
): Promise<(OfferedRelease & { readonly version: string; readonly build: string; readonly name: string; readonly notes: string; readonly url: string | null })[]> {
  const rows = await db
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
        or exists (select from release_companies t where t.company_id = ${asker.companyId} and t.release_id = r.id)
        or exists (select from release_users t where t.company_id = ${asker.companyId} and t.user_id = ${asker.userId} and t.release_id = r.id))`.as('isTargeted'),
    ])
    .execute();
  return rows;
}
