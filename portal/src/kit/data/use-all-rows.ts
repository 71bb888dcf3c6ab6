import { useQuery } from '@tanstack/react-query';
import type { Parents, ResourceDefinition } from '#contract/resource.ts';
import { useHttp } from './data-provider.tsx';
import { fetchAllRows } from './fetch-rows.ts';
import { toQueryString, type ListQuery } from './list-query.ts';
import { useKeyStart } from './resource-hooks.ts';

/**
 * All rows of a list, page after page, for trees and pickers, however many there are. Throws what `useList` throws.
 *
 * @example
 * const people = useAllRows(allUsers, {}, { filter: `companyId eq '${companyId}'` });
 */
export function useAllRows<const R extends ResourceDefinition>(
  resource: R,
  parents: Parents<R>,
  query: Pick<ListQuery, 'filter' | 'orderBy'> = {},
  { enabled = true }: { readonly enabled?: boolean } = {},
) {
  const http = useHttp();
  return useQuery({
    queryKey: [...useKeyStart(), resource.path, 'all', parents, toQueryString(query)],
    queryFn: ({ signal }) => fetchAllRows(http, resource, parents, query, signal),
    enabled,
  });
}
