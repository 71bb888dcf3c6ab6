import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { problem } from './problem.ts';

/**
 * At most so many requests a minute for each user, and 429 with `Retry-After` from then on. Every server process counts
 * for itself: it keeps a runaway script from taking the place of people, not more. Mount it before the routes.
 */
export async function mountRateLimit(app: FastifyInstance, maxPerMinute: number): Promise<void> {
  const quiet = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
  await app.register(rateLimit, {
    max: maxPerMinute,
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
