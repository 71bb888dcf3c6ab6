import type { Db } from '#server/platform/db/database.ts';
import '../identity.tables.ts';

/** The last invitation of a user, in ISO instants. */
export interface InvitationState {
  readonly invitedAt: string;
  readonly expiresAt: string;
  /** When the user chose their password by it; null until then. */
  readonly usedAt: string | null;
}

/** Remembers that a user was invited; what was known of an earlier invitation goes. */
export async function saveInvitation(
  tx: Db,
  made: {
    readonly userId: string;
    readonly sessionEpoch: number;
    readonly invitedAt: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  const row = {
    session_epoch: made.sessionEpoch,
    invited_at: made.invitedAt.toISOString(),
    expires_at: made.expiresAt.toISOString(),
    used_at: null,
  };
  await tx
    .insertInto('sign_in_invitations')
    .values({ user_id: made.userId, ...row })
    .onConflict((on) => on.column('user_id').doUpdateSet(row))
    .execute();
}

/** Records that the user accepted their invitation (decision 0018). */
export async function markInvitationUsed(tx: Db, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('sign_in_invitations')
    .set({ used_at: now.toISOString() })
    .where('user_id', '=', userId)
    .execute();
}

/**
 * The last invitation of a user, or null without one. One that became void before it was used, because the user got
 * another address, was switched off or chose a password in another way, is none.
 */
export async function findLastInvitation(
  db: Db,
  user: { readonly id: string; readonly sessionEpoch: number },
): Promise<InvitationState | null> {
  const found = await db
    .selectFrom('sign_in_invitations')
    .select(['invited_at as invitedAt', 'expires_at as expiresAt', 'used_at as usedAt'])
    .where('user_id', '=', user.id)
    .where((eb) => eb.or([eb('used_at', 'is not', null), eb('session_epoch', '=', user.sessionEpoch)]))
    .executeTakeFirst();
  return found ?? null;
}
