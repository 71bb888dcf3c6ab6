import { countUse } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { problem } from '#server/platform/http/problem.ts';

const minute = 60_000;

/**
 * Counts a use of a door that programs knock on, at most so many in each minute of the clock: in the database, so that
 * server processes side by side count together. 429 beyond, until the minute is over.
 *
 * @param what names the door, and whose use it is
 */
export async function limitPerMinute(
  { db, now }: Pick<Services, 'db' | 'now'>,
  what: readonly string[],
  most: number,
): Promise<void> {
  const at = now().getTime();
  const rest = minute - (at % minute);
  // Even and odd minutes are counted apart: what one of them holds is a minute old, and forgotten, when its turn comes.
  const turn = String(Math.floor(at / minute) % 2);
  const policy = { allowed: most, firstLockMs: rest, longestMs: rest, forgetAfterMs: minute };
  const use = await countUse(db, [...what, turn], policy, new Date(at));
  if (!use.isAllowed) throw problem.of('too-many-requests', { retryAfterSeconds: Math.ceil(rest / 1000) });
}
