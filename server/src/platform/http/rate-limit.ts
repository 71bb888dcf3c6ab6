import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { problem } from './problem.ts';
import { SteadyStore } from './steady-store.ts';

/**
 * At most so many requests a minute for each user, and 429 with `Retry-After` from then on. Every server process counts
 * for itself: it keeps a runaway script from taking the place of people, not more. Mount it before the routes.
 */
export async function mountRateLimit(app: FastifyInstance, maxPerMinute: number): Promise<void> {
  const quiet = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
  await app.register(rateLimit, {
    max: maxPerMinute,
    store: SteadyStore,
    timeWindow: 60_000,
    // Its hook runs behind the one that finds the caller.
    keyGenerator: ({ caller, ip }) => caller?.userId ?? ip,
    addHeaders: { ...quiet, 'retry-after': false },
    addHeadersOnExceeding: quiet,
    errorResponseBuilder: (_request, { ttl }) => {
      const retryAfterSeconds = Math.max(1, Math.ceil(ttl / 1000));
      const values = { most: String(maxPerMinute), seconds: String(retryAfterSeconds) };
      return problem.of('too-many-requests', { retryAfterSeconds, sentence: 'too-many-requests', values });
    },
  });
}

const perCompany = 10;

/**
 * At most so many requests a minute for all users of a company together: its own number, or ten times that of one user
 * (§A13). Every server process counts for itself, by whole minutes.
 */
export function mountCompanyRateLimit(
  app: FastifyInstance,
  maxPerUser: number,
  clock: () => number = Date.now,
): void {
  const counts = new Map<string, number>();
  let minute = 0;
  app.addHook('onRequest', async ({ caller }) => {
    if (!caller) return;
    const now = clock();
    if (Math.floor(now / 60_000) !== minute) {
      counts.clear();
      minute = Math.floor(now / 60_000);
    }
    const count = (counts.get(caller.companyId) ?? 0) + 1;
    counts.set(caller.companyId, count);
    const most = caller.companyRequestsPerMinute ?? perCompany * maxPerUser;
    if (count <= most) return;
    const retryAfterSeconds = 60 - (Math.floor(now / 1000) % 60);
    const values = { most: String(most), seconds: String(retryAfterSeconds) };
    throw problem.of('too-many-requests', { retryAfterSeconds, sentence: 'requests-of-company', values });
  });
}
