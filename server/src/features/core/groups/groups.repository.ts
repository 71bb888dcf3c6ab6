import { sql } from 'kysely';
import { groups } from '#contract/core/groups.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Rec } from '#contract/resource.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import { changedBy, madeBy } from '#server/platform/db/record.ts';
import '../core.tables.ts';

/** What is stored of a group; undefined stays as it is. */
export interface GroupValues {
  readonly name: string;
  readonly accessToEverything: boolean | undefined;
  readonly availableForEveryOne: boolean | undefined;
}

const columns = listColumns(groups.fields, {
  id: 'groups.id',
  companyId: { sql: 'groups.company_id', nullable: true },
  companyName: { sql: 'companies.name', natural: true, nullable: true },
  name: { sql: 'groups.name', natural: true, nullable: false },
  accessToEverything: { sql: 'groups.access_to_everything', nullable: false },
  availableForEveryOne: { sql: 'groups.available_for_everyone', nullable: false },
});
const search = searchColumns(['groups.name', 'companies.name']);

/** Groups within the scope; those of the system are everybody's to read, since they may count for everybody (§A3). */
function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('groups')
    .leftJoin('companies', 'companies.id', 'groups.company_id')
    .where('groups.deleted_at', 'is', null)
    .where('companies.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        within(scope, 'groups.company_id'),
        ...(scope.reach === 'company' ? [eb('groups.company_id', 'is', null)] : []),
      ]),
    )
    .select([
      'groups.id',
      'groups.company_id as companyId',
      'companies.name as companyName',
      'groups.name',
      'groups.access_to_everything as accessToEverything',
      'groups.available_for_everyone as availableForEveryOne',
      sql<number>`(select count(*) from group_users gu join users u on u.id = gu.user_id
        where gu.group_id = groups.id and u.deleted_at is null and ${within(scope, 'u.company_id')})`.as(
        'userCount',
      ),
      sql<number>`(select count(*) from group_permissions gp where gp.group_id = groups.id)`.as(
        'permissionCount',
      ),
    ]);
}

export function list(db: Db, scope: Scope, query: ListQuery) {
  return listPage(query, { base: visible(db, scope), columns, search });
}

/** All of a list, in its order, for an export. */
export function stream(db: Db, scope: Scope, query: ListQuery) {
  return streamList(db, query, { base: visible(db, scope), columns, search });
}

export async function findById(db: Db, scope: Scope, id: string): Promise<Rec<typeof groups> | undefined> {
  if (!isId(id)) return undefined;
  const found = await visible(db, scope)
    .where('groups.id', '=', id)
    .leftJoin('users as editor', 'editor.id', 'groups.updated_by')
    .select([
      'groups.created_at as createdAt',
      'groups.updated_at as updatedAt',
      'groups.row_version as rowVersion',
      sql<string | null>`trim(editor.first_name || ' ' || editor.last_name)`.as('updatedBy'),
      sql<
        string[]
      >`array(select gp.permission from group_permissions gp where gp.group_id = groups.id order by 1)`.as(
        'permissionIds',
      ),
    ])
    .executeTakeFirst();
  if (!found) return undefined;
  const { permissionIds, ...rest } = found;
  return {
    ...rest,
    permissions: permissionIds.map((name) => ({ id: name, tag: name, name })),
    users: await listMembers(db, scope, id),
  };
}

function listMembers(db: Db, scope: Scope, groupId: string) {
  return db
    .selectFrom('group_users')
    .innerJoin('users', 'users.id', 'group_users.user_id')
    .where('group_users.group_id', '=', groupId)
    .where('users.deleted_at', 'is', null)
    .where(within(scope, 'users.company_id'))
    .select([
      'users.id',
      'users.company_id as companyId',
      sql<string>`trim(users.first_name || ' ' || users.last_name)`.as('fullName'),
    ])
    .orderBy(sql`users.last_name collate natural_order`)
    .orderBy('users.id')
    .execute();
}

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

export async function insert(
  tx: Tx,
  ctx: Context,
  companyId: string | null,
  values: GroupValues,
): Promise<string> {
  const id = newId(ctx.now().getTime());
  await tx
    .insertInto('groups')
    .values({
      id,
      company_id: companyId,
      name: values.name,
      access_to_everything: values.accessToEverything ?? false,
      available_for_everyone: values.availableForEveryOne ?? false,
      deleted_at: null,
      deleted_by: null,
      ...madeBy(ctx),
    })
    .execute();
  return id;
}

export async function update(tx: Tx, ctx: Context, id: string, values: GroupValues): Promise<void> {
  await tx
    .updateTable('groups')
    .set({
      name: values.name,
      ...(values.accessToEverything === undefined ? {} : { access_to_everything: values.accessToEverything }),
      ...(values.availableForEveryOne === undefined
        ? {}
        : { available_for_everyone: values.availableForEveryOne }),
      ...changedBy(ctx),
    })
    .where('id', '=', id)
    .where(within(ctx.scope, 'groups.company_id'))
    .execute();
}

export async function changeMembers(
  tx: Tx,
  groupId: string,
  change: { readonly added: readonly string[]; readonly gone: readonly string[] },
): Promise<void> {
  if (change.gone.length > 0)
    await tx
      .deleteFrom('group_users')
      .where('group_id', '=', groupId)
      .where('user_id', 'in', change.gone)
      .execute();
  if (change.added.length === 0) return;
  const rows = change.added.map((userId) => ({ group_id: groupId, user_id: userId }));
  await tx
    .insertInto('group_users')
    .values(rows)
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function changePermissions(
  tx: Tx,
  groupId: string,
  change: { readonly added: readonly string[]; readonly gone: readonly string[] },
): Promise<void> {
  if (change.gone.length > 0)
    await tx
      .deleteFrom('group_permissions')
      .where('group_id', '=', groupId)
      .where('permission', 'in', change.gone)
      .execute();
  if (change.added.length === 0) return;
  const rows = change.added.map((permission) => ({ group_id: groupId, permission }));
  await tx
    .insertInto('group_permissions')
    .values(rows)
    .onConflict((on) => on.doNothing())
    .execute();
}
