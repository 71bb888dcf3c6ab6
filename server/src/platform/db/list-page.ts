import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import type { Scope } from '../auth/scope.ts';
import type { Db } from './database.ts';
import { columnAt, type ListColumns, type SearchColumns } from './list-columns.ts';
import { filterSql, matchesNothing, orderSql, searchSql } from './list-sql.ts';
import { scopedStatement, type ScopedStatement, type Slot } from './statement.ts';

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
  if (matchesNothing(query.filter, columns)) return nothing(query);
  const matches = restrict(base, query, columns, search);
  let page = matches
    .orderBy(orderSql(query.orderBy, columns, id ?? columnAt(columns, 'id').sql))
    .limit(query.top);
  if (query.skip > 0) page = page.offset(query.skip);
  const rows = await page.execute();
  if (!query.count) return { rows };
  // A page that is not full gives the count itself; most lists of most tenants fit on one page.
  const isLast = rows.length < query.top && (rows.length > 0 || query.skip === 0);
  return { rows, count: isLast ? query.skip + rows.length : await countOf(matches) };
}

// A spread database cannot plan some lists of nothing (docs/scale.md).
const nothing = ({ count }: ListQuery) => (count ? { rows: [], count: 0 } : { rows: [] });

/** What a list is made from that depends on nothing but the scope. */
export interface ScopedListSource<DB, TB extends keyof DB, Row> extends Omit<
  ListSource<DB, TB, Row>,
  'base'
> {
  /** As `ListSource.base`. The ids of the scope may only be values, as `within` uses them. */
  readonly base: (db: Db, scope: Scope) => SelectQueryBuilder<DB, TB, Row>;
}

/** A page of a list within a scope, as `listPage` gives it. Its rows may carry a count that no contract lists. */
export type ScopedList<Row> = (
  db: Db,
  scope: Scope,
  query: ListQuery,
) => Promise<{ rows: Row[]; count?: number }>;

type Counted<Row> = Row & { readonly list_count?: number };
// Few filters and orders are in use; the limit keeps others from filling the memory.
const maxQueries = 100;

/**
 * Statements of a list, built at the first use of each filter, order, page size and wish for a count, and reused from then
 * on (decision 0016). The values of a filter are part of the statement; those of the scope never are. Made once, beside the
 * repository.
 */
export function perQuery<Made>(make: (query: ListQuery) => Made): (query: ListQuery) => Made {
  const known = new Map<string, Made>();
  return (query) => {
    const { filter, orderBy, top, skip, count } = query;
    const key = JSON.stringify([filter, orderBy, top, skip > 0, count]);
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= maxQueries) known.clear();
    const made = make(query);
    known.set(key, made);
    return made;
  };
}

/**
 * A list whose statement is built once for each filter, order and reach, and which selects the count too where there is no
 * filter. With a search it is built each time. Made once, beside the repository (decision 0016).
 *
 * @example
 * export const list = scopedList({ base: visible, columns, search });
 */
export function scopedList<DB, TB extends keyof DB, Row>(
  source: ScopedListSource<DB, TB, Row>,
): ScopedList<Row> {
  const of = perQuery((query) =>
    matchesNothing(query.filter, source.columns) ? null : statementsOf(source, query),
  );
  return async (db, scope, query) => {
    if (query.words.length > 0) return listPage(query, { ...source, base: source.base(db, scope) });
    const statements = of(query);
    if (!statements) return nothing(query);
    const { page, counted } = statements;
    const rows = await page.all(db, scope, { skip: String(query.skip) });
    if (!query.count) return { rows };
    const [first] = rows;
    if (first?.list_count !== undefined) return { rows, count: first.list_count };
    // A page that is not full gives the count itself; most lists of most tenants fit on one page.
    const isLast = rows.length < query.top && (rows.length > 0 || query.skip === 0);
    return {
      rows,
      count: isLast ? query.skip + rows.length : ((await counted.first(db, scope, {}))?.count ?? 0),
    };
  };
}

function statementsOf<DB, TB extends keyof DB, Row>(source: ScopedListSource<DB, TB, Row>, query: ListQuery) {
  const { base, columns, id } = source;
  const matches = (db: Db, scope: Scope) => restrict(base(db, scope), query, columns, []);
  const page: ScopedStatement<'skip', Counted<Row>> = scopedStatement((db, scope, slot: Slot<'skip'>) => {
    const rows = pageOf(
      query,
      matches(db, scope).orderBy(orderSql(query.orderBy, columns, id ?? columnAt(columns, 'id').sql)),
      slot('skip'),
    );
    if (!query.count || query.filter !== null) return rows;
    return rows
      .select(sql<number>`(${counting(matches(db, scope))})`.as('list_count'))
      .$castTo<Counted<Row>>();
  });
  const counted: ScopedStatement<never, { count: number }> = scopedStatement((db, scope) =>
    counting(matches(db, scope)),
  );
  return { page, counted };
}

/**
 * The page of rows in their order, for a statement of `perQuery`. PostgreSQL uses one generic plan only where it knows how
 * many rows are wanted: of a parameter it expects a tenth of all, and plans each time.
 */
export function pageOf<DB, TB extends keyof DB, Row>(
  { top, skip }: Pick<ListQuery, 'top' | 'skip'>,
  rows: SelectQueryBuilder<DB, TB, Row>,
  skipSlot: string,
): SelectQueryBuilder<DB, TB, Row> {
  const first = rows.limit(sql<number>`${sql.lit(top)}`);
  return skip > 0 ? first.offset(sql<number>`${skipSlot}`) : first;
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
  const { count } = await counting(matches).executeTakeFirstOrThrow();
  return count;
}

function counting<DB, TB extends keyof DB, Row>(matches: SelectQueryBuilder<DB, TB, Row>) {
  return matches
    .clearSelect()
    .select(sql<number>`count(*)`.as('count'))
    .$castTo<{ count: number }>();
}
