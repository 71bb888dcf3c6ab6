import type { FastifyInstance } from 'fastify';
import { stepUpMinutes } from '#contract/identity/security.ts';
import type { Caller } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Freshness } from '#server/platform/http/caller.ts';
import { hasSecondFactor } from './second-factor.repository.ts';
import { findSession } from './sessions.repository.ts';

/**
 * Makes the function that says whether somebody has shown their second factor within five minutes. Who has none has
 * nothing to show: what a company asks for is asked at sign-in. Whoever came by a directory and has no factor of ours
 * shows theirs there (§A20).
 */
export function createFreshFactor(
  db: Db,
  now: () => Date,
): (caller: Pick<Caller, 'userId' | 'sessionId'>) => Promise<Freshness> {
  return async ({ userId, sessionId }) => {
    const session = sessionId === undefined ? undefined : await findSession(db, sessionId, userId);
    const at = session?.secondFactorAt;
    if (at && Math.abs(now().getTime() - Date.parse(at)) < stepUpMinutes * 60_000) return 'fresh';
    if (await hasSecondFactor(db, userId)) return 'asked';
    return session?.methods?.includes('dir') === true ? 'directory' : 'fresh';
  };
}

/** For `prepare` of a slice: all its routes that write ask for a fresh second factor. */
export function asksFreshFactor(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    if (![route.method].flat().includes('GET')) route.config = { ...route.config, fresh: true };
  });
}
