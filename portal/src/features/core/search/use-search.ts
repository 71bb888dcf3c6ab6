import { useDebouncedValue } from '@mantine/hooks';
import { z } from 'zod';
import { searchHit, searchPath } from '#contract/core/search.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';

const answer = z.array(searchHit);
/** Milliseconds of rest after the last letter before the server is asked. */
const restMs = 150;

/** What the server finds of some words among everything that the person may read. */
export function useSearch(typed: string) {
  const wanted = typed.trim();
  const [query] = useDebouncedValue(wanted, restMs);
  return useAnswer([searchPath, query], `/api/${searchPath}?query=${encodeURIComponent(query)}`, answer, {
    keepsPrevious: true,
    enabled: query !== '' && wanted !== '',
  });
}
