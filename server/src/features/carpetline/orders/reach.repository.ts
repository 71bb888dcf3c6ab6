import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Caller } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import '../carpetline.tables.ts';

/** The caller's own orders: made by them (§A2). */
function ownOrder(userId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`carpet_orders.created_by = ${userId}`;
}

/** Holds for orders within the scope; for portal users only those of their relation, whatever their permission (§F4). */
export function reachable(scope: Scope): RawBuilder<SqlBool> {
  const isBound = sql`exists (select 1 from user_customer_relations where user_id = ${scope.userId}
    and ${within(scope, 'user_customer_relations.company_id')})`;
  return sql<SqlBool>`(${within(scope, 'carpet_orders.company_id', ownOrder)} and (not ${isBound} or exists (
    select from user_customer_relations bound where bound.company_id = carpet_orders.company_id
      and bound.customer_relation_id = carpet_orders.customer_relation_id and bound.user_id = ${scope.userId})))`;
}

/** The relation of a portal user: null after it was purged; undefined for staff. */
export async function boundRelation(
  db: Db,
  { userId, companyId }: Pick<Caller, 'userId' | 'companyId'>,
): Promise<string | null | undefined> {
  const found = await db
    .selectFrom('user_customer_relations')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .select('customer_relation_id')
    .executeTakeFirst();
  return found?.customer_relation_id;
}
