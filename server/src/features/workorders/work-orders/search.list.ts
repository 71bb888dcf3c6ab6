import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import { type Db, executeLater } from '#server/platform/db/database.ts';
import type { ListColumns } from '#server/platform/db/list-columns.ts';
import { listPage, listRows } from '#server/platform/db/list-page.ts';
import { drivenNewest, drivenOrders, newestSeen, sample, type Sample } from './search.driven.ts';
import {
  bearers,
  bearersOfAll,
  bears,
  bearsAll,
  breadths,
  countAmong,
  countBearers,
  ordersOfAll,
  resolve,
  type ResolvedTerm,
} from './search.repository.ts';
import {
  hasTrigrams,
  isNewestFirst,
  isRare,
  isYearNumber,
  planOf,
  type SearchPlan,
  type TakenSearch,
} from './search.rules.ts';

/** A page of orders by id, and how many there are when that was asked. */
interface FoundPage {
  readonly ids: readonly string[];
  readonly count?: number;
}

/** What the search looks in: the orders within the scope, as the list has them. */
export interface SearchSource<DB, TB extends keyof DB> {
  readonly base: SelectQueryBuilder<DB, TB, { id: string }>;
  readonly columns: ListColumns;
}

// What many orders bear is among the newest soon: so many are looked at one by one before the indexes are asked.
const walked = 1000;
// A second walk goes somewhat further than the first lets expect, since they are not spread evenly.
const spare = 1.5;
const farthest = 10_000;
const maxLists = 30;
// Where the relations that lead are more of all, words are sooner met as sets.
const maxDriven = 0.15;

/** A page of a search (decision 0024). */
export async function searchPage<DB, TB extends keyof DB>(
  db: Db,
  scope: Scope,
  { terms: given, rest: query }: TakenSearch,
  { base, columns }: SearchSource<DB, TB>,
): Promise<FoundPage> {
  const terms = await Promise.all(given.map((term) => resolve(db, scope, term)));
  const search = plannedOnce(db, scope, terms);
  if (!isNewestFirst(query)) {
    const { rows, ...count } = await listPage(query, {
      base: base.where(bearsAll(scope, await search())),
      columns,
    });
    return { ids: rows.map(({ id }) => id), ...count };
  }
  const exact = await findExact(base, query, columns, terms);
  // The order of that number stands before the first: what follows moves up by one.
  const skip = exact === undefined ? query.skip : Math.max(query.skip - 1, 0);
  const top = exact !== undefined && query.skip === 0 ? query.top - 1 : query.top;
  // One more than is shown, since the exact one may be among them.
  const most = skip + top + (exact === undefined ? 0 : 1);
  const sampled = sampledOnce(db, scope, query, terms);
  const walk = await walkOrSample(db, scope, query, { base, columns }, { terms, sampled, most });
  const { ids: found, count: counted } =
    walk.ids.length >= most
      ? walk
      : await newestOf(db, scope, { base, columns }, query, {
          terms,
          search,
          sampled,
          most,
          rate: walk.rate,
        });
  const others = found.filter((id) => id !== exact).slice(skip, skip + top);
  const ids = exact !== undefined && query.skip === 0 ? [exact, ...others] : others;
  if (!query.count) return { ids };
  const isLast = found.length < most && (found.length > 0 || query.skip === 0);
  if (isLast) return { ids, count: found.length };
  return {
    ids,
    count: counted ?? (await countAll(db, scope, query, { base, columns }, { terms, search, sampled })),
  };
}

/** Orders of whole companies, all that are found: nothing else is asked of them. */
type WholeCompany = Scope & { readonly reach: 'company' };
type Sampled = () => Promise<(Sample & { readonly scope: WholeCompany }) | null>;

/** What the newest orders say of several words, found out when that is asked first; null where nothing of it would be used. */
function sampledOnce(db: Db, scope: Scope, query: ListQuery, terms: readonly ResolvedTerm[]): Sampled {
  if (
    scope.reach !== 'company' ||
    query.filter !== null ||
    terms.length < 2 ||
    terms.some(({ text }) => isRare(text))
  )
    return () => Promise.resolve(null);
  let found: ReturnType<Sampled> | undefined;
  return () => (found ??= sample(db, scope, terms).then((said) => ({ ...said, scope })));
}

// Two names are seldom on one order: the newest tell then where the others are, in the look that a walk would be.
const areNames = (terms: readonly ResolvedTerm[]) =>
  terms.filter(
    ({ users, relations, contacts }) => users.length === 0 && relations.length + contacts.length > 0,
  ).length > 1;

async function walkOrSample<DB, TB extends keyof DB>(
  db: Db,
  scope: Scope,
  query: ListQuery,
  source: SearchSource<DB, TB>,
  {
    terms,
    sampled,
    most,
  }: { readonly terms: readonly ResolvedTerm[]; readonly sampled: Sampled; readonly most: number },
): Promise<Walk> {
  if (!isWorthAWalk(scope, query, terms)) return { ids: [], rate: 0 };
  const said = areNames(terms) ? await sampled() : null;
  if (said?.driver) return { ids: said.ids.slice(0, most), rate: said.ids.length / newestSeen };
  return walkFar(db, query, source, terms, most);
}

interface Walk extends FoundPage {
  /** How large a part of the newest orders bear the terms. */
  readonly rate: number;
}

type Plan = SearchPlan<ResolvedTerm>;
type Planned = () => Promise<Plan>;

interface Found {
  readonly terms: readonly ResolvedTerm[];
  readonly search: Planned;
  readonly sampled: Sampled;
}

/** How the terms are met, found out when that is asked first: a walk that finds enough asks nothing. */
function plannedOnce(db: Db, scope: Scope, terms: readonly ResolvedTerm[]): Planned {
  let plan: Promise<Plan> | undefined;
  return () => (plan ??= planned(db, scope, terms));
}

async function planned(db: Db, scope: Scope, terms: readonly ResolvedTerm[]): Promise<Plan> {
  if (terms.length === 1) return { sets: terms, rows: [], share: 1 };
  const rare = terms.find(({ text }) => isRare(text));
  // Few orders: whatever the others are, these are looked at.
  if (rare) return { sets: [rare], rows: terms.filter((term) => term !== rare), share: 0 };
  return planOf(terms, await breadths(db, scope, terms));
}

// One term that a few bear is read from as many indexes, each in the order of the list; what nobody bears is a word of
// references, which may be on most.
function isWorthAWalk(scope: Scope, query: ListQuery, terms: readonly ResolvedTerm[]): boolean {
  if (terms.some(({ text }) => isRare(text))) return false;
  // For two letters the texts of all orders would be looked at.
  if (!hasLists(scope, query, terms) || terms.some(({ text }) => !hasTrigrams(text))) return true;
  const bearing = terms
    .flatMap(({ administrations, relations, contacts, users }) => [
      administrations,
      relations,
      contacts,
      users,
    ])
    .flat();
  return bearing.length === 0 || bearing.length > maxLists;
}

/** Whether the newest of each index are all that a page needs: one term, and nothing else that orders must fit. */
function hasLists(
  scope: Scope,
  query: ListQuery,
  terms: readonly ResolvedTerm[],
): scope is Scope & { reach: 'company' } {
  return terms.length === 1 && query.filter === null && scope.reach === 'company';
}

/** A search as a condition on a list of orders, in whatever order and however long. */
export async function searchCondition(
  db: Db,
  scope: Scope,
  given: TakenSearch['terms'],
): Promise<RawBuilder<SqlBool>> {
  const terms = await Promise.all(given.map((term) => resolve(db, scope, term)));
  return bearsAll(scope, await planned(db, scope, terms));
}

// Hundreds of thousands of ids in a hash: more than one statement may have elsewhere, and on disk they take twice as long.
const room = sql`select set_config('work_mem', '64MB', true)`;

async function withRoom<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  return db.transaction().execute(async (tx) => {
    await executeLater(tx, room);
    return work(tx);
  });
}

async function findExact<DB, TB extends keyof DB>(
  base: SearchSource<DB, TB>['base'],
  query: ListQuery,
  columns: ListColumns,
  terms: readonly ResolvedTerm[],
): Promise<string | undefined> {
  const [term, ...others] = terms;
  if (!term || others.length > 0 || !isYearNumber(term.text)) return undefined;
  const named = base.where(sql<SqlBool>`work_orders.year_number = ${term.text}`);
  const rows = await listRows(query, { base: named, columns }).limit(2).execute();
  // Of two companies there may be two: then none is the one.
  return rows.length === 1 ? rows[0]?.id : undefined;
}

/** Walks once, and once more as far as the first stretch lets expect, where that is not too far. */
async function walkFar<DB, TB extends keyof DB>(
  db: Db,
  query: ListQuery,
  source: SearchSource<DB, TB>,
  terms: readonly ResolvedTerm[],
  most: number,
): Promise<Walk> {
  const ids = await walkNewest(db, query, source, terms, { most, far: walked });
  const rate = ids.length / walked;
  const far = Math.ceil((most * spare) / rate);
  if (ids.length >= most || far > farthest) return { ids, rate };
  return { ids: await walkNewest(db, query, source, terms, { most, far }), rate };
}

/** The newest that bear the terms among the newest there are; it stops at the last one needed. */
async function walkNewest<DB, TB extends keyof DB>(
  db: Db,
  query: ListQuery,
  { base, columns }: SearchSource<DB, TB>,
  terms: readonly ResolvedTerm[],
  { most, far }: { readonly most: number; readonly far: number },
): Promise<readonly string[]> {
  const looked = listRows(query, { base, columns })
    .select(sql`work_orders.company_id`.as('company_id'))
    .select(sql`work_orders.created_at`.as('created_at'))
    .select(sql`work_orders.number`.as('number'))
    .select(sql`work_orders.year_number`.as('year_number'))
    .select(sql`work_orders.search_reference`.as('search_reference'))
    .select(sql`work_orders.administration_id`.as('administration_id'))
    .select(sql`work_orders.customer_relation_id`.as('customer_relation_id'))
    .limit(far);
  // Named as the table, so that the conditions fit both.
  const { rows } = await sql<{ id: string }>`select id from (${looked}) work_orders
    where ${sql.join(terms.map(bears), sql` and `)} order by created_at desc, number desc, id desc limit ${most}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The newest of what the indexes find; how many there are too, where that is asked and comes along. */
async function newestOf<DB, TB extends keyof DB>(
  db: Db,
  scope: Scope,
  { base, columns }: SearchSource<DB, TB>,
  query: ListQuery,
  { terms, search, sampled, most, rate }: Found & { readonly most: number; readonly rate: number },
): Promise<FoundPage> {
  const [term] = terms;
  if (term && hasLists(scope, query, terms)) {
    const { rows } = await sql<{ id: string }>`select u.id from (${bearers(scope, term, most)}) u
      order by u.created_at desc, u.number desc, u.id desc limit ${most}`.execute(db);
    return { ids: rows.map(({ id }) => id) };
  }
  const isWhole = query.filter === null && scope.reach === 'company';
  const said = await sampled();
  const newest =
    said?.driver && !query.count
      ? await drivenNewest(db, said.scope, said.driver, { terms, most, rate })
      : null;
  if (newest) return { ids: newest };
  const whole = wholeOf(said, terms);
  // Put together once for both: it is most of the work.
  const those = listRows(query, {
    base: base.where(sql<SqlBool>`work_orders.id in (select h.id from hits h)`),
    columns,
  });
  const [hits, page, count] = isWhole
    ? [
        whole ?? ordersOfAll(scope, await search()),
        sql`select id from hits order by created_at desc, number desc, id desc limit ${most}`,
        sql`select count(*) from hits`,
      ]
    : [
        bearersOfAll(scope, await search()),
        those.limit(most),
        sql`select count(*) from (${those.clearOrderBy()}) c`,
      ];
  const { rows } = await withRoom(db, (roomy) =>
    sql<{ ids: string[]; count: number | null }>`with hits as materialized (${hits})
      select array(${page}) as ids, ${query.count ? sql`(${count})` : sql`null::bigint`} as count`.execute(
      roomy,
    ),
  );
  const { ids = [], count: counted = null } = rows[0] ?? {};
  return counted === null ? { ids } : { ids, count: counted };
}

/** The orders of the relations that lead, where those are few enough to look at each. */
function wholeOf(
  said: Awaited<ReturnType<Sampled>>,
  terms: readonly ResolvedTerm[],
): RawBuilder<unknown> | null {
  return said?.driver && said.driver.share < maxDriven ? drivenOrders(said.scope, said.driver, terms) : null;
}

async function countAll<DB, TB extends keyof DB>(
  db: Db,
  scope: Scope,
  query: ListQuery,
  { base, columns }: SearchSource<DB, TB>,
  { terms, search, sampled }: Found,
): Promise<number> {
  const [term] = terms;
  if (query.filter === null && scope.reach === 'company' && term) {
    if (terms.length === 1) return withRoom(db, (roomy) => countBearers(roomy, scope, term));
    const orders = wholeOf(await sampled(), terms) ?? bearersOfAll(scope, await search());
    const { rows } = await withRoom(db, (roomy) => countAmong(scope, sql`(${orders})`).execute(roomy));
    return rows[0]?.count ?? 0;
  }
  const all = listRows(query, { base: base.where(bearsAll(scope, await search())), columns }).clearOrderBy();
  const { rows } = await withRoom(db, (roomy) =>
    sql<{ count: number }>`select count(*) as count from (${all}) c`.execute(roomy),
  );
  return rows[0]?.count ?? 0;
}
