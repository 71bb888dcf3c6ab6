import { sql } from 'kysely';
import { z } from 'zod';
import { allUsers, users } from '#contract/core/users.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { removedBy, updateRow } from '#server/platform/db/record.ts';
import { recordReaders, rowsOf } from '#server/platform/db/record-readers.ts';
import { endSessions, epochOf } from '../rights/rights.repository.ts';
import '../core.tables.ts';

export const uniqueFields = { users_email_taken: 'email_address' };

const columns = {
  firstName: { natural: true, nullable: false },
  lastName: { natural: true, nullable: false },
  fullName: { sql: sql`trim(users.first_name || ' ' || users.last_name)`, natural: true, nullable: false },
  'emailAddress/address': { sql: 'users.email', nullable: false },
  active: { sql: 'users.is_active', nullable: false },
} as const;
const searched = ['users.first_name', 'users.last_name', 'users.email'];

// The state of their invitation is known by identity.
const stored = {
  ...users,
  record: users.record.omit({ invitation: true }).extend({ sessionEpoch: z.int() }),
};

const ofOneCompany = {
  table: 'users' as const,
  columns: {
    ...columns,
    sessionEpoch: epochOf('users'),
    permissions: sql`array(select up.permission from user_permissions up where up.user_id = users.id order by 1)`,
    administrations: sql`array(select n.administration_id::text from user_administrations n
      where n.company_id = users.company_id and n.user_id = users.id order by 1)`,
    groups: sql`array(select g.id::text from groups g join group_users gu on gu.group_id = g.id
      where gu.user_id = users.id and g.deleted_at is null order by g.name collate natural_order, g.id)`,
  },
  search: searched,
};

/** Users of one company. */
export const { list, stream, findById } = recordReaders(stored, { ...ofOneCompany, rows: rowsOf('users') });

/** One of them, also in the trash. */
export const { findById: findEvenInTrash } = recordReaders(stored, {
  ...ofOneCompany,
  rows: (db, scope) => db.selectFrom('users').where(within(scope, 'users.company_id')),
});

/** All users within the scope, of any company. */
export const { list: listAll } = recordReaders(allUsers, {
  table: 'users',
  rows: (db, scope) => rowsOf('users')(db, scope).innerJoin('companies', 'companies.id', 'users.company_id'),
  columns: { ...columns, companyName: { sql: 'companies.name', natural: true, nullable: false } },
  search: [...searched, 'companies.name'],
});

/** Moves a user to the trash and ends their sessions; groups and permissions are kept for a restore. */
export async function remove(tx: Tx, ctx: Context, id: string): Promise<void> {
  await updateRow(tx, ctx, 'users', { id }, removedBy(ctx));
  await endSessions(tx, id);
}

/** The names of the groups that somebody is in. */
export async function listGroupNames(db: Db, id: string): Promise<{ name: string }[]> {
  return db
    .selectFrom('group_users as gu')
    .innerJoin('groups as g', 'g.id', 'gu.group_id')
    .where('gu.user_id', '=', id)
    .orderBy('g.name')
    .select('g.name')
    .execute();
}

/** Notes that the data of somebody is erased, once; false where it was. */
export async function markErased(tx: Tx, id: string, at: Date): Promise<boolean> {
  const marked = await tx
    .updateTable('users')
    .set({ erased_at: at.toISOString() })
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .returning('id')
    .execute();
  return marked.length > 0;
}

/** Whether the data of somebody was erased. */
export async function isErased(tx: Tx, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('users')
    .where('id', '=', id)
    .where('erased_at', 'is not', null)
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether the user is there or in the trash, in any company. */
export async function hasRow(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('users').where('id', '=', id).select('id').executeTakeFirst()) !== undefined;
}

/** Whether the history of a company tells of a user, or that this was done with them. */
export async function hasHistory(
  db: Db,
  { id, companyId }: { readonly id: string; readonly companyId: string },
  verb?: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('history')
    .where('company_id', '=', companyId)
    .where('entity', '=', users.permission)
    .where('entity_id', '=', id)
    .$if(verb !== undefined, (query) => query.where('verb', '=', verb ?? ''))
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Leaves of somebody the id and another name; they are in no group and have no rights any more. */
export async function replacePerson(
  tx: Tx,
  { id, companyId }: { readonly id: string; readonly companyId: string },
  name: string,
): Promise<void> {
  const email = `${id}@gewist.invalid`;
  await tx
    .updateTable('users')
    .set({ first_name: name, last_name: '', email, is_active: false, language: null })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('group_users').where('user_id', '=', id).execute();
  await tx.deleteFrom('user_permissions').where('user_id', '=', id).execute();
  await tx
    .deleteFrom('saved_views')
    .where('company_id', '=', companyId)
    .where('user_id', '=', id)
    .where('is_shared', '=', false)
    .execute();
  await tx.deleteFrom('scim_ids').where('kind', '=', 'user').where('record_id', '=', id).execute();
}
