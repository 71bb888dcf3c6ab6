import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import type { GroupContent } from './grants.rules.ts';
import '../core.tables.ts';

/** A group with what it gives. */
export interface GivingGroup extends GroupContent {
  readonly id: string;
  readonly companyId: string | null;
  readonly name: string;
}

/** What these groups give, of people of this company: its own groups and system groups; others are not found. */
export async function listGroups(db: Db, companyId: string, ids: readonly string[]): Promise<GivingGroup[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('groups')
    .where('groups.id', 'in', ids)
    .where('groups.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('groups.company_id', '=', companyId), eb('groups.company_id', 'is', null)]))
    .select([
      'groups.id',
      'groups.company_id as companyId',
      'groups.name',
      'groups.access_to_everything as accessToEverything',
      sql<string[]>`array(select gp.permission from group_permissions gp where gp.group_id = groups.id)`.as(
        'permissions',
      ),
    ])
    .execute();
}

/** The groups that count for a user (§A3): their own, and those for everyone of their company or of all companies. */
export async function listGroupsOfUser(
  db: Db,
  user: { readonly id: string; readonly companyId: string },
): Promise<(GivingGroup & { readonly isForEveryone: boolean; readonly isMember: boolean })[]> {
  const isMember = sql<boolean>`exists (select from group_users gu where gu.group_id = groups.id and gu.user_id = ${user.id})`;
  return db
    .selectFrom('groups')
    .where('groups.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('groups.company_id', '=', user.companyId), eb('groups.company_id', 'is', null)]))
    .where(
      sql<boolean>`(${isMember} or (groups.available_for_everyone and exists (select from users u where u.id = ${user.id} and not u.is_guest)))`,
    )
    .select([
      'groups.id',
      'groups.company_id as companyId',
      'groups.name',
      'groups.access_to_everything as accessToEverything',
      'groups.available_for_everyone as isForEveryone',
      isMember.as('isMember'),
      sql<string[]>`array(select gp.permission from group_permissions gp where gp.group_id = groups.id)`.as(
        'permissions',
      ),
    ])
    .orderBy(sql`groups.name collate natural_order`)
    .orderBy('groups.id')
    .execute();
}

/** Makes changes of who has access to everything come one after the other, until the transaction ends. */
export async function lockEverything(tx: Tx): Promise<void> {
  await lockByKey(tx, advisoryLocks.fullAccess);
}

/** Whether an active person of the provider has access to everything. */
export async function somebodyHasEverything(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from users u
      join companies c on c.id = u.company_id and c.is_provider and c.is_active and c.deleted_at is null
      join groups g on g.access_to_everything and g.deleted_at is null and (g.company_id is null or g.company_id = c.id)
      where u.is_active and u.deleted_at is null
        and ((g.available_for_everyone and not u.is_guest) or exists (select from group_users gu where gu.group_id = g.id and gu.user_id = u.id))
    ) as found`.execute(tx);
  return rows[0]?.found ?? false;
}
