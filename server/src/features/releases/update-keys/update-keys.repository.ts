import { sql } from 'kysely';
import { updateKeys } from '#contract/releases/updates.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import { actorName } from '#server/platform/db/actor-name.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import '../releases.tables.ts';

/** The keys of a company, by `companyId`. */
export const { list, stream, findById } = recordReaders(
  { ...updateKeys, record: updateKeys.row },
  {
    table: 'update_keys',
    rows: (db, scope) =>
      db
        .selectFrom('update_keys')
        .innerJoin('companies as c', 'c.id', 'update_keys.company_id')
        .where('c.deleted_at', 'is', null)
        .where(within(scope, 'update_keys.company_id')),
    columns: {
      name: { natural: true, nullable: false },
      lastUsedAt: { nullable: true },
      createdBy: actorName('update_keys.created_by'),
    },
  },
);

/** Locks a company, so that its keys are counted one request at a time. */
export async function lockCompany(tx: Tx, id: string): Promise<void> {
  await lockByKey(tx, advisoryLocks.updateKeys(id));
}

/** How many keys a company has. */
export async function count(db: Db, companyId: string): Promise<number> {
  const { number } = await db
    .selectFrom('update_keys')
    .where('company_id', '=', companyId)
    .select(sql<number>`count(*)`.as('number'))
    .executeTakeFirstOrThrow();
  return number;
}

/** Stores a key by its hash. */
export async function insert(
  tx: Tx,
  ctx: Context,
  companyId: string,
  key: { readonly name: string; readonly hash: string; readonly hint: string },
): Promise<string> {
  const id = newId(ctx.now().getTime());
  const made = { created_at: ctx.now().toISOString(), created_by: ctx.caller.userId };
  await tx
    .insertInto('update_keys')
    .values({ company_id: companyId, id, ...key, last_used_at: null, ...made })
    .execute();
  return id;
}

/** Deletes a key for good; gives whether it existed. */
export async function remove(tx: Tx, companyId: string, id: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('update_keys')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning('id')
    .execute();
  return removed.length > 0;
}

/** The active company of a key (§A8), or undefined. */
export async function findOwner(db: Db, hash: string) {
  return db
    .selectFrom('update_keys as k')
    .innerJoin('companies as c', 'c.id', 'k.company_id')
    .where('k.hash', '=', hash)
    .where('c.is_active', '=', true)
    .where('c.deleted_at', 'is', null)
    .select(['k.id', 'k.company_id as companyId', 'k.last_used_at as lastUsedAt'])
    .executeTakeFirst();
}

/** Stores when a key was last used. */
export async function setLastUsed(db: Db, companyId: string, id: string, now: Date): Promise<void> {
  await db
    .updateTable('update_keys')
    .set({ last_used_at: now.toISOString() })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}
