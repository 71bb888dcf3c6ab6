import { sql } from 'kysely';
import { groups } from '#contract/core/groups.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import '../core.tables.ts';

export const { list, stream, findById } = recordReaders(groups, {
  table: 'groups',
  // Groups of the system are everybody's to read, since they may count for everybody (§A3).
  rows: (db, scope) =>
    db
      .selectFrom('groups')
      .leftJoin('companies', 'companies.id', 'groups.company_id')
      .where('groups.deleted_at', 'is', null)
      .where('companies.deleted_at', 'is', null)
      .where((eb) =>
        eb.or([
          within(scope, 'groups.company_id'),
          ...(scope.reach === 'company' ? [eb('groups.company_id', 'is', null)] : []),
        ]),
      ),
  columns: {
    companyId: { nullable: true },
    companyName: { sql: 'companies.name', natural: true, nullable: true },
    name: { natural: true, nullable: false },
    accessToEverything: { nullable: false },
    availableForEveryOne: { sql: 'groups.available_for_everyone', nullable: false },
    userCount: (scope) => sql`(select count(*) ${members(scope)})`,
    permissionCount: sql`(select count(*) from group_permissions gp where gp.group_id = groups.id)`,
    permissions: sql`array(select json_build_object('id', gp.permission, 'tag', gp.permission, 'name', gp.permission)
      from group_permissions gp where gp.group_id = groups.id order by gp.permission)`,
    users: (scope) => sql`array(select json_build_object('id', u.id, 'companyId', u.company_id,
      'fullName', trim(u.first_name || ' ' || u.last_name)) ${members(scope)} order by u.last_name collate natural_order, u.id)`,
  },
  search: ['groups.name', 'companies.name'],
});

/** The members of a group that the caller may see. */
const members = (scope: Scope) => sql`from group_users gu join users u on u.id = gu.user_id
  where gu.group_id = groups.id and u.deleted_at is null and ${within(scope, 'u.company_id')}`;

/** Those of these people who may be in a group of this company, or with null in one of the system. */
export async function listCandidates(
  db: Db,
  scope: Scope,
  companyId: string | null,
  ids: readonly string[],
): Promise<{ id: string; companyId: string }[]> {
  if (ids.length === 0) return [];
  const found = db
    .selectFrom('users')
    .where('users.id', 'in', ids)
    .where('users.deleted_at', 'is', null)
    .where(within(scope, 'users.company_id'))
    .select(['users.id', 'users.company_id as companyId']);
  return (companyId === null ? found : found.where('users.company_id', '=', companyId)).execute();
}
