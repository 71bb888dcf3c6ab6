import { sql } from 'kysely';
import type { Inspector } from '#contract/core/inspectors.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { inOneCompany } from '#server/platform/db/one-company.ts';
import '../core.tables.ts';

/** What an inspector sees, and until when. */
export interface Reach {
  readonly from: string;
  readonly to: string;
  readonly endsOn: string;
}

// Of one company, which is said: a spread database does not plan this over all of them.
const rows = (db: Db, scope: Scope, companyId: string) =>
  inOneCompany(db, companyId)
    .selectFrom('inspectors')
    .innerJoin('users', 'users.id', 'inspectors.user_id')
    .where('inspectors.company_id', '=', companyId)
    .where('users.deleted_at', 'is', null)
    .where(within(scope, 'inspectors.company_id'))
    .select([
      'users.id',
      'inspectors.company_id as companyId',
      sql<{ address: string }>`json_build_object('address', users.email)`.as('emailAddress'),
      'users.first_name as firstName',
      'users.last_name as lastName',
      sql<
        Inspector['administrations']
      >`(select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name) order by a.name), '[]'::json)
        from user_administrations n join administrations a on a.company_id = n.company_id and a.id = n.administration_id
        where n.company_id = inspectors.company_id and n.user_id = inspectors.user_id)`.as('administrations'),
      'inspectors.from_day as from',
      'inspectors.to_day as to',
      'inspectors.ends_on as endsOn',
      sql<boolean>`(users.is_active and inspectors.ended_at is null)`.as('active'),
      'inspectors.created_at as createdAt',
    ]);

/** The inspectors of a company, those who go on longest first. */
export async function list(db: Db, scope: Scope, companyId: string): Promise<Inspector[]> {
  if (!isId(companyId)) return [];
  return rows(db, scope, companyId)
    .orderBy('inspectors.ends_on', 'desc')
    .orderBy('users.id')
    .limit(200)
    .execute();
}

export async function findById(db: Db, scope: Scope, id: string): Promise<Inspector | undefined> {
  if (!isId(id)) return undefined;
  const user = await db.selectFrom('users').where('id', '=', id).select('company_id').executeTakeFirst();
  return user && rows(db, scope, user.company_id).where('users.id', '=', id).executeTakeFirst();
}

/** Makes a user an inspector: without groups for everyone, and with nothing but the archive. */
export async function insert(
  tx: Tx,
  key: { readonly companyId: string; readonly userId: string },
  reach: Reach,
  by: string,
): Promise<void> {
  await tx.updateTable('users').set({ is_guest: true }).where('id', '=', key.userId).execute();
  await tx
    .insertInto('inspectors')
    .values({
      company_id: key.companyId,
      user_id: key.userId,
      from_day: reach.from,
      to_day: reach.to,
      ends_on: reach.endsOn,
      created_by: by,
    })
    .execute();
}

/** Changes what they see and until when; an end that was passed is open again. */
export async function change(
  tx: Tx,
  key: { readonly companyId: string; readonly userId: string },
  reach: Reach,
): Promise<void> {
  await tx
    .updateTable('inspectors')
    .set({ from_day: reach.from, to_day: reach.to, ends_on: reach.endsOn, ended_at: null })
    .where('company_id', '=', key.companyId)
    .where('user_id', '=', key.userId)
    .execute();
}

/** Notes that their sessions were ended. */
export async function end(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx
    .updateTable('inspectors')
    .set({ ended_at: at.toISOString() })
    .where('user_id', '=', userId)
    .execute();
}

/** Those whose last day was before this one, and whose sessions nobody ended yet. */
export async function listEnded(db: Db, today: string) {
  return db
    .selectFrom('inspectors')
    .where('ended_at', 'is', null)
    .where('ends_on', '<', today)
    .select(['company_id as companyId', 'user_id as userId'])
    .execute();
}
