import type { Db } from '#server/platform/db/database.ts';
import { hasSession } from './oidc-state.repository.ts';

// A sign-out is known within this time on every process; the caller loader knows other ends of a session (§A5).
const freshForMs = 10_000;
const maxCached = 10_000;

/** Whether the session that a token names still is somebody's; `sessionUid` is the token's `sid`. */
export type IsSignedIn = (sessionUid: string, userId: string) => Promise<boolean>;

/** Makes the function that checks whether a session is still active; a positive answer is cached for ten seconds. */
export function createSessionCheck(db: Db, now: () => Date): IsSignedIn {
  const lastsUntil = new Map<string, number>();
  return async (sessionUid, userId) => {
    const key = `${sessionUid} ${userId}`;
    const at = now().getTime();
    if ((lastsUntil.get(key) ?? 0) > at) return true;
    lastsUntil.delete(key);
    if (!(await hasSession(db, sessionUid, userId, now()))) return false;
    if (lastsUntil.size >= maxCached) lastsUntil.clear();
    lastsUntil.set(key, at + freshForMs);
    return true;
  };
}
