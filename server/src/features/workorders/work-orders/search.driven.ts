import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import {
  bears,
  bearsOfMany,
  ids,
  key,
  lookedAt,
  newest,
  newestSampled,
  type ResolvedTerm,
  says,
  saying,
} from './search.repository.ts';
import { driverOf } from './search.rules.ts';

type Company = Scope & { readonly reach: 'company' };

/**
 * Where the orders of several words are, when words are borne by relations and their people only (decision 0024): every such
 * order is of one of these relations or administrations, or says a leading word itself.
 */
export interface Driver {
  readonly relations: readonly string[];
  readonly administrations: readonly string[];
  /** The words that lead. */
  readonly terms: readonly ResolvedTerm[];
  /** How large a part of the relations of the company these are. */
  readonly share: number;
  /** How many times as many orders an administration has as a relation, about. */
  readonly weight: number;
}

/** What the newest orders say of a search: those that bear all of it, and what leads to the others, if anything does. */
export interface Sample {
  /** Newest first. */
  readonly ids: readonly string[];
  readonly driver: Driver | null;
}

// More relations than these are sooner met as sets.
const maxRelations = 1000;

/** So many of the newest orders are looked at. */
export const newestSeen = 500;

interface Sampled {
  readonly ids: string[];
  readonly texts: number[];
  readonly administrations: number[];
  readonly relations: string[][];
  readonly all: number;
}

/** Looks at the newest orders, and which relations bear the words or have people who do. */
export async function sample(db: Db, scope: Company, terms: readonly ResolvedTerm[]): Promise<Sample> {
  const share = (condition: RawBuilder<SqlBool>) =>
    sql`(count(*) filter (where ${condition}))::real / greatest(count(*), 1)`;
  const relationsOf = terms.map(
    ({ relations, contacts }) => sql`array_to_json(array(
    select unnest(${ids(relations)}) union
    select customer_relation_id from contact_persons where company_id = ${scope.companyId} and id = any(${ids(contacts)})))`,
  );
  const { rows } = await sql<Sampled>`select json_build_array(${sql.join(relationsOf)}) as relations,
    (select count(*) from (select from customer_relations where company_id = ${scope.companyId} limit ${sql.lit(20 * maxRelations)}) r) as "all", s.*
    from (select array[${sql.join(terms.map((term) => share(saying(term))))}]::real[] as texts,
      array[${sql.join(terms.map(({ administrations }) => share(sql<SqlBool>`work_orders.administration_id = any(${ids(administrations)})`)))}]::real[] as administrations,
      coalesce(array_agg(work_orders.id ${newest}) filter (where ${sql.join(terms.map(bears), sql` and `)}), '{}') as ids
      from (${newestSampled(scope, newestSeen)}) work_orders) s`.execute(db);
  const [found] = rows;
  if (!found) return { ids: [], driver: null };
  const driver = driverOf(
    terms.map((term, at) => ({
      term,
      texts: found.texts[at] ?? 1,
      administrations: found.administrations[at] ?? 1,
      relations: found.relations[at] ?? [],
    })),
  );
  if (driver === null || driver.relations.length > maxRelations) return { ids: found.ids, driver: null };
  const all = Math.max(found.all, 1);
  return {
    ids: found.ids,
    driver: {
      ...driver,
      share: driver.relations.length / all,
      weight: Math.max(1, Math.ceil(all * Math.max(...found.administrations))),
    },
  };
}

// So many entries of the indexes are read in the first stretch where nothing says how many are needed, and at most in any.
const firstStretch = 1500;
const minStretch = 500;
const longestStretch = 30_000;
const spare = 1.5;

/**
 * The newest that bear all terms: of each relation its newest orders are read, and those that all relations are known down
 * to are looked at until the page is full. Null where that goes too far back. `rate` says how large a part of the newest of all
 * bear them; 0 when none was found.
 */
export async function drivenNewest(
  db: Db,
  scope: Company,
  driver: Driver,
  {
    terms,
    most,
    rate,
  }: { readonly terms: readonly ResolvedTerm[]; readonly most: number; readonly rate: number },
): Promise<readonly string[] | null> {
  const lists = driver.relations.length + driver.administrations.length * driver.weight + driver.terms.length;
  const first = rate > 0 ? Math.max((most * spare * driver.share) / rate, minStretch) : firstStretch;
  for (let deep = Math.ceil(first / lists); deep * lists <= longestStretch;) {
    const { rows } = await stretch(scope, driver, { terms, most, deep }).execute(db);
    const [{ ids: found, is_cut: isCut } = { ids: [], is_cut: false }] = rows;
    if (found.length >= most || !isCut) return found;
    if (found.length === 0) return null;
    deep = Math.ceil((deep * most * spare) / found.length);
  }
  return null;
}

interface Stretch {
  readonly terms: readonly ResolvedTerm[];
  readonly most: number;
  /** So many of each relation are read. */
  readonly deep: number;
}

function stretch(
  scope: Company,
  driver: Driver,
  { terms, most, deep }: Stretch,
): RawBuilder<{ ids: string[]; is_cut: boolean }> {
  const company = within(scope, 'work_orders.company_id');
  const numbered = (list: RawBuilder<unknown>, length: number) =>
    sql`select n.*, row_number() over (order by n.created_at desc, n.number desc, n.id desc) = ${length} as is_last from (${list}) n`;
  // Without a look at their rows, so that the index is all that is read.
  const listsBy = (column: string, those: readonly string[], length: number) => {
    const at = sql.ref(`work_orders.${column}`);
    const list = sql`select ${key} from work_orders where ${company} and ${at} >= e.id and ${at} <= e.id
      order by ${at} desc, work_orders.created_at desc, work_orders.number desc, work_orders.id desc limit ${length}`;
    return sql`select o.* from unnest(${ids(those)}) e(id) cross join lateral (${numbered(list, length)}) o`;
  };
  const said = driver.terms.flatMap((term) => says(scope, term));
  const lists = [
    listsBy('customer_relation_id', driver.relations, deep),
    ...(driver.administrations.length > 0
      ? [listsBy('administration_id', driver.administrations, deep * driver.weight)]
      : []),
    ...said.map((own) =>
      numbered(sql`select ${key} from work_orders where ${own} ${newest} limit ${deep}`, deep),
    ),
  ];
  return sql`with lists as materialized (${sql.join(lists, sql` union all `)}),
    last as (select l.created_at, l.number, l.id from lists l where l.is_last order by l.created_at desc, l.number desc, l.id desc limit 1)
    select exists (select from last) as is_cut, array(
      select u.id from (
        select distinct l.created_at, l.number, l.id from lists l
        where ((l.created_at, l.number, l.id) >= (select t.created_at, t.number, t.id from last t)) is not false
        order by l.created_at desc, l.number desc, l.id desc
      ) u cross join lateral (
        select ${lookedAt} from work_orders where ${company} and work_orders.id = u.id and work_orders.deleted_at is null offset 0
      ) work_orders
      where ${sql.join(terms.map(bears), sql` and `)}
      order by u.created_at desc, u.number desc, u.id desc limit ${most}) as ids`;
}

/** All orders that bear all terms, with their place in the list: each order of the relations is looked at. */
export function drivenOrders(
  scope: Company,
  { relations, administrations, terms: leading }: Driver,
  terms: readonly ResolvedTerm[],
): RawBuilder<unknown> {
  const company = within(scope, 'work_orders.company_id');
  // Stretches of one index, as in `newestBy`: a plan that is kept for any administration would look at all orders for one that has few.
  const listed = (column: string, those: readonly string[]) => {
    const at = sql.ref(`work_orders.${column}`);
    return sql`select o.* from unnest(${ids(those)}) e(id) cross join lateral (
      select ${lookedAt} from work_orders where ${company} and ${at} >= e.id and ${at} <= e.id and work_orders.deleted_at is null offset 0) o`;
  };
  const bearing = (orders: RawBuilder<unknown>, conditions: readonly RawBuilder<SqlBool>[]) =>
    sql`select ${key} from (${orders}) work_orders where ${sql.join(conditions, sql` and `)}`;
  const lists = [
    listed('customer_relation_id', relations),
    ...(administrations.length > 0 ? [listed('administration_id', administrations)] : []),
  ];
  const said = leading
    .flatMap((term) => says(scope, term))
    .map(
      (own) =>
        sql`select ${lookedAt} from work_orders where ${own} and work_orders.deleted_at is null offset 0`,
    );
  return sql.join(
    // What says a leading word itself is little, or nothing.
    [
      bearing(sql.join(lists, sql` union all `), terms.map(bearsOfMany)),
      ...said.map((orders) => bearing(orders, terms.map(bears))),
    ],
    sql` union `,
  );
}
