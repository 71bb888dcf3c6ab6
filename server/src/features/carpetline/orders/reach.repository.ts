import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import '../carpetline.tables.ts';

/** One's own: made by the caller (§A2). */
function ownOrder(userId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`carpet_orders.created_by = ${userId}`;
}

/** The orders that a caller reaches; for a portal user only those of his customer relation, whatever his right says (§F4). */
export function reachable(scope: Scope): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${within(scope, 'carpet_orders.company_id', ownOrder)} and not exists (
    select from user_customer_relations bound where bound.user_id = ${scope.userId}
      and (bound.company_id = carpet_orders.company_id and bound.customer_relation_id = carpet_orders.customer_relation_id) is not true))`;
}

/** The relation that somebody is a portal user of, null when it is gone for good, and undefined for staff. */
export async function boundRelation(db: Db, userId: string): Promise<string | null | undefined> {
  const found = await db
    .selectFrom('user_customer_relations')
    .where('user_id', '=', userId)
    .select('customer_relation_id')
    .executeTakeFirst();
  return found?.customer_relation_id;
}
