import { sql, type SqlBool } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import type { Row } from '#contract/resource.ts';
import type { workOrders } from '#contract/workorders/work-orders.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { listRows, pageOf, perQuery } from '#server/platform/db/list-page.ts';
import { scopedStatement, type Slot } from '#server/platform/db/statement.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import { keptCount } from './kept-count.ts';
import { searchCondition, searchPage } from './search.list.ts';
import { rarePage, takeRare } from './search.rare.ts';
import { takeSearch } from './search.rules.ts';
import { columns } from './work-orders.columns.ts';
import { asRow, ordersWithin, shownOf } from './work-orders.rows.ts';

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

/** A page of orders, and how many there are when that was asked: searched by the indexes (decision 0024), or listed. */
export async function list(
  db: Db,
  scope: Scope,
  now: Date,
  query: ListQuery,
): Promise<{ rows: WorkOrderRow[]; count?: number }> {
  const search = takeSearch(query);
  if (search.terms.length === 0) return listed(db, scope, now, query);
  const rare = takeRare(scope, search);
  if (rare) {
    const { rows, ...count } = await rarePage(db, now, rare);
    return { rows: rows.map(asRow), ...count };
  }
  const base = inScope(db, scope, search.rest).select('work_orders.id');
  const { ids, ...count } = await searchPage(db, scope, search, { base, columns });
  return { rows: await rowsOf(db, scope, now, ids), ...count };
}

// Which orders are on the page is found first, by an index and without what only shows: that is read for those rows (a
// deep page of 100,000 orders 150 ms in the place of 4,500).
const pages = perQuery((query) => ({
  page: scopedStatement((db, scope, slot: Slot<'skip' | 'now'>) => {
    const base = inScope(db, scope, query).select(['work_orders.company_id', 'work_orders.id']);
    const found = pageOf(query, listRows(query, { base, columns }), slot('skip'));
    const placed = db
      .selectFrom(found.as('found'))
      .selectAll()
      .select(sql<number>`row_number() over ()`.as('place'));
    const orders = ordersWithin(db, scope).where(
      sql<SqlBool>`(work_orders.company_id, work_orders.id) = (page.company_id, page.id)`,
    );
    return db
      .selectFrom(placed.as('page'))
      .innerJoinLateral(shownOf(orders, slot('now')).as('shown'), (join) => join.onTrue())
      .selectAll('shown')
      .select((query.count && keptCount(scope, query.filter)?.as('kept')) || sql<null>`null`.as('kept'))
      .orderBy('page.place');
  }),
  counted: scopedStatement((db, scope) =>
    listRows(query, { base: inScope(db, scope, query), columns })
      .clearOrderBy()
      .select(sql<number>`count(*)`.as('count')),
  ),
}));

async function listed(db: Db, scope: Scope, now: Date, query: ListQuery) {
  const { page, counted } = pages(query);
  const found = await page.all(db, scope, { skip: String(query.skip), now: now.toISOString() });
  const rows = found.map(({ kept: _kept, ...row }) => asRow(row));
  if (!query.count) return { rows };
  const isLast = rows.length < query.top && (rows.length > 0 || query.skip === 0);
  const count = isLast
    ? query.skip + rows.length
    : (found[0]?.kept ?? (await counted.first(db, scope, {}))?.count ?? 0);
  return { rows, count };
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
  const base = terms.length > 0 ? all.where(await searchCondition(db, scope, terms)) : all;
  for await (const row of streamList(db, rest, { base, columns })) yield asRow(row);
}

const shown = scopedStatement((db, scope, slot: Slot<'ids' | 'now'>) =>
  shownOf(ordersWithin(db, scope), slot('now')).where(
    sql<SqlBool>`work_orders.id = any((select ${slot('ids')}::uuid[])::uuid[])`,
  ),
);

async function rowsOf(db: Db, scope: Scope, now: Date, ids: readonly string[]): Promise<WorkOrderRow[]> {
  if (ids.length === 0) return [];
  const found = await shown.all(db, scope, { ids: `{${ids.join(',')}}`, now: now.toISOString() });
  const byId = new Map(found.map((row) => [row.id, asRow(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
