import type { SearchHit } from '#contract/core/search.ts';
import { mostHits } from '#contract/core/search.ts';
import type { Context } from '#server/platform/context.ts';

/** Finds one kind of record. Areas to the left register theirs through `app`. */
export interface Searcher {
  /** The permission name of its resource; who lacks `{kind}.read` finds nothing of it. */
  readonly kind: string;
  /** At most so many, each word in some searched column (§B4), the context as far as the caller may read the kind. */
  readonly find: (
    ctx: Context,
    words: readonly string[],
    most: number,
  ) => Promise<readonly Omit<SearchHit, 'kind'>[]>;
}

/** What the caller may read and every word fits, kind by kind. */
export async function findEverywhere(
  ctx: Context,
  searchers: readonly Searcher[],
  words: readonly string[],
): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  // One after the other: a search on every key stroke must not take all connections of the pool.
  for (const { kind, find } of words.length === 0 ? [] : searchers) {
    const reader = ctx.reach(`${kind}.read`);
    if (!reader) continue;
    const found = await find(reader, words, mostHits);
    hits.push(...found.slice(0, mostHits).map((hit) => ({ kind, ...hit })));
  }
  return hits;
}
