import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import '../identity.tables.ts';

/** A passkey, as it is stored. */
export interface StoredPasskey {
  readonly id: string;
  readonly credentialId: string;
  readonly userId: string;
  readonly name: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string[];
  readonly rpId: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

const columns = [
  'id',
  'credential_id as credentialId',
  'user_id as userId',
  'name',
  'public_key as publicKey',
  sql<number>`counter::float8`.as('counter'),
  'transports',
  'rp_id as rpId',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const;

/** The passkeys of a person, the oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<StoredPasskey[]> {
  return db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .select(columns)
    .execute();
}

/** The passkey that an authenticator names, whoever's it is. */
export async function findPasskey(db: Db, credentialId: string): Promise<StoredPasskey | undefined> {
  return db
    .selectFrom('passkeys')
    .where('credential_id', '=', credentialId)
    .select(columns)
    .executeTakeFirst();
}

/** Whether a person has a passkey. */
export async function hasPasskey(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps a new passkey; false where it is kept already. */
export async function insertPasskey(
  tx: Tx,
  { credentialId, userId, publicKey, rpId, createdAt, lastUsedAt, ...passkey }: StoredPasskey,
): Promise<boolean> {
  const stored = await tx
    .insertInto('passkeys')
    .values({
      ...passkey,
      credential_id: credentialId,
      user_id: userId,
      public_key: publicKey,
      rp_id: rpId,
      created_at: createdAt,
      last_used_at: lastUsedAt,
    })
    .onConflict((on) => on.column('credential_id').doNothing())
    .returning('id')
    .execute();
  return stored.length > 0;
}

/** Notes a use: false where the counter went back, so that a copy of the passkey must be in use. */
export async function noteUse(db: Db, id: string, counter: number, at: Date): Promise<boolean> {
  const noted = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: at.toISOString() })
    .where('id', '=', id)
    .where('counter', '<=', counter)
    .returning('id')
    .execute();
  return noted.length > 0;
}

/** Gives a passkey of a person another name; whether it is theirs. */
export async function renamePasskey(db: Db, userId: string, id: string, name: string): Promise<boolean> {
  if (!isId(id)) return false;
  const renamed = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  return renamed.length > 0;
}

/** Removes a passkey of a person; whether it was theirs. */
export async function removePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const removed = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  return removed.length > 0;
}
