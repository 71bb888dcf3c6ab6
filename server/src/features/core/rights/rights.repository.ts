import { sql } from 'kysely';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import { isId } from '#server/platform/db/ids.ts';
import type { Db } from '#server/platform/db/database.ts';
import '../core.tables.ts';

/** A person with everything that decides about the rights, in one round trip. */
export interface Person {
  id: string;
  company_id: string;
  company_name: string;
  is_provider: boolean;
  is_company_active: boolean;
  is_active: boolean;
  email: string;
  first_name: string;
  last_name: string;
  session_epoch: number;
  language: 'nl' | 'en' | null;
  modules: string[];
  company_modules: string[];
  permissions: string[];
  has_access_to_everything: boolean;
}

/** Ends every session and token of a user; gives their company and the new epoch. */
export async function endSessions(
  tx: Db,
  userId: string,
): Promise<{ companyId: string; sessionEpoch: number }> {
  return tx
    .updateTable('users')
    .set({ session_epoch: sql`session_epoch + 1` })
    .where('id', '=', userId)
    .returning(['company_id as companyId', 'session_epoch as sessionEpoch'])
    .executeTakeFirstOrThrow();
}

type Key = { id: string } | { email: string };

/** The person with this id or e-mail address (case-insensitive, §A12), or undefined. */
export async function findPerson(db: Db, key: Key): Promise<Person | undefined> {
  const which = 'id' in key ? sql`u.id = ${key.id}` : sql`lower(u.email) = ${key.email.trim().toLowerCase()}`;
  const { rows } = await sql<Person>`
    with person as (
      select u.*, c.name as company_name, c.is_provider, c.is_active as is_company_active
      from users u join companies c on c.id = u.company_id
      where ${which} and u.deleted_at is null and c.deleted_at is null
    ), mine as (
      select g.id, g.access_to_everything
      from groups g, person p
      where g.deleted_at is null
        and (g.company_id is null or g.company_id = p.company_id)
        -- Everyone is staff: people of a customer have what they were given by name (decision 0033).
        and ((g.available_for_everyone and not p.is_guest)
             or exists (select from group_users gu where gu.group_id = g.id and gu.user_id = p.id))
    )
    select p.id, p.company_id, p.company_name, p.is_provider, p.is_company_active, p.is_active, p.email,
      p.first_name, p.last_name, p.session_epoch, p.language, p.modules,
      array(select m.code from company_modules cm join modules m on m.id = cm.module_id
            where cm.company_id = p.company_id and cm.deleted_at is null and m.deleted_at is null) as company_modules,
      array(select up.permission from user_permissions up where up.user_id = p.id
            union select gp.permission from group_permissions gp join mine on mine.id = gp.group_id) as permissions,
      exists (select from mine where access_to_everything) as has_access_to_everything
    from person p`.execute(db);
  return rows[0];
}

/** What decides which permissions count for the people of a company within the scope; undefined without one. */
export async function findStanding(
  db: Db,
  scope: Scope,
  companyId: string,
): Promise<{ isProvider: boolean; companyModules: string[] } | undefined> {
  if (!isId(companyId)) return undefined;
  return db
    .selectFrom('companies')
    .where('companies.id', '=', companyId)
    .where('companies.deleted_at', 'is', null)
    .where(within(scope, 'companies.id'))
    .select([
      'companies.is_provider as isProvider',
      sql<string[]>`array(select m.code from company_modules cm join modules m on m.id = cm.module_id
        where cm.company_id = companies.id and cm.deleted_at is null and m.deleted_at is null)`.as(
        'companyModules',
      ),
    ])
    .executeTakeFirst();
}
