import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { isFmCustomer } from '../fm-customers.ts';

/** Somebody counts while he may sign in and his company is an active FM customer (§H3). */
export const countedUser = (user: string, company: string): RawBuilder<boolean> => sql`(${sql.ref(`${user}.is_active`)}
  and ${sql.ref(`${user}.deleted_at`)} is null and ${isFmCustomer(company)})`;

/** `select count(*)` of all there are (§H3). */
export const totalCounts = {
  companies: sql`select count(*) from companies c where ${isFmCustomer('c')}`,
  users: sql`select count(*) from users u join companies c on c.id = u.company_id where ${countedUser('u', 'c')}`,
} as const;

/** `select count(*)` of whom a release names (§H3), by the alias of `releases`; for everyone it is all. */
export const assignedCounts = {
  companies: (release: string) => sql`select case when ${sql.ref(`${release}.is_for_everyone`)} then (${totalCounts.companies}) else (
    select count(*) from companies c where ${isFmCustomer('c')} and c.id in (
      select rc.company_id from release_companies rc where rc.release_id = ${sql.ref(`${release}.id`)}
      union select ru.company_id from release_users ru join users u on u.id = ru.user_id
        where ru.release_id = ${sql.ref(`${release}.id`)} and u.is_active and u.deleted_at is null)) end`,
  users: (release: string) => sql`select case when ${sql.ref(`${release}.is_for_everyone`)} then (${totalCounts.users}) else (
    select count(*) from users u join companies c on c.id = u.company_id where ${countedUser('u', 'c')} and u.id in (
      select m.id from release_companies rc join users m on m.company_id = rc.company_id where rc.release_id = ${sql.ref(`${release}.id`)}
      union select ru.user_id from release_users ru where ru.release_id = ${sql.ref(`${release}.id`)})) end`,
} as const;

/** The ids of all active FM customers. */
export async function listCustomerIds(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select c.id from companies c where ${isFmCustomer('c')}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
