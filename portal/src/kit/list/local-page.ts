import { fold } from '../fold.ts';
import type { Page } from '../data/resource-hooks.ts';
import type { ListState } from './use-list-state.ts';

/**
 * A page of rows that are all there already, as the server would give it: searched in their words, sorted by the
 * word of the chosen field, cut. `matches` are all that were found.
 *
 * @example
 * const page = localPage(rights, list, (right) => ({ name: right.name, tag: right.tag }));
 */
export function localPage<R>(
  rows: readonly R[],
  { search, sort, page, size }: Pick<ListState, 'search' | 'sort' | 'page' | 'size'>,
  wordsOf: (row: R) => Readonly<Record<string, string>>,
): Page<R> & { readonly matches: readonly R[] } {
  const sought = fold(search).split(/\s+/).filter(Boolean);
  const found = rows
    .map((row) => ({ row, words: wordsOf(row) }))
    .filter(({ words }) => {
      const all = fold(Object.values(words).join(' '));
      return sought.every((word) => all.includes(word));
    });
  const by = sort?.field;
  const turn = sort?.direction === 'desc' ? -1 : 1;
  if (by !== undefined && found[0]?.words[by] !== undefined)
    found.sort((a, b) => turn * compare(a.words[by], b.words[by]));
  const matches = found.map(({ row }) => row);
  return {
    result: matches.slice((page - 1) * size, page * size),
    matches,
    metadata: { count: matches.length },
  };
}

function compare(a = '', b = ''): number {
  return a.localeCompare(b, 'nl', { numeric: true, sensitivity: 'base' });
}
