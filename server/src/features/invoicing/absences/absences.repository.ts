import { sql, type SqlBool } from 'kysely';
import { absences } from '#contract/invoicing/approval-flows.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import '../invoicing.tables.ts';

const nameOf = (id: string) =>
  sql<string>`coalesce((select u.first_name || ' ' || u.last_name from users u where u.id = ${sql.ref(id)}), '?')`;

// With `.user` a person reaches their own absences.
const rows = (db: Db, scope: Scope) =>
  db
    .selectFrom('approver_absences')
    .where('approver_absences.deleted_at', 'is', null)
    .where(
      within(
        scope,
        'approver_absences.company_id',
        (userId) => sql<SqlBool>`approver_absences.user_id = ${userId}::uuid`,
      ),
    );

export const { list, findById } = recordReaders(absences, {
  table: 'approver_absences',
  rows,
  columns: {
    fullName: { sql: nameOf('approver_absences.user_id'), natural: true },
    substituteName: { sql: nameOf('approver_absences.substitute_id'), natural: true },
  },
});

/** Whether an absence `b` holds today, in Amsterdam (§C13). */
export const isAwayToday = sql<SqlBool>`b.deleted_at is null
  and (now() at time zone 'Europe/Amsterdam')::date between b.from_day and b.until_day`;

/** Who stands in today for each of these people (§C13). */
export async function substitutesOf(db: Db, companyId: string, userIds: readonly string[]) {
  if (userIds.length === 0) return new Map<string, { id: string; fullName: string; untilDay: string }>();
  const { rows: found } = await sql<{ userId: string; id: string; fullName: string; untilDay: string }>`
    select b.user_id as "userId", u.id, u.first_name || ' ' || u.last_name as "fullName", b.until_day as "untilDay"
    from approver_absences b join users u on u.id = b.substitute_id
    where b.company_id = ${companyId} and b.user_id = any(${userIds}::uuid[]) and ${isAwayToday}`.execute(db);
  return new Map(found.map(({ userId, ...substitute }) => [userId, substitute]));
}

/** Other absences of these people that share a day with the given ones. */
export async function findOverlapping(
  db: Db,
  {
    companyId,
    id,
    userId,
    substituteId,
    fromDay,
    untilDay,
  }: {
    readonly companyId: string;
    readonly id: string | null;
    readonly userId: string;
    readonly substituteId: string;
    readonly fromDay: string;
    readonly untilDay: string;
  },
) {
  return db
    .selectFrom('approver_absences')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .where('from_day', '<=', untilDay)
    .where('until_day', '>=', fromDay)
    .where((where) =>
      where.or([where('user_id', 'in', [userId, substituteId]), where('substitute_id', '=', userId)]),
    )
    .$if(id !== null, (query) => query.where('id', '<>', id ?? ''))
    .select(['user_id as userId', 'substitute_id as substituteId'])
    .execute();
}
