import { type Scope, within } from '#server/platform/auth/scope.ts';
import { sql } from 'kysely';
import { CarpetOrderStatus } from '#contract/carpetline/orders.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import '../carpetline.tables.ts';
import type { Drawing } from './lines.repository.ts';

/** Locks the quota of the caller until the transaction ends, so that two simultaneous uploads cannot exceed it. */
export async function lockQuota(
  tx: Tx,
  { caller }: Pick<Context, 'caller'>,
  relationId: string | null | undefined,
): Promise<void> {
  await lockByKey(tx, advisoryLocks.carpetDrawings(caller.companyId, relationId ?? caller.userId));
}

/** Stores a drawing for an order to come; gives its id. */
export async function insert(tx: Tx, { caller, now }: Context, drawing: Drawing): Promise<string> {
  const id = newId(now().getTime());
  const row = {
    company_id: caller.companyId,
    id,
    user_id: caller.userId,
    created_at: now().toISOString(),
    ...drawing,
  };
  await tx.insertInto('carpet_drawings').values(row).execute();
  return id;
}

/** A drawing that the caller uploaded. */
export async function findOwn(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  id: string,
): Promise<Drawing | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('carpet_drawings')
    .where('company_id', '=', caller.companyId)
    .where('id', '=', id)
    .where('user_id', '=', caller.userId)
    .select(['name', 'sha256', 'mime', 'bytes'])
    .executeTakeFirst();
}

/** A drawing that was removed from this order, which the caller may read. */
export async function findTakenOff(
  db: Db,
  scope: Scope,
  orderId: string,
  id: string,
): Promise<Drawing | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('carpet_drawings')
    .where(within(scope, 'carpet_drawings.company_id'))
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .select(['name', 'sha256', 'mime', 'bytes'])
    .executeTakeFirst();
}

/** Marks drawings that an order has a copy of now: they do not wait any more. */
export async function markUsed(tx: Tx, { caller, now }: Context, ids: readonly string[]): Promise<void> {
  const own = ids.filter(isId);
  if (own.length === 0) return;
  await tx
    .updateTable('carpet_drawings')
    .set({ used_at: now().toISOString() })
    .where('company_id', '=', caller.companyId)
    .where('user_id', '=', caller.userId)
    .where('id', 'in', own)
    .execute();
}

/** Stores drawings that a change removes, under the ids of their lines, for users who have the order open. */
export async function keepTakenOff(
  tx: Tx,
  { caller, now }: Context,
  order: { readonly companyId: string; readonly id: string },
  drawings: readonly (Drawing & { readonly id: string })[],
): Promise<void> {
  if (drawings.length === 0) return;
  const at = now().toISOString();
  const shared = {
    company_id: order.companyId,
    order_id: order.id,
    user_id: caller.userId,
    used_at: at,
    created_at: at,
  };
  await tx
    .insertInto('carpet_drawings')
    .values(drawings.map((drawing) => ({ ...shared, ...drawing })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * How many bytes of drawings wait for a carpet, the same drawing counted once: of a portal user's relation (in the trash
 * too, or deleting would free the quota), of staff those that they put on no order.
 */
export async function waitingBytes(
  db: Db,
  { caller }: Pick<Context, 'caller'>,
  relationId: string | null | undefined,
): Promise<number> {
  const { rows } = await sql<{ bytes: string | null }>`
    select sum(bytes) as bytes from (
      select sha256, bytes from carpet_drawings
      where company_id = ${caller.companyId} and used_at is null and (user_id = ${caller.userId}
        or user_id in (select user_id from user_customer_relations where company_id = ${caller.companyId} and customer_relation_id = ${relationId ?? null}))
      union
      select line.drawing_sha256, line.drawing_bytes from carpet_orders
      join carpet_order_lines line on line.company_id = carpet_orders.company_id and line.order_id = carpet_orders.id and line.drawing_sha256 is not null
      where carpet_orders.company_id = ${caller.companyId} and carpet_orders.customer_relation_id = ${relationId ?? null} and carpet_orders.status = ${sql.lit(CarpetOrderStatus.AwaitingCarpet)}
    ) waiting`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** Deletes drawings from before this moment; orders have their own copies. */
export async function removeOld(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('carpet_drawings').where('created_at', '<', before.toISOString()).execute();
}
