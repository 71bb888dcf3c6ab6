import type { Db } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Account } from '../directory.ts';
import type { SignInEventKind } from '../identity.tables.ts';
import { type Origin, recordSignInEvent } from '../sign-in/sign-in-events.repository.ts';
import type { NotifySecurity, SecurityNotice } from './security-mail.job.ts';

/** What somebody changed of their own second factor. */
export type FactorChange = Exclude<SecurityNotice['about'], 'new-device' | 'factor-removed'>;

const events: Readonly<Record<FactorChange, readonly [SignInEventKind, string]>> = {
  'passkey-added': ['factor-set', 'passkey'],
  'passkey-removed': ['factor-removed', 'passkey'],
  'app-added': ['factor-set', 'app'],
  'app-removed': ['factor-removed', 'app'],
  'codes-made': ['factor-set', 'codes'],
};

/** Records a change of somebody's own second factor, and has them told. */
export async function recordFactorChange(
  deps: { readonly db: Db; readonly now: () => Date; readonly notifySecurity: NotifySecurity | null },
  user: Account,
  about: FactorChange,
  where: Pick<SecurityNotice, 'variant' | 'language'> & { readonly from: Origin },
): Promise<void> {
  const at = deps.now();
  const [kind, detail] = events[about];
  await inTransaction(deps.db, async (tx) => {
    await recordSignInEvent(tx, { user, kind, detail, at, from: where.from });
    await deps.notifySecurity?.(tx, { ...where, userId: user.userId, about, at: at.toISOString() });
  });
}
