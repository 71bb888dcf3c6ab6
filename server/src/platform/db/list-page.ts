import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import type { Scope } from '../auth/scope.ts';
import type { Db } from './database.ts';
import { columnAt, type ListColumns, type SearchColumns } from './list-columns.ts';
import { filterSql, orderSql, searchSql } from './list-sql.ts';
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

/** What a list is made from that depends on nothing but the scope. */
export interface ScopedListSource<DB, TB extends keyof DB, Row> extends Omit<ListSource<DB, TB, Row>, 'base'> {
  /** As `ListSource.base`. The ids of the scope may only be values, as `within` uses them. */
  readonly base: (db: Db, scope: Scope) => SelectQueryBuilder<DB, TB, Row>;
}

/** A page of a list within a scope, as `listPage` gives it. Its rows may carry a count that no contract lists. */
export type ScopedList<Row> = (db: Db, scope: Scope, query: ListQuery) => Promise<{ rows: Row[]; count?: number }>;

type Counted<Row> = Row & { readonly list_count?: number };

// Orders that people ask for are few; nobody fills the memory with all there could be.
const mostOrders = 50;

/**
 * A list that is asked for as it stands most of the time: without filter and search its statement is put together once
 * for each order and reach, and brings the count along. Made once, beside the repository (decision 0016).
 *
 * @example
 * export const list = scopedList({ base: visible, columns, search });
 */
export function scopedList<DB, TB extends keyof DB, Row>(source: ScopedListSource<DB, TB, Row>): ScopedList<Row> {
  const plain = new Map<string, ScopedStatement<'top' | 'skip', Counted<Row>>>();
  return async (db, scope, query) => {
    if (query.filter !== null || query.words.length > 0) return listPage(query, { ...source, base: source.base(db, scope) });
    const key = `${query.count} ${query.orderBy.map(({ path, direction }) => `${path} ${direction}`).join()}`;
    let statement = plain.get(key);
    if (!statement) {
      if (plain.size >= mostOrders) plain.clear();
      plain.set(key, (statement = plainPage(source, query)));
    }
    const rows = await statement.all(db, scope, { top: String(query.top), skip: String(query.skip) });
    if (!query.count) return { rows };
    const [first] = rows;
    if (first) return { rows, count: first.list_count ?? 0 };
    const isEmpty = query.skip === 0 && query.top > 0;
    return { rows, count: isEmpty ? 0 : await countOf(source.base(db, scope)) };
  };
}

function plainPage<DB, TB extends keyof DB, Row>(
  { base, columns, id }: ScopedListSource<DB, TB, Row>,
  { orderBy, count }: ListQuery,
): ScopedStatement<'top' | 'skip', Counted<Row>> {
  return scopedStatement((db, scope, slot: Slot<'top' | 'skip'>) => {
    const page = base(db, scope)
      .orderBy(orderSql(orderBy, columns, id ?? columnAt(columns, 'id').sql))
      .limit(sql<number>`${slot('top')}`)
      .offset(sql<number>`${slot('skip')}`);
    return count ? page.select(sql<number>`(${counting(base(db, scope))})`.as('list_count')).$castTo<Counted<Row>>() : page;
  });
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
