import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { collectionUrl, type Parents, type ResourceDefinition, type Row } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { listSearch, type ListQuery } from '#portal/kit/data/list-query.ts';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  return z.parse(schema, value);
}

const envelope = z.object({ result: z.array(z.unknown()), metadata: z.unknown() });

/** A page of a list whose `metadata` says more than the count: sums of all rows, not of the page. */
export function useListWithTotals<const R extends ResourceDefinition, M extends z.ZodType>(
  resource: R,
  parents: Parents<R>,
  query: ListQuery,
  metadata: M,
) {
  const http = useHttp();
  const search = listSearch(query);
  return useQuery({
    queryKey: [...useKeyStart(), resource.path, 'list', parents, search, 'totals'],
    queryFn: async ({ signal }) => {
      const page = await http.call(collectionUrl(resource, parents) + search, envelope, { signal });
      return {
        result: page.result.map((row): Row<R> => parse<R['row']>(resource.row, row)),
        metadata: parse<M>(metadata, page.metadata),
      };
    },
    placeholderData: keepPreviousData,
  });
}
