import { sql } from 'kysely';
import { z } from 'zod';
import { allUsers, users } from '#contract/core/users.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
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

/** Users of one company. */
export const { list, stream, findById } = recordReaders(stored, {
  table: 'users',
  rows: rowsOf('users'),
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
