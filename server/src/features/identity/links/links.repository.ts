import type { Db } from '#server/platform/db/database.ts';
import '../identity.tables.ts';

/** What a link is for: to choose a first password, or to replace a forgotten one. */
export type LinkPurpose = 'invitation' | 'password';

/** A link as it is stored. */
export interface StoredLink {
  readonly userId: string;
  readonly sessionEpoch: number;
}

/** Keeps a link; the one that the user had for the same purpose is replaced. */
export async function saveLink(
  db: Db,
  link: StoredLink & {
    readonly purpose: LinkPurpose;
    readonly tokenHash: string;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  const row = {
    token_hash: link.tokenHash,
    session_epoch: link.sessionEpoch,
    expires_at: link.expiresAt.toISOString(),
    created_at: link.createdAt.toISOString(),
  };
  await db
    .insertInto('sign_in_links')
    .values({ user_id: link.userId, purpose: link.purpose, ...row })
    .onConflict((on) => on.columns(['user_id', 'purpose']).doUpdateSet(row))
    .execute();
}

/** The link of a token, while it has not expired. */
export async function findLink(
  db: Db,
  purpose: LinkPurpose,
  tokenHash: string,
  now: Date,
): Promise<StoredLink | undefined> {
  return db
    .selectFrom('sign_in_links')
    .select(['user_id as userId', 'session_epoch as sessionEpoch'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
}

/** Uses a link up; of two who come at once it is there for one. */
export async function takeLink(
  tx: Db,
  purpose: LinkPurpose,
  tokenHash: string,
  now: Date,
): Promise<StoredLink | undefined> {
  return tx
    .deleteFrom('sign_in_links')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .returning(['user_id as userId', 'session_epoch as sessionEpoch'])
    .executeTakeFirst();
}

/** How far a user is with signing in. */
export interface SignInState {
  readonly hasPassword: boolean;
  /** The end of an invitation that can still be used. */
  readonly invitedUntil: string | null;
}

/** Whether a user has a password, and whether an invitation of these sessions is on its way. */
export async function findSignInState(
  db: Db,
  userId: string,
  sessionEpoch: number,
  now: Date,
): Promise<SignInState> {
  const password = await db
    .selectFrom('credentials')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const link = await db
    .selectFrom('sign_in_links')
    .select('expires_at as expiresAt')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'invitation')
    .where('session_epoch', '=', sessionEpoch)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return { hasPassword: password !== undefined, invitedUntil: link?.expiresAt ?? null };
}

/** Voids every link of a user: they have a password of their own choice now. */
export async function forgetLinks(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('sign_in_links').where('user_id', '=', userId).execute();
}
