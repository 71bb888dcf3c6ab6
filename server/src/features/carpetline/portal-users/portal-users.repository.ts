import { sql } from 'kysely';
import { portalUsers } from '#contract/carpetline/portal-users.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Row } from '#contract/resource.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { insertRow } from '#server/platform/db/record.ts';
import type { TrashedRecord } from '#server/platform/resource/trash.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import { portalPermissions } from './portal-users.rules.ts';
import '../carpetline.tables.ts';

type PortalUser = Row<typeof portalUsers>;

const fullName = sql<string>`trim(u.first_name || ' ' || u.last_name)`;
const columns = listColumns(portalUsers.fields, {
  id: 'bound.user_id',
  companyId: 'bound.company_id',
  'user/fullName': { sql: fullName, natural: true, nullable: false },
  'user/emailAddress/address': { sql: 'u.email', nullable: false },
  'customerRelation/id': { sql: 'bound.customer_relation_id', nullable: true },
  'customerRelation/tag': { sql: 'r.tag', natural: true, nullable: true },
  'customerRelation/name': { sql: 'r.name', natural: true, nullable: true },
  createdAt: { sql: 'bound.created_at', nullable: false },
});
const search = searchColumns([fullName, 'u.email', 'r.tag', 'r.name']);

function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('user_customer_relations as bound')
    .innerJoin('users as u', 'u.id', 'bound.user_id')
    .leftJoin('customer_relations as r', (join) =>
      join.onRef('r.company_id', '=', 'bound.company_id').onRef('r.id', '=', 'bound.customer_relation_id'),
    )
    .where('u.deleted_at', 'is', null)
    .where(within(scope, 'bound.company_id'))
    .select([
      'u.id',
      'bound.company_id as companyId',
      fullName.as('fullName'),
      'u.email',
      'r.id as relationId',
      'r.tag',
      'r.name',
      sql<string>`concat_ws(', ', nullif(coalesce(nullif(r.street, ''), r.post_box), ''), nullif(trim(r.zip_code || ' ' || r.city), ''))`.as(
        'fullAddress',
      ),
      'bound.is_pending as isPending',
      'bound.created_at as createdAt',
    ]);
}

type Flat = Awaited<ReturnType<ReturnType<typeof visible>['executeTakeFirstOrThrow']>>;

function asRow({
  fullName: name,
  email,
  relationId,
  tag,
  name: relation,
  fullAddress,
  ...flat
}: Flat): PortalUser {
  return {
    ...flat,
    user: { id: flat.id, fullName: name, emailAddress: { address: email } },
    customerRelation:
      relationId === null
        ? null
        : { id: relationId, tag: tag ?? '', name: relation ?? '', address: { fullAddress } },
  };
}

export async function list(db: Db, scope: Scope, query: ListQuery) {
  const page = await listPage(query, { base: visible(db, scope), columns, search, id: 'bound.user_id' });
  return { ...page, rows: page.rows.map(asRow) };
}

export async function findById(db: Db, scope: Scope, id: string): Promise<PortalUser | undefined> {
  if (!isId(id)) return undefined;
  const found = await visible(db, scope).where('u.id', '=', id).executeTakeFirst();
  return found && asRow(found);
}

/** The user with an e-mail address, and whether they wait for the second call in this company (§F9). */
export async function findByEmail(db: Db, companyId: string, email: string) {
  return db
    .selectFrom('users as u')
    .leftJoin('user_customer_relations as bound', (join) =>
      join.onRef('bound.user_id', '=', 'u.id').on('bound.company_id', '=', companyId),
    )
    .where(sql`lower(u.email)`, '=', email)
    .where('u.deleted_at', 'is', null)
    .select(['u.id', sql<boolean>`coalesce(bound.is_pending, false)`.as('isPendingHere')])
    .executeTakeFirst();
}

/** Whether a user waits for the second call in this company; locked until the transaction ends. */
export async function lockPending(tx: Tx, companyId: string, userId: string): Promise<boolean> {
  if (!isId(userId)) return false;
  const found = await tx
    .selectFrom('user_customer_relations as bound')
    .innerJoin('users as u', 'u.id', 'bound.user_id')
    .where('bound.user_id', '=', userId)
    .where('bound.company_id', '=', companyId)
    .where('bound.is_pending', '=', true)
    .where('u.deleted_at', 'is', null)
    .select('bound.user_id')
    .forUpdate('bound')
    .executeTakeFirst();
  return found !== undefined;
}

/** Name and e-mail address of a person. */
export interface Person {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Locks an e-mail address until the transaction ends: two first calls at once create one user. */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await lockByKey(tx, advisoryLocks.portalUser(email));
}

/** A user who cannot sign in until the second call. */
export async function insertPending(
  tx: Tx,
  ctx: Context,
  companyId: string,
  { email, firstName, lastName }: Person,
): Promise<string> {
  const row = { companyId, email, firstName, lastName, isActive: false, modules: ['carpetline'] };
  // Management may create the same user at the same moment.
  const id = await insertRow(tx, ctx, 'users', row, { users_email_taken: 'email_address' });
  await insertBinding(tx, ctx, id);
  return id;
}

/** Makes a user of the caller's company a portal user without a relation yet. */
export async function insertBinding(tx: Tx, ctx: Context, userId: string): Promise<void> {
  const bound = {
    user_id: userId,
    company_id: ctx.caller.companyId,
    customer_relation_id: null,
    is_pending: true,
  };
  await tx.updateTable('users').set({ is_guest: true }).where('id', '=', userId).execute();
  await tx
    .insertInto('user_customer_relations')
    .values({ ...bound, created_at: ctx.now().toISOString(), created_by: ctx.caller.userId })
    .execute();
}

/** Repeats the first call: takes the new names, and restarts the time for the second call. */
export async function renewPending(
  tx: Tx,
  ctx: Context,
  userId: string,
  { firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ first_name: firstName, last_name: lastName })
    .where('id', '=', userId)
    .execute();
  await tx
    .updateTable('user_customer_relations')
    .set({ created_at: ctx.now().toISOString() })
    .where('company_id', '=', ctx.caller.companyId)
    .where('user_id', '=', userId)
    .execute();
}

/** Binds a pending user to their relation, adds them to the group and activates them. */
export async function admit(
  tx: Tx,
  { caller }: Context,
  userId: string,
  { relationId, groupId }: { readonly relationId: string; readonly groupId: string },
): Promise<void> {
  await tx
    .updateTable('user_customer_relations')
    .set({ customer_relation_id: relationId, is_pending: false })
    .where('company_id', '=', caller.companyId)
    .where('user_id', '=', userId)
    .execute();
  await tx
    .updateTable('users')
    .set({ is_active: true, modules: ['carpetline'] })
    .where('id', '=', userId)
    .execute();
  await tx
    .insertInto('group_users')
    .values({ group_id: groupId, user_id: userId })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** The one group of a company's portal users with exactly their permissions, made where it is not there. */
export async function portalGroup(tx: Tx, ctx: Context, companyId: string, name: string): Promise<string> {
  // Two first portal users at once create one group.
  await lockByKey(tx, advisoryLocks.portalGroup(companyId));
  const found = await tx
    .selectFrom('carpet_portal_groups as p')
    .innerJoin('groups as g', 'g.id', 'p.group_id')
    .where('p.company_id', '=', companyId)
    .where('g.deleted_at', 'is', null)
    .select('g.id')
    .executeTakeFirst();
  const group = { companyId, name, accessToEverything: false, availableForEveryone: false };
  const id = found?.id ?? (await insertRow(tx, ctx, 'groups', group));
  if (!found)
    await tx
      .insertInto('carpet_portal_groups')
      .values({ company_id: companyId, group_id: id })
      .onConflict((on) => on.column('company_id').doUpdateSet({ group_id: id }))
      .execute();
  await tx
    .deleteFrom('group_permissions')
    .where('group_id', '=', id)
    .where('permission', 'not in', portalPermissions)
    .execute();
  await tx
    .insertInto('group_permissions')
    .values(portalPermissions.map((permission) => ({ group_id: id, permission })))
    .onConflict((on) => on.doNothing())
    .execute();
  return id;
}

/** Deletes users whose second call never came (§F9); gives how many. */
export async function removePending(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('users')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('user_customer_relations')
        .where('is_pending', '=', true)
        .where('created_at', '<', before.toISOString())
        .select('user_id'),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The portal users of a relation that are active, in the trash too: a restore must not let them in again. */
export async function usersOfRelation(
  db: Db,
  relation: { readonly companyId: string; readonly id: string },
): Promise<string[]> {
  const found = await db
    .selectFrom('user_customer_relations as bound')
    .innerJoin('users as u', 'u.id', 'bound.user_id')
    .where('bound.company_id', '=', relation.companyId)
    .where('bound.customer_relation_id', '=', relation.id)
    .where('u.is_active', '=', true)
    .select('u.id')
    .execute();
  return found.map(({ id }) => id);
}

/** Whether somebody is a portal user whose relation is deleted. */
export async function lacksRelation(
  db: Db,
  user: { readonly id: string; readonly companyId: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('user_customer_relations as bound')
    .leftJoin('customer_relations as r', (join) =>
      join
        .onRef('r.company_id', '=', 'bound.company_id')
        .onRef('r.id', '=', 'bound.customer_relation_id')
        .on('r.deleted_at', 'is', null),
    )
    .where('bound.company_id', '=', user.companyId)
    .where('bound.user_id', '=', user.id)
    .where('r.id', 'is', null)
    .select('bound.user_id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Deactivates users. */
export async function deactivate(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0)
    await tx.updateTable('users').set({ is_active: false }).where('id', 'in', userIds).execute();
}

/** Unbinds the portal users of a relation that is deleted for good: they reach nothing then (§F10). */
export async function unbindRelation(tx: Tx, { id, companyId }: TrashedRecord): Promise<void> {
  await tx
    .updateTable('user_customer_relations')
    .set({ customer_relation_id: null })
    .where('company_id', '=', companyId)
    .where('customer_relation_id', '=', id)
    .execute();
}
