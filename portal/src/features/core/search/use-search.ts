import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { searchHit, searchPath } from '#contract/core/search.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';

const answer = z.object({ result: z.array(searchHit) });
/** Milliseconds of rest after the last letter before the server is asked. */
const restMs = 150;

/** What the server finds of some words among everything that the person may read. */
export function useSearch(typed: string) {
  const http = useHttp();
  const wanted = typed.trim();
  const [query, setQuery] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setQuery(wanted), restMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  return useQuery({
    queryKey: [...useKeyStart(), searchPath, query],
    queryFn: async ({ signal }) =>
      (await http.call(`/api/${searchPath}?query=${encodeURIComponent(query)}`, answer, { signal })).result,
    placeholderData: keepPreviousData,
    enabled: query !== '' && wanted !== '',
  });
}
