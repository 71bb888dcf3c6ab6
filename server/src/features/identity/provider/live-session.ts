import type { Db } from '#server/platform/db/database.ts';
import { type AccountDirectory, mayEnter } from '../directory.ts';
import { findSessionAccount } from './oidc-state.repository.ts';
import { accountIdOf, userIdOf } from './provider.ts';

interface Parts {
  readonly db: Db;
  readonly directory: AccountDirectory;
  readonly now: () => Date;
}

/**
 * Whether the session that a browser's cookie names would let its owner in without a password. An ended one, one of
 * before a sign-out everywhere, and one of somebody who was switched off would not. It grants nothing: it decides
 * whether the app is worth prefetching (decision 0014).
 */
export async function isLiveSession({ db, directory, now }: Parts, sessionId: string): Promise<boolean> {
  const accountId = await findSessionAccount(db, sessionId, now());
  if (accountId === undefined) return false;
  const account = await directory.findById(userIdOf(accountId));
  return account !== null && mayEnter(account) && accountIdOf(account) === accountId;
}
