import type { SearchHit } from '#contract/core/search.ts';
import { maxHits } from '#contract/core/search.ts';
import type { Context } from '#server/platform/context.ts';
import type { FoundRecord, SearchKind } from '#server/platform/resource/slice.ts';
import { companyNames } from './search.repository.ts';

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
    const shown = await withCompany(reader, found.slice(0, maxHits));
    hits.push(...shown.map((hit) => ({ kind, ...hit })));
  }
  return hits;
}

// Records of two companies may have one number: whoever sees several is told whose each is.
async function withCompany(
  { db, scope }: Context,
  found: readonly FoundRecord[],
): Promise<Omit<SearchHit, 'kind'>[]> {
  const ids = scope.reach === 'system' ? found.flatMap(({ companyId }) => companyId ?? []) : [];
  const names = await companyNames(db, ids);
  return found.map(({ companyId, subtitle, ...hit }) => ({
    ...hit,
    subtitle: [subtitle, names.get(companyId ?? '') ?? ''].filter((text) => text !== '').join(' · '),
  }));
}
