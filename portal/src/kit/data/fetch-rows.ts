import { z } from 'zod';
import { collectionUrl, type Parents, type ResourceDefinition, type Row } from '#contract/resource.ts';
import type { Http } from './http.ts';
import { toQueryString, type ListQuery } from './list-query.ts';

const envelope = z.object({
  result: z.array(z.unknown()),
  metadata: z.looseObject({ count: z.int().optional() }).default({}),
});

/** The largest page that the server gives (§J8). */
const maxPageSize = 250;

/** Asks for a page of a list; its rows are parsed by the contract. Throws as `Http.call`. */
export async function fetchPage<const R extends ResourceDefinition>(
  http: Http,
  resource: R,
  parents: Parents<R>,
  query: ListQuery,
  signal?: AbortSignal,
) {
  const url = collectionUrl(resource, parents) + toQueryString(query);
  const page = await http.call(url, envelope, { signal });
  return { ...page, result: page.result.map((row): Row<R> => z.parse<R['row']>(resource.row, row)) };
}

/** Asks for all rows of a list, page after page, however many there are. Throws as `Http.call`. */
export async function fetchAllRows<const R extends ResourceDefinition>(
  http: Http,
  resource: R,
  parents: Parents<R>,
  query: ListQuery,
  signal?: AbortSignal,
): Promise<readonly Row<R>[]> {
  // By id: rows that come or go between two pages must not be listed twice.
  const rows = new Map<unknown, Row<R>>();
  for (let skip = 0, count = Infinity; skip < count; skip += maxPageSize) {
    // oxlint-disable-next-line no-await-in-loop -- whether there is a next page is known after this one
    const page = await fetchPage(http, resource, parents, { ...query, top: maxPageSize, skip }, signal);
    for (const row of page.result) rows.set(row['id'], row);
    count = page.result.length === 0 ? 0 : (page.metadata.count ?? 0);
  }
  return [...rows.values()];
}
