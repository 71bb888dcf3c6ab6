import { sql } from 'kysely';
import { allUsers, users } from '#contract/core/users.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Rec, Row } from '#contract/resource.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import { asTakenField, changedBy, madeBy, removedBy } from '#server/platform/db/record.ts';
import '../core.tables.ts';

export const uniqueFields = { users_email_taken: 'email_address_address' };

/** What is stored of a user; undefined stays as it is. */
export interface UserValues {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isActive: boolean | undefined;
  readonly modules: readonly string[] | undefined;
}

const fullName = sql<string>`trim(users.first_name || ' ' || users.last_name)`;
const ownColumns = {
  id: 'users.id',
  firstName: { sql: 'users.first_name', natural: true, nullable: false },
  lastName: { sql: 'users.last_name', natural: true, nullable: false },
  'emailAddress/address': { sql: 'users.email', nullable: false },
  active: { sql: 'users.is_active', nullable: false },
} as const;
const columns = listColumns(users.fields, ownColumns);
const allColumns = listColumns(allUsers.fields, {
  ...ownColumns,
  companyId: 'users.company_id',
  companyName: { sql: 'companies.name', natural: true, nullable: false },
  fullName: { sql: fullName, natural: true, nullable: false },
});
const search = searchColumns(['users.first_name', 'users.last_name', 'users.email']);
const allSearch = searchColumns(['users.first_name', 'users.last_name', 'users.email', 'companies.name']);

/** Everybody within the scope who is not in the trash. */
function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('users')
    .where('users.deleted_at', 'is', null)
    .where(within(scope, 'users.company_id'))
    .select([
      'users.id',
      'users.company_id as companyId',
      'users.email',
      'users.first_name as firstName',
      'users.last_name as lastName',
      fullName.as('fullName'),
      'users.is_active as active',
    ]);
}

function asRow<T extends { readonly email: string }>({ email, ...rest }: T) {
  return { ...rest, emailAddress: { address: email } };
}

export async function list(db: Db, scope: Scope, companyId: string, query: ListQuery) {
  const page = await listPage(query, {
    base: visible(db, scope).where('users.company_id', '=', companyId),
    columns,
    search,
  });
  return { ...page, rows: page.rows.map(asRow<(typeof page.rows)[number]>) };
}

/** All of a list, in its order, for an export. */
export function stream(db: Db, scope: Scope, companyId: string, query: ListQuery) {
  return streamList(db, query, {
    base: visible(db, scope).where('users.company_id', '=', companyId),
    columns,
    search,
  });
}

/** All users within the scope, of any company. */
export async function listAll(
  db: Db,
  scope: Scope,
  query: ListQuery,
): Promise<{ rows: Row<typeof allUsers>[]; count?: number }> {
  const base = visible(db, scope)
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .select('companies.name as companyName');
  const page = await listPage(query, { base, columns: allColumns, search: allSearch });
  return { ...page, rows: page.rows.map(asRow<(typeof page.rows)[number]>) };
}

/** A user without the state of their invitation, which identity knows. */
export type StoredUser = Omit<Rec<typeof users>, 'invitation'> & { readonly sessionEpoch: number };

export async function findById(
  db: Db,
  scope: Scope,
  companyId: string,
  id: string,
): Promise<StoredUser | undefined> {
  if (!isId(id) || !isId(companyId)) return undefined;
  const found = await visible(db, scope)
    .where('users.company_id', '=', companyId)
    .where('users.id', '=', id)
    .leftJoin('users as editor', 'editor.id', 'users.updated_by')
    .select([
      'users.modules',
      'users.created_at as createdAt',
      'users.updated_at as updatedAt',
      'users.row_version as rowVersion',
      'users.session_epoch as sessionEpoch',
      sql<string | null>`trim(editor.first_name || ' ' || editor.last_name)`.as('updatedBy'),
      sql<
        string[]
      >`array(select up.permission from user_permissions up where up.user_id = users.id order by 1)`.as(
        'permissions',
      ),
      sql<string[]>`array(select g.id::text from groups g join group_users gu on gu.group_id = g.id
        where gu.user_id = users.id and g.deleted_at is null order by g.name collate natural_order, g.id)`.as(
        'groups',
      ),
    ])
    .executeTakeFirst();
  return found && asRow(found);
}

export async function insert(tx: Tx, ctx: Context, companyId: string, values: UserValues): Promise<string> {
  const id = newId(ctx.now().getTime());
  await tx
    .insertInto('users')
    .values({
      id,
      company_id: companyId,
      email: values.email,
      first_name: values.firstName,
      last_name: values.lastName,
      is_active: values.isActive ?? true,
      modules: [...(values.modules ?? [])],
      deleted_at: null,
      deleted_by: null,
      ...madeBy(ctx),
    })
    .execute()
    .catch(asTakenField(uniqueFields));
  return id;
}

/** @param endsSessions every session and token of the user stops working */
export async function update(
  tx: Tx,
  ctx: Context,
  id: string,
  values: UserValues,
  endsSessions: boolean,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      email: values.email,
      first_name: values.firstName,
      last_name: values.lastName,
      ...(values.isActive === undefined ? {} : { is_active: values.isActive }),
      ...(values.modules === undefined ? {} : { modules: [...values.modules] }),
      ...(endsSessions ? { session_epoch: sql`session_epoch + 1` } : {}),
      ...changedBy(ctx),
    })
    .where('id', '=', id)
    .where(within(ctx.scope, 'users.company_id'))
    .execute()
    .catch(asTakenField(uniqueFields));
}

/** Moves a user to the trash; groups and permissions are kept for a restore. */
export async function remove(tx: Tx, ctx: Context, id: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...removedBy(ctx), ...changedBy(ctx), session_epoch: sql`session_epoch + 1` })
    .where('id', '=', id)
    .where(within(ctx.scope, 'users.company_id'))
    .execute();
}

export async function changeGroups(
  tx: Tx,
  userId: string,
  change: { readonly added: readonly string[]; readonly gone: readonly string[] },
): Promise<void> {
  if (change.gone.length > 0)
    await tx
      .deleteFrom('group_users')
      .where('user_id', '=', userId)
      .where('group_id', 'in', change.gone)
      .execute();
  if (change.added.length === 0) return;
  const rows = change.added.map((groupId) => ({ group_id: groupId, user_id: userId }));
  await tx
    .insertInto('group_users')
    .values(rows)
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function changePermissions(
  tx: Tx,
  userId: string,
  change: { readonly added: readonly string[]; readonly gone: readonly string[] },
): Promise<void> {
  if (change.gone.length > 0)
    await tx
      .deleteFrom('user_permissions')
      .where('user_id', '=', userId)
      .where('permission', 'in', change.gone)
      .execute();
  if (change.added.length === 0) return;
  const rows = change.added.map((permission) => ({ user_id: userId, permission }));
  await tx
    .insertInto('user_permissions')
    .values(rows)
    .onConflict((on) => on.doNothing())
    .execute();
}
