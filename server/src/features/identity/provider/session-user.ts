import type { Db } from '#server/platform/db/database.ts';
import { findSessionAccount } from './oidc-state.repository.ts';
import { sessionCookie, userIdOf } from './provider.ts';

/**
 * Who is signed in in a browser, by its cookies; undefined for nobody. It grants nothing: pages outside the portal ask
 * whether a link in a mail was opened by somebody else than it is of.
 */
export async function sessionUserOf(
  db: Db,
  cookies: string | undefined,
  now: Date,
): Promise<string | undefined> {
  const start = `${sessionCookie}=`;
  const value = (cookies ?? '')
    .split(/;\s*/)
    .find((cookie) => cookie.startsWith(start))
    ?.slice(start.length);
  const accountId = value ? await findSessionAccount(db, value, now) : undefined;
  return accountId === undefined ? undefined : userIdOf(accountId);
}
