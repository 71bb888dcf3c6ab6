import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { collectionUrl, type Parents, type ResourceDefinition, type Row } from '#contract/resource.ts';
import { useHttp } from './data-provider.tsx';
import { listSearch, type ListQuery } from './list-query.ts';
import { useKeyStart } from './resource-hooks.ts';

/** The most that the server gives at a time (§J8). */
const pageSize = 250;

const envelope = z.object({
  result: z.array(z.unknown()),
  metadata: z.object({ count: z.int().optional() }).default({}),
});

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  return z.parse(schema, value);
}

/**
 * All rows of a list, page after page, for trees and pickers: nothing of it is left out, however many there are.
 * Throws what `useList` throws.
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
    queryKey: [...useKeyStart(), resource.path, 'all', parents, listSearch(query)],
    queryFn: async ({ signal }): Promise<readonly Row<R>[]> => {
      // By id: who comes or goes between two pages must not stand there twice.
      const rows = new Map<unknown, Row<R>>();
      for (let skip = 0, count = Infinity; skip < count; skip += pageSize) {
        const search = listSearch({ ...query, top: pageSize, skip });
        const page = await http.call(collectionUrl(resource, parents) + search, envelope, { signal });
        for (const one of page.result) {
          const row = parse<R['row']>(resource.row, one);
          rows.set(row['id'], row);
        }
        count = page.result.length === 0 ? 0 : (page.metadata.count ?? 0);
      }
      return [...rows.values()];
    },
    enabled,
  });
}
