import { languageOf } from '#server/features/core/index.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import '../carpetline.tables.ts';

/** Who gets the mail about an order: somebody who may sign in and did not unsubscribe. */
export function findRecipient(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .where('users.is_active', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('carpet_mail_opt_outs as out').whereRef('out.user_id', '=', 'users.id'))),
    )
    .select(['email', 'first_name', 'last_name', languageOf('users').as('language')])
    .executeTakeFirst();
}

/** The name of the company of an order. */
export async function companyName(db: Db, id: string): Promise<string> {
  const found = await db.selectFrom('companies').where('id', '=', id).select('name').executeTakeFirst();
  return found?.name ?? '';
}

/** The language that a user chose, if any. */
export async function languageOfUser(db: Db, userId: string) {
  if (!isId(userId)) return null;
  const found = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(languageOf('users').as('language'))
    .executeTakeFirst();
  return found?.language ?? null;
}

/** Whether a user gets mails about their orders. */
export async function isSubscribed(db: Db, userId: string): Promise<boolean> {
  const optOut = await db
    .selectFrom('carpet_mail_opt_outs')
    .where('user_id', '=', userId)
    .select('user_id')
    .executeTakeFirst();
  return optOut === undefined;
}

/** Switches the mails about a user's orders on or off; does nothing for a user who was purged. */
export async function setSubscribed(db: Db, userId: string, isOn: boolean): Promise<void> {
  if (isOn) await db.deleteFrom('carpet_mail_opt_outs').where('user_id', '=', userId).execute();
  else
    await db
      .insertInto('carpet_mail_opt_outs')
      .columns(['user_id'])
      .expression((eb) => eb.selectFrom('users').where('id', '=', userId).select('id'))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
