import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { Parents, ResourceDefinition } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { fetchPage } from '#portal/kit/data/fetch-rows.ts';
import { toQueryString, type ListQuery } from '#portal/kit/data/list-query.ts';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';

/** A page of a list whose `metadata` says more than the count: sums of all rows, not of the page. */
export function useListWithTotals<const R extends ResourceDefinition, M extends z.ZodType>(
  resource: R,
  parents: Parents<R>,
  query: ListQuery,
  metadata: M,
) {
  const http = useHttp();
  return useQuery({
    queryKey: [...useKeyStart(), resource.path, 'list', parents, toQueryString(query), 'totals'],
    queryFn: async ({ signal }) => {
      const page = await fetchPage(http, resource, parents, query, signal);
      return { ...page, metadata: z.parse<M>(metadata, page.metadata) };
    },
    placeholderData: keepPreviousData,
  });
}
