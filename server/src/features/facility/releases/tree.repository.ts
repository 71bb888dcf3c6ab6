import { sql } from 'kysely';
import type { ReleaseTreeCompany } from '#contract/facility/releases.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isFmCustomer } from '../fm-customers.ts';
import './releases.tables.ts';

/**
 * All active FM customers with their active users, and what runs there: in one statement, whose parts are each read once.
 *
 * @param since what was reported before counts no more (§H6)
 */
export async function loadTree(db: Db, scope: Scope, since: string): Promise<ReleaseTreeCompany[]> {
  if (scope.reach !== 'system') return [];
  const { rows } = await sql<ReleaseTreeCompany>`
    with customers as (select c.id, c.name from companies c where ${isFmCustomer('c')}),
    run as (
      select distinct on (i.user_id) i.user_id, i.version from installations i
      where i.user_id is not null and i.version is not null and i.last_seen_at >= ${since}
      order by i.user_id, i.release_key desc),
    reported as (
      select distinct on (v.company_id) v.company_id, v.version from installation_versions v
      where v.last_at >= ${since} order by v.company_id, v.release_key desc),
    people as (
      select u.company_id, json_agg(json_build_object('id', u.id, 'fullName', trim(u.first_name || ' ' || u.last_name), 'version', run.version)
        order by u.last_name collate natural_order, u.first_name collate natural_order, u.id) as users
      from users u join customers c on c.id = u.company_id left join run on run.user_id = u.id
      where u.is_active and u.deleted_at is null group by u.company_id)
    select c.id, c.name, reported.version, coalesce(people.users, '[]') as users
    from customers c left join people on people.company_id = c.id left join reported on reported.company_id = c.id
    order by c.name collate natural_order, c.id`.execute(db);
  return rows;
}
