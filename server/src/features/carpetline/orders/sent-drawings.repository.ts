import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import '../carpetline.tables.ts';
import type { Drawing } from './lines.repository.ts';

/** Keeps a drawing for an order to come; gives its id. */
export async function insert({ db, caller, now }: Context, drawing: Drawing): Promise<string> {
  const id = newId(now().getTime());
  const row = { company_id: caller.companyId, id, user_id: caller.userId, created_at: now().toISOString(), ...drawing };
  await db.insertInto('carpet_drawings').values(row).execute();
  return id;
}

/** A drawing that this person brought himself. */
export async function findOwn({ db, caller }: Pick<Context, 'db' | 'caller'>, id: string): Promise<Drawing | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('carpet_drawings')
    .where('company_id', '=', caller.companyId)
    .where('id', '=', id)
    .where('user_id', '=', caller.userId)
    .select(['name', 'sha256', 'mime', 'bytes'])
    .executeTakeFirst();
}

/** Takes away what came before this moment; orders have drawings of their own by then. */
export async function removeOld(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('carpet_drawings').where('created_at', '<', before.toISOString()).execute();
}
