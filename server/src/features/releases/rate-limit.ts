import { countUse } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { problem } from '#server/platform/http/problem.ts';

const minute = 60_000;

/**
 * Fixed-window rate limit per minute, counted in the database so that all server processes share it. 429 beyond.
 *
 * @param key the endpoint, and whose use it is
 */
export async function limitPerMinute(
  { db, now }: Pick<Services, 'db' | 'now'>,
  key: readonly string[],
  max: number,
): Promise<void> {
  const at = now().getTime();
  const rest = minute - (at % minute);
  // Even and odd minutes have counters of their own: each is a minute old, and so reset, when it is used again.
  const parity = String(Math.floor(at / minute) % 2);
  const policy = { allowed: max, firstLockMs: rest, longestMs: rest, forgetAfterMs: minute };
  const use = await countUse(db, [...key, parity], policy, new Date(at));
  if (!use.isAllowed) throw problem.of('too-many-requests', { retryAfterSeconds: Math.ceil(rest / 1000) });
}
