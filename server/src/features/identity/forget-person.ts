import type { Tx } from '#server/platform/db/database.ts';
import './identity.tables.ts';

/** Erases how somebody signed in, and where from; that they did, and when, stays (§A21). */
export async function forgetPerson(
  tx: Tx,
  { id: userId, companyId }: { readonly id: string; readonly companyId: string },
): Promise<void> {
  for (const table of [
    'credentials',
    'identities',
    'sign_in_links',
    'sign_in_invitations',
    'totp_secrets',
    'recovery_codes',
    'passkeys',
    'sign_in_sessions',
    'sign_in_devices',
  ] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  await tx
    .updateTable('sign_in_events')
    .set({ ip: null, user_agent: null })
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .execute();
}
