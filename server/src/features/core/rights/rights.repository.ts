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
  requests_per_minute: number | null;
  is_active: boolean;
  email: string;
  first_name: string;
  last_name: string;
  session_epoch: number;
  second_factor_from: string | null;
  language: 'nl' | 'en' | null;
  modules: string[];
  company_modules: string[];
  permissions: string[];
  has_access_to_everything: boolean;
  /** Those that they are narrowed to; none: all (decision 0117). */
  administrations: string[];
  /** What an inspector sees, by the day of invoices; null for everybody else (decision 0149). */
  inspector: { from: string; to: string } | null;
}

/** The epoch of a user's sessions: the later one, since processes of the version before raise the one of `users`. */
export const epochOf = (user: string) => sql<number>`greatest(${sql.ref(`${user}.session_epoch`)},
  (select s.session_epoch from sign_in_state s where s.user_id = ${sql.ref(`${user}.id`)}))`;

/** The language of a user, chosen in this version or the one before; null until a portal sent it. */
export const languageOf = (user: string) => sql<'nl' | 'en' | null>`coalesce(
  (select s.language from sign_in_state s where s.user_id = ${sql.ref(`${user}.id`)}), ${sql.ref(`${user}.language`)})`;

// Raised by one from whichever is later: processes of the version before raise the one of `users`.
const raised = sql`on conflict (user_id) do update
  set session_epoch = greatest(sign_in_state.session_epoch + 1, excluded.session_epoch)`;

/** Ends every session and token of a user; gives their company and the new epoch. */
export async function endSessions(
  tx: Db,
  userId: string,
): Promise<{ companyId: string; sessionEpoch: number }> {
  const user = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['company_id as companyId', 'session_epoch as sessionEpoch'])
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ sessionEpoch: number }>`
    insert into sign_in_state (user_id, session_epoch) values (${userId}, ${user.sessionEpoch + 1}) ${raised}
    returning session_epoch as "sessionEpoch"`.execute(tx);
  return { ...user, ...rows[0] };
}

/** Ends the sessions of everybody of a company. */
export async function endSessionsOfCompany(tx: Db, companyId: string): Promise<void> {
  await sql`insert into sign_in_state (user_id, session_epoch)
    select id, session_epoch + 1 from users where company_id = ${companyId} and deleted_at is null ${raised}`.execute(
    tx,
  );
}

/** Stores the language of a user, for their mails. */
export async function saveLanguage(db: Db, userId: string, language: 'nl' | 'en'): Promise<void> {
  await db
    .insertInto('sign_in_state')
    .values({ user_id: userId, language })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ language }))
    .execute();
}

/** From which day a company asks its people for a second factor; null: never. */
export async function findSecondFactorFrom(db: Db, companyId: string): Promise<string | null> {
  const found = await db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .select('second_factor_from as from')
    .executeTakeFirst();
  return found?.from ?? null;
}

type Key = { id: string; isEvenInTrash?: boolean } | { email: string };

/** The person with this id or e-mail address (case-insensitive, §A12), or undefined; who is in the trash only by id. */
export async function findPerson(db: Db, key: Key): Promise<Person | undefined> {
  const which = 'id' in key ? sql`u.id = ${key.id}` : sql`lower(u.email) = ${key.email.trim().toLowerCase()}`;
  const isHere = 'id' in key && key.isEvenInTrash ? sql`` : sql`and u.deleted_at is null`;
  const { rows } = await sql<Person>`
    with person as (
      select u.*, c.name as company_name, c.is_provider, c.is_active as is_company_active, c.requests_per_minute,
        c.second_factor_from,
        greatest(u.session_epoch, s.session_epoch) as epoch, coalesce(s.language, u.language) as spoken
      from users u join companies c on c.id = u.company_id left join sign_in_state s on s.user_id = u.id
      where ${which} ${isHere} and c.deleted_at is null
    ), mine as (
      select g.id, g.access_to_everything
      from groups g, person p
      where g.deleted_at is null
        and (g.company_id is null or g.company_id = p.company_id)
        -- Everyone is staff: people of a customer have what they were given by name (decision 0033).
        and ((g.available_for_everyone and not p.is_guest)
             or exists (select from group_users gu where gu.group_id = g.id and gu.user_id = p.id))
    )
    select p.id, p.company_id, p.company_name, p.is_provider, p.is_company_active, p.requests_per_minute, p.email,
      p.is_active and (i.ends_on is null or i.ends_on >= (now() at time zone 'Europe/Amsterdam')::date) as is_active,
      p.first_name, p.last_name, p.epoch as session_epoch, p.second_factor_from, p.spoken as language, p.modules,
      array(select m.code from company_modules cm join modules m on m.id = cm.module_id
            where cm.company_id = p.company_id and cm.deleted_at is null and m.deleted_at is null) as company_modules,
      array(select up.permission from user_permissions up where up.user_id = p.id
            union select gp.permission from group_permissions gp join mine on mine.id = gp.group_id) as permissions,
      exists (select from mine where access_to_everything) as has_access_to_everything,
      array(select n.administration_id from user_administrations n
        where n.company_id = p.company_id and n.user_id = p.id) as administrations,
      case when i.user_id is not null then json_build_object('from', i.from_day, 'to', i.to_day) end as inspector
    from person p left join inspectors i on i.company_id = p.company_id and i.user_id = p.id`.execute(db);
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
