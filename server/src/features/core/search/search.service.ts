import type { SearchHit } from '#contract/core/search.ts';
import { maxHits } from '#contract/core/search.ts';
import type { Context } from '#server/platform/context.ts';
import type { SearchKind } from '#server/platform/resource/slice.ts';

/** Records that the caller may read and that have every word, kind by kind in the order of their ranks. */
export async function findEverywhere(
  ctx: Context,
  kinds: readonly SearchKind[],
  words: readonly string[],
): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  // One after the other: a search on every key stroke must not take all connections of the pool.
  for (const { entity: kind, find } of words.length === 0 ? [] : kinds) {
    const reader = ctx.reach(`${kind}.read`);
    if (!reader) continue;
    const found = await find(reader, words, maxHits);
    hits.push(...found.slice(0, maxHits).map((hit) => ({ kind, ...hit })));
  }
  return hits;
}
