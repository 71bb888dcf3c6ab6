import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { perQuery } from '#server/platform/db/list-page.ts';
import { type ScopedStatement, scopedStatement, type Slot } from '#server/platform/db/statement.ts';
import {
  asOf,
  bearing,
  countBearers,
  type NamedAs,
  newestBy,
  newestLinked,
  patternOf,
  resolve,
  unindexed,
} from './search.repository.ts';
import {
  digitPieces,
  isNewestFirst,
  isRare,
  isYearNumber,
  type SearchTerm,
  type TakenSearch,
  tellingPart,
} from './search.rules.ts';
import { ordersWithin, type Shown, shownOf } from './work-orders.rows.ts';

/** A search of one term that few orders bear, in the list as it stands: one statement answers it. */
export interface RareSearch {
  readonly scope: Scope & { readonly reach: 'company' };
  readonly term: SearchTerm;
  readonly rest: ListQuery;
}

/** What of a search one statement can answer; null for any other, which asks first how widely its terms are borne. */
export function takeRare(scope: Scope, { terms, rest }: TakenSearch): RareSearch | null {
  const [term] = terms;
  if (!term || terms.length > 1 || scope.reach !== 'company' || rest.filter !== null || !isNewestFirst(rest))
    return null;
  return isRare(term.text) ? { scope, term, rest } : null;
}

type Value = 'telling' | 'pattern' | 'text' | 'most' | 'skip' | 'now';

/** The page of such a search, and how many there are when that was asked. */
export async function rarePage(
  db: Db,
  now: Date,
  { scope, term, rest }: RareSearch,
): Promise<{ rows: Shown[]; count?: number }> {
  const { text } = term;
  const { said, borne } = pages(rest)[placeOf(text)][asOf(term)];
  const values = {
    telling: tellingPattern(text),
    pattern: patternOf(text),
    text,
    most: String(rest.skip + rest.top),
    skip: String(rest.skip),
    now: now.toISOString(),
  };
  const first = await said.all(db, scope, values);
  // Digits that a name bears too are seldom: then all of it is asked once more.
  const found = first.some(({ isNamed }) => isNamed) ? await borne.all(db, scope, values) : first;
  const rows = found.filter(isShown);
  if (!rest.count) return { rows };
  const isLast = rows.length < rest.top && (rows.length > 0 || rest.skip === 0);
  if (isLast) return { rows, count: rest.skip + rows.length };
  return { rows, count: await countBearers(db, scope, await resolve(db, scope, term)) };
}

/** A pattern that finds what bears the text, and little else: the whole decides. */
function tellingPattern(text: string): string {
  const pieces = digitPieces(text);
  return pieces ? `%${pieces.join('%')}%` : patternOf(tellingPart(text) ?? text);
}

/** Where a text can stand in the number of an order: all of it or its head, somewhere in it, or nowhere. */
type Place = 'head' | 'inside' | 'nowhere';

function placeOf(text: string): Place {
  if (isYearNumber(text)) return 'head';
  return /^[\d-]+$/.test(text.normalize('NFKC')) ? 'inside' : 'nowhere';
}

/** Where a statement looks: what the texts of orders say, or all that bears the text, names too. */
type Reach = 'said' | 'borne';

const pages = perQuery((query) => {
  const by = (place: Place, as: NamedAs) => ({
    said: statementOf(query, { place, as, reach: 'said' }),
    borne: statementOf(query, { place, as, reach: 'borne' }),
  });
  const of = (place: Place) => ({
    apart: by(place, 'apart'),
    lines: by(place, 'lines'),
    whole: by(place, 'whole'),
  });
  return { head: of('head'), inside: of('inside'), nowhere: of('nowhere') };
});

/** An order, or none where nothing was found; and whether there are names to be looked for still. */
type Row = { readonly [Name in keyof Shown]: Shown[Name] | null } & { readonly isNamed: boolean };

const isShown = (row: Row): row is Shown & Row => row.id !== null;

// Everything that a plan would be made anew for stands in a subquery or in `g`, which is folded once: what is kept is then as
// good as any (decision 0024). PostgreSQL sets up each part of a plan, whether it is used or not: the orders of names are
// most of them, and left to a statement of their own.
function statementOf(query: ListQuery, kind: Kind): ScopedStatement<Value, Row> {
  return scopedStatement((db, scope, slot: Slot<Value>) => {
    const { place, as, reach } = kind;
    const most = query.skip > 0 ? sql`(select ${slot('most')}::bigint)` : sql.lit(query.top);
    const named = bearing(scope, sql`g.pattern`, as, 'search_text', sql`g.telling`);
    const hits =
      reach === 'said'
        ? saidBy(scope, slot, place, most)
        : [...saidBy(scope, slot, place, most), ...namedBy(scope, named, most)];
    const isNamed =
      reach === 'said'
        ? sql.join(
            Object.values(named).map((those) => sql`exists (${those})`),
            sql` or `,
          )
        : sql`false`;
    // The order of exactly that number goes before.
    const exact = sql`(select work_orders.id from work_orders where ${companyOf(scope)} and work_orders.year_number = ${slot('text')})`;
    const isExact = place === 'head' ? sql`h.id is not distinct from ${exact}` : sql`false`;
    const folded = sql`select norm(${slot('telling')}) as telling, norm(${slot('pattern')}) as pattern, ${slot('text')}::text as text offset 0`;
    const given = sql<{
      is_named: boolean;
    }>`(select g.*, ${isNamed} as is_named from (${folded}) g offset 0)`.as<'g'>('g');
    const page = sql<{
      id: string;
    }>`(select h.*, ${isExact} as is_exact from (${sql.join(hits, sql` union `)}) h
      order by is_exact desc, h.created_at desc, h.number desc, h.id desc
      limit ${sql.lit(query.top)} offset ${query.skip > 0 ? sql`(select ${slot('skip')}::bigint)` : sql`0`})`.as<'page'>(
      'page',
    );
    const orders = ordersWithin(db, scope).where(sql<SqlBool>`work_orders.id = page.id`);
    return db
      .selectFrom(given)
      .leftJoinLateral(page, (join) => join.onTrue())
      .leftJoinLateral(shownOf(orders, slot('now')).as('shown'), (join) => join.onTrue())
      .selectAll('shown')
      .select('g.is_named as isNamed')
      .orderBy(sql`page.is_exact desc, page.created_at desc, page.number desc, page.id desc`);
  });
}

interface Kind {
  readonly place: Place;
  readonly as: NamedAs;
  readonly reach: Reach;
}

const companyOf = (scope: Scope) => within(scope, 'work_orders.company_id');
const key = sql`work_orders.id, work_orders.created_at, work_orders.number`;
const newest = sql`order by work_orders.created_at desc, work_orders.number desc, work_orders.id desc`;

/** The newest of each index, of those whose texts bear the text. */
function saidBy(
  scope: Scope,
  slot: Slot<Value>,
  place: Place,
  most: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  // Fenced off: else all orders would be walked in their order until enough are found, which are never there.
  const fenced = (condition: RawBuilder<SqlBool>) => sql`(select ${key} from (select ${key} from work_orders
    where ${condition} and work_orders.deleted_at is null offset 0) work_orders ${newest} limit ${most})`;
  const company = unindexed(companyOf(scope));
  const numbers = {
    nowhere: [],
    inside: [fenced(sql<SqlBool>`${company} and work_orders.year_number like g.pattern`)],
    // Behind the digits of a number stands nothing that comes after a nine. The one of that number may be older than all.
    head: [
      sql`select ${key} from work_orders where ${companyOf(scope)} and work_orders.year_number = ${slot('text')} and work_orders.deleted_at is null`,
      fenced(
        sql<SqlBool>`${companyOf(scope)} and work_orders.year_number ~>=~ g.text and work_orders.year_number ~<~ (g.text || ':')`,
      ),
    ],
  }[place];
  return [
    fenced(sql<SqlBool>`${company} and work_orders.search_reference like g.telling
      and work_orders.search_reference || '' like g.pattern`),
    ...numbers,
  ];
}

/** The newest orders of all that bears the text as a name. */
function namedBy(
  scope: Scope,
  { administrations, relations, contacts, users }: ReturnType<typeof bearing>,
  most: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  return [
    newestBy(scope, sql`(${administrations})`, 'administration_id', most),
    newestBy(scope, sql`(${relations})`, 'customer_relation_id', most),
    newestLinked(scope, sql`(${contacts})`, 'contacts', most),
    newestLinked(scope, sql`(${users})`, 'users', most),
  ];
}
