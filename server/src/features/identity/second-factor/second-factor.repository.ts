import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { hasPasskey } from '../passkeys/passkeys.repository.ts';
import '../identity.tables.ts';

/** The app of a person that makes codes; sealed as it is stored. */
export interface StoredTotp {
  readonly secretEncrypted: Buffer;
  readonly confirmedAt: string | null;
  readonly lastStep: number;
}

export async function findTotp(db: Db, userId: string): Promise<StoredTotp | undefined> {
  return db
    .selectFrom('totp_secrets')
    .where('user_id', '=', userId)
    .select(['secret_encrypted as secretEncrypted', 'confirmed_at as confirmedAt', 'last_step as lastStep'])
    .executeTakeFirst();
}

/** Whether a person has an app whose codes count. */
export async function hasTotp(db: Db, userId: string): Promise<boolean> {
  return ((await findTotp(db, userId))?.confirmedAt ?? null) !== null;
}

/** Whether a person has a second factor that counts: an app, or a passkey. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return (await hasTotp(db, userId)) || hasPasskey(db, userId);
}

/** Stores a new secret in the place of one that was never confirmed; whether it was stored. */
export async function saveNewTotp(db: Db, userId: string, secret: Buffer, at: Date): Promise<boolean> {
  const row = { secret_encrypted: secret, created_at: at.toISOString(), last_step: 0 };
  const stored = await db
    .insertInto('totp_secrets')
    .values({ user_id: userId, confirmed_at: null, ...row })
    .onConflict((on) => on.column('user_id').doUpdateSet(row).where('totp_secrets.confirmed_at', 'is', null))
    .returning('user_id')
    .execute();
  return stored.length > 0;
}

/** Takes a code once: false where one of this step, or a later one, was taken before. */
export async function takeStep(db: Db, userId: string, step: number, at: Date): Promise<boolean> {
  const taken = await db
    .updateTable('totp_secrets')
    .set({
      last_step: step,
      confirmed_at: sql<string>`coalesce(confirmed_at, ${at.toISOString()}::timestamptz)`,
    })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .execute();
  return taken.length > 0;
}

/** Removes the app, all passkeys and all recovery codes. */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).execute();
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Removes the app. */
export async function removeTotp(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).execute();
}

/** Removes all recovery codes. */
export async function removeRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Puts recovery codes in the place of those of before. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash, used_at: null })))
    .execute();
}

/** Takes a recovery code once; whether it counted. */
export async function takeRecoveryCode(db: Db, userId: string, hash: string, at: Date): Promise<boolean> {
  const taken = await db
    .updateTable('recovery_codes')
    .set({ used_at: at.toISOString() })
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .execute();
  return taken.length > 0;
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .select(sql<number>`count(*)::integer`.as('left'))
    .executeTakeFirstOrThrow();
  return left;
}
