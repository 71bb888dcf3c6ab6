import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import { columnAt, type ListColumns, type SearchColumns } from './list-columns.ts';
import { filterSql, orderSql, searchSql } from './list-sql.ts';

/** What a list is made from. */
export interface ListSource<DB, TB extends keyof DB, Row> {
  /**
   * The rows the caller may see, with the columns of a row: from, joins, tenant scope. Lists inside a row are better
   * selected by a correlated subquery than joined: those run for the rows of the page only. Not grouped or distinct,
   * which would change what is counted.
   */
  readonly base: SelectQueryBuilder<DB, TB, Row>;
  readonly columns: ListColumns;
  readonly search?: SearchColumns;
  /** The unique last sort key, when it is not the field `id`. */
  readonly id?: string | Expression<unknown>;
}

/**
 * A page of a list: filter, search, total order, `$top` and `$skip`, and the exact number of all matches iff the query
 * asks for it (§B2). A page past the end is empty and still has the true count (§J8).
 */
export async function listPage<DB, TB extends keyof DB, Row>(
  query: ListQuery,
  { base, columns, search = [], id }: ListSource<DB, TB, Row>,
): Promise<{ rows: Row[]; count?: number }> {
  const matches = restrict(base, query, columns, search);
  let page = matches
    .orderBy(orderSql(query.orderBy, columns, id ?? columnAt(columns, 'id').sql))
    .limit(query.top);
  if (query.skip > 0) page = page.offset(query.skip);
  const rows = await page.execute();
  if (!query.count) return { rows };
  // A page that is not full has told the count already; most lists of most tenants fit on one.
  const isLast = rows.length < query.top && (rows.length > 0 || query.skip === 0);
  return { rows, count: isLast ? query.skip + rows.length : await countOf(matches) };
}

/** All matches of a list query in their total order, whatever its page; the caller says how many. */
export function listRows<DB, TB extends keyof DB, Row>(
  query: ListQuery,
  { base, columns, search = [], id }: ListSource<DB, TB, Row>,
): SelectQueryBuilder<DB, TB, Row> {
  return restrict(base, query, columns, search).orderBy(
    orderSql(query.orderBy, columns, id ?? columnAt(columns, 'id').sql),
  );
}

function restrict<DB, TB extends keyof DB, Row>(
  base: SelectQueryBuilder<DB, TB, Row>,
  query: ListQuery,
  columns: ListColumns,
  search: SearchColumns,
): SelectQueryBuilder<DB, TB, Row> {
  const filter = filterSql(query.filter, columns);
  const words = searchSql(query.words, search);
  const filtered = filter ? base.where(filter) : base;
  return words ? filtered.where(words) : filtered;
}

async function countOf<DB, TB extends keyof DB, Row>(
  matches: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const counted = matches
    .clearSelect()
    .select(sql<number>`count(*)`.as('count'))
    .$castTo<{ count: number }>();
  const { count } = await counted.executeTakeFirstOrThrow();
  return count;
}
