import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import type { Row } from '#contract/resource.ts';
import type { workOrders } from '#contract/workorders/work-orders.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { listRows, pageOf, perQuery } from '#server/platform/db/list-page.ts';
import { scopedStatement, type Slot } from '#server/platform/db/statement.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import { storedCount } from './stored-count.ts';
import {
  containsTerms,
  foundByIndex,
  isNumberShape,
  searchedBy,
  shapeOf,
  usesIndex,
  valuesOfTerms,
} from './search.repository.ts';
import { isNewestFirst, isRare, type TakenSearch, takeSearch } from './search.rules.ts';
import { columns } from './work-orders.columns.ts';
import { asRow, ordersWithin, type Shown, shownOf } from './work-orders.rows.ts';

type WorkOrderRow = Row<typeof workOrders>;

const named = /"path":"(administration\/name|customerRelation\/(tag|name))"/;

/** The orders within the scope, with the tables that this query sorts or filters by: beside others the indexes are enough. */
function inScope(db: Db, scope: Scope, { filter, orderBy }: Pick<ListQuery, 'filter' | 'orderBy'>) {
  return ordersWithin(db, scope).$if(named.test(JSON.stringify([filter, orderBy])), (orders) =>
    orders
      .leftJoin('administrations as a', (join) =>
        join
          .onRef('a.company_id', '=', 'work_orders.company_id')
          .onRef('a.id', '=', 'work_orders.administration_id'),
      )
      .leftJoin('customer_relations as r', (join) =>
        join
          .onRef('r.company_id', '=', 'work_orders.company_id')
          .onRef('r.id', '=', 'work_orders.customer_relation_id'),
      ),
  );
}

/** A page of orders, and how many there are when that was asked: searched (decision 0024), or listed. */
export async function list(
  db: Db,
  scope: Scope,
  now: Date,
  query: ListQuery,
): Promise<{ rows: WorkOrderRow[]; count?: number }> {
  const search = takeSearch(query);
  const { rows, counted } = await (search.terms.length === 0
    ? listed(db, scope, now, query)
    : searched(db, scope, now, search));
  const page = { rows: rows.map(({ storedTotal: _storedTotal, ...row }) => asRow(row)) };
  if (!query.count) return page;
  const isLast = rows.length < query.top && (rows.length > 0 || query.skip === 0);
  if (isLast) return { ...page, count: query.skip + rows.length };
  return { ...page, count: rows[0]?.storedTotal ?? (await counted())?.count ?? 0 };
}

/** What differs between the page of a list and that of a search. */
interface PageParts {
  readonly base: ReturnType<typeof inScope>;
  /** The number of all rows, where it is stored. */
  readonly storedTotal?: RawBuilder<number | null>;
  /** The id of an order that stands before all others. */
  readonly first?: RawBuilder<unknown> | null;
}

function pageStatement(
  db: Db,
  scope: Scope,
  query: ListQuery,
  slot: Slot<'skip' | 'now'>,
  { base, storedTotal = sql<null>`null`, first = null }: PageParts,
) {
  // Which orders are on the page is found first, by an index and without what only shows: that is read for those rows (a
  // deep page of 100,000 orders 150 ms in the place of 4,500).
  const listedRows = listRows(query, {
    base: base.select(['work_orders.company_id', 'work_orders.id']),
    columns,
  });
  const ordered = first
    ? listedRows
        .clearOrderBy()
        .orderBy(sql`${first} is not distinct from work_orders.id desc, ${newestFirst}`)
    : listedRows;
  const placed = db
    .selectFrom(pageOf(query, ordered, slot('skip')).as('found'))
    .selectAll()
    .select(sql<number>`row_number() over ()`.as('place'));
  const orders = ordersWithin(db, scope).where(
    sql<SqlBool>`(work_orders.company_id, work_orders.id) = (page.company_id, page.id)`,
  );
  return db
    .selectFrom(placed.as('page'))
    .innerJoinLateral(shownOf(orders, slot('now')).as('shown'), (join) => join.onTrue())
    .selectAll('shown')
    .select(storedTotal.as('storedTotal'))
    .orderBy('page.place');
}

const newestFirst = sql`work_orders.created_at desc, work_orders.number desc, work_orders.id desc`;

const pages = perQuery((query) => ({
  page: scopedStatement((db, scope, slot: Slot<'skip' | 'now'>) =>
    pageStatement(db, scope, query, slot, {
      base: inScope(db, scope, query),
      storedTotal: (query.count && storedCount(scope, query.filter)) || sql<null>`null`,
    }),
  ),
  counted: scopedStatement((db, scope) => counting(query, inScope(db, scope, query))),
}));

function counting(query: ListQuery, base: ReturnType<typeof inScope>) {
  return listRows(query, { base, columns })
    .clearOrderBy()
    .select(sql<number>`count(*)`.as('count'));
}

/** Rows of a page, and how to count all of them. */
interface Page {
  readonly rows: readonly (Shown & { readonly storedTotal: number | null })[];
  readonly counted: () => Promise<{ count: number } | undefined>;
}

async function listed(db: Db, scope: Scope, now: Date, query: ListQuery): Promise<Page> {
  const { page, counted } = pages(query);
  const rows = await page.all(db, scope, { skip: String(query.skip), now: now.toISOString() });
  return { rows, counted: () => counted.first(db, scope, {}) };
}

// A common word is found among the newest orders: so many are compared one by one, and so many where those let expect enough.
const scanned = 1000;
const maxScanned = 30_000;
const spare = 1.5;

async function searched(db: Db, scope: Scope, now: Date, { terms, rest: query }: TakenSearch): Promise<Page> {
  const statements = searches(query)(shapeOf(terms));
  const last = query.skip + query.top;
  const values = {
    ...valuesOfTerms(terms),
    number: terms[0] ?? '',
    skip: String(query.skip),
    last: String(last),
    now: now.toISOString(),
  };
  const counted = () => statements.counted.first(db, scope, values);
  if (!terms.some(isRare)) {
    let rows = await statements.newest.all(db, scope, values);
    const share = rows.length === 0 ? 0 : (query.skip + rows.length) / scanned;
    if (rows.length < query.top && share * maxScanned >= last * spare)
      rows = await statements.newer.all(db, scope, values);
    if (rows.length === query.top) return { rows, counted };
  }
  return { rows: await statements.all.all(db, scope, values), counted };
}

const maxShapes = 20;

const searches = perQuery((query) => {
  const known = new Map<string, ReturnType<typeof searchStatements>>();
  return (shape: string) => {
    if (known.size >= maxShapes) known.clear();
    const statements = known.get(shape) ?? searchStatements(query, shape);
    known.set(shape, statements);
    return statements;
  };
});

/** The statements of a search for terms of this shape: pages of the newest orders, of all orders, and the count. */
function searchStatements(query: ListQuery, shape: string) {
  const pageOfNewest = (max: number | null) =>
    scopedStatement((db, scope, slot: Slot<string>) => {
      const first = isNumberShape(shape) && isNewestFirst(query) ? exactOrder(db, scope, query, slot) : null;
      const found = hits(db, scope, query, { shape, slot, max });
      const ids = first ? sql`${found} union all select ${first}` : found;
      const base = inScope(db, scope, query).where(sql<SqlBool>`work_orders.id = any(array(${ids}))`);
      return pageStatement(db, scope, query, slot, { base, first });
    });
  return {
    newest: pageOfNewest(scanned),
    newer: pageOfNewest(maxScanned),
    all: pageOfNewest(null),
    counted: scopedStatement((db, scope, slot: Slot<string>) => {
      const found = foundByIndex(scope, shape, slot);
      if (scope.reach !== 'company' || query.filter !== null)
        return counting(
          query,
          inScope(db, scope, query).where(sql<SqlBool>`work_orders.id in (select s.work_order_id ${found})`),
        );
      const trash = sql`select id from work_orders where company_id = ${scope.companyId} and deleted_at is not null`;
      return sql<{ count: number }>`select count(*) as count ${found} and s.work_order_id not in (${trash})`;
    }),
  };
}

/** The only order with exactly the number that is searched for; of two companies there may be two, and then none is. */
function exactOrder(db: Db, scope: Scope, query: ListQuery, slot: Slot<string>): RawBuilder<unknown> {
  const base = inScope(db, scope, query)
    .where(sql<SqlBool>`work_orders.year_number = ${slot('number')}`)
    .select('work_orders.id');
  return sql`(select min(x.id::text)::uuid from (${listRows(query, { base, columns }).clearOrderBy()}) x having count(*) = 1)`;
}

/** The ids of the orders that contain the terms: among the newest `max` of the list, or all of them. */
function hits(
  db: Db,
  scope: Scope,
  query: ListQuery,
  { shape, slot, max }: { shape: string; slot: Slot<string>; max: number | null },
): RawBuilder<unknown> {
  const newest = sql`order by s.created_at desc, s.number desc, s.work_order_id desc`;
  if (scope.reach === 'company' && query.filter === null && isNewestFirst(query)) {
    const all = sql`from work_order_search s where ${searchedBy(scope)}`;
    // Fenced off: else all orders would be read in their order until enough are found, which may never be.
    const found =
      max !== null
        ? sql`(select s.* ${all} ${newest} limit ${sql.lit(max)}) s where ${containsTerms(shape, slot)}`
        : usesIndex(shape)
          ? sql`(select s.* ${foundByIndex(scope, shape, slot)} offset 0) s where true`
          : sql`(select s.* ${all}) s where ${containsTerms(shape, slot)}`;
    const last = query.skip > 0 ? sql`(select ${slot('last')}::bigint)` : sql.lit(query.top);
    return sql`(select s.work_order_id from ${found} and exists (select from work_orders o
      where o.company_id = ${scope.companyId} and o.id = s.work_order_id and o.deleted_at is null) ${newest} limit ${last})`;
  }
  if (max === null) return sql`select s.work_order_id ${foundByIndex(scope, shape, slot)}`;
  const orders = listRows(query, {
    base: inScope(db, scope, query).select(['work_orders.company_id', 'work_orders.id']),
    columns,
  }).limit(sql.lit(max));
  return sql`select s.work_order_id from (${orders}) o join work_order_search s on s.company_id = o.company_id
    and s.work_order_id = o.id where ${containsTerms(shape, slot)}`;
}

/** All orders of a list query, in its order, for an export. */
export async function* stream(
  db: Db,
  scope: Scope,
  now: Date,
  query: ListQuery,
): AsyncGenerator<WorkOrderRow> {
  const { terms, rest } = takeSearch(query);
  const all = shownOf(inScope(db, scope, rest), now.toISOString());
  const values = valuesOfTerms(terms);
  const found = foundByIndex(scope, shapeOf(terms), (name) => values[name] ?? '');
  const base =
    terms.length > 0 ? all.where(sql<SqlBool>`work_orders.id in (select s.work_order_id ${found})`) : all;
  for await (const row of streamList(db, rest, { base, columns })) yield asRow(row);
}
