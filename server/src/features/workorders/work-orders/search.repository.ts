import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { escapePattern } from '#server/platform/db/list-sql.ts';
import { type Breadth, isYearNumber, numberHeads, type NumberHeads, type SearchPlan, type SearchTerm, tellingPart } from './search.rules.ts';

/** A term with everything in its company that bears its text: people, relations and administrations. */
export interface ResolvedTerm {
  readonly text: string;
  readonly administrations: readonly string[];
  readonly relations: readonly string[];
  readonly contacts: readonly string[];
  readonly users: readonly string[];
}

type Plan = SearchPlan<ResolvedTerm>;
type Named = Omit<ResolvedTerm, 'text'>;

/** Finds what bears the text of a term. These tables are small beside that of orders, and indexed. */
export async function resolve(db: Db, scope: Scope, term: SearchTerm): Promise<ResolvedTerm> {
  const pattern = `%${escapePattern(term.text)}%`;
  const like = (column: string) => sql`${sql.raw(column)} like norm(${pattern})`;
  const first = like('norm(first_name)');
  const last = like('norm(last_name)');
  const named = term.isFullName
    ? sql`(${first} or ${last} or ${like(`norm(first_name || ' ' || last_name)`)})`
    : sql`(${first} or ${last})`;
  // The indexed texts hold more than the name: they find, the name decides. Who left is on orders of before still.
  const inCompany = within(scope, 'company_id');
  const of = (table: string, indexed: string, right: RawBuilder<unknown>) => sql<string[]>`array(
    select id from ${sql.table(table)} where deleted_at is null and ${inCompany} and ${like(indexed)} and ${right}
    union all
    select id from ${sql.table(table)} where deleted_at is not null and ${inCompany} and ${right})`;
  const { rows } = await sql<Named>`select
    array(select id from administrations where ${inCompany} and ${like('norm(name)')}) as administrations,
    ${of('customer_relations', 'search_text', like('norm(name)'))} as relations,
    ${of('contact_persons', 'search_text', named)} as contacts,
    array(select id from users where deleted_at is null and ${like(`norm(first_name || ' ' || last_name || ' ' || email)`)} and ${named}
      union all select id from users where deleted_at is not null and ${named}) as users`.execute(db);
  const found = rows[0] ?? { administrations: [], relations: [], contacts: [], users: [] };
  return { text: term.text, ...found };
}

const ids = (list: readonly string[]) => sql`${[...list]}::uuid[]`;

/**
 * The conditions on the texts of an order itself. Folded where they stand an index finds them; for rows that are looked
 * at one by one the text is folded once, and not a row at a time.
 */
function ownTexts({ text }: ResolvedTerm, isOneByOne: boolean): RawBuilder<SqlBool>[] {
  const reference = referenceText(text, isOneByOne);
  // Digits can be written in more ways than one.
  return /^[\d-]+$/.test(text.normalize('NFKC')) ? [reference, numberText(text, isOneByOne)] : [reference];
}

function numberText(text: string, isOneByOne: boolean): RawBuilder<SqlBool> {
  // Four digits and a dash stand at the head of a number only.
  if (isYearNumber(text)) return sql<SqlBool>`work_orders.year_number like ${`${text}%`}`;
  const given = `%${escapePattern(text)}%`;
  return sql<SqlBool>`work_orders.year_number like ${isOneByOne ? sql`(select norm(${given}))` : sql`norm(${given})`}`;
}

function referenceText(text: string, isOneByOne: boolean): RawBuilder<SqlBool> {
  const given = `%${escapePattern(text)}%`;
  const pattern = isOneByOne ? sql`(select norm(${given}))` : sql`norm(${given})`;
  const telling = isOneByOne ? null : tellingPart(text);
  // A head that all references share has long lists in the index: the part with digits finds, the whole decides.
  return telling === null
    ? sql<SqlBool>`work_orders.search_reference like ${pattern}`
    : sql<SqlBool>`(work_orders.search_reference like norm(${`%${telling}%`}) and work_orders.search_reference || '' like ${pattern})`;
}

// Hashed once; `any` of a parameter goes through the whole list for each row, and a join would hash it for each row.
const oneOf = (list: readonly string[]) => sql`(select unnest(${ids(list)}))`;

/**
 * Whether an order bears the term: for rows that are looked at one by one. An `exists` would now and then be planned as a
 * set of all orders of all those people (120 ms in the place of 5 at a million orders); what has a limit never is.
 */
export function bears(term: ResolvedTerm): RawBuilder<SqlBool> {
  const { contacts, users } = term;
  const conditions = [itself(term)];
  if (contacts.length > 0)
    conditions.push(sql<SqlBool>`(select true from work_order_contacts sc where sc.company_id = work_orders.company_id
      and sc.work_order_id = work_orders.id and (sc.contact_person_id in ${oneOf(contacts)}) is true limit 1)`);
  if (users.length > 0)
    conditions.push(sql<SqlBool>`(select true from work_order_users su where su.company_id = work_orders.company_id
      and su.work_order_id = work_orders.id and (su.user_id in ${oneOf(users)}) is true limit 1)`);
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** Whether the row of an order says so itself, without its people. */
function itself(term: ResolvedTerm): RawBuilder<SqlBool> {
  const { administrations, relations } = term;
  const conditions = ownTexts(term, true);
  if (administrations.length > 0)
    conditions.push(sql<SqlBool>`work_orders.administration_id in ${oneOf(administrations)}`);
  if (relations.length > 0)
    conditions.push(sql<SqlBool>`work_orders.customer_relation_id in ${oneOf(relations)}`);
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

const key = sql`work_orders.id, work_orders.created_at, work_orders.number`;
const newest = sql`order by work_orders.created_at desc, work_orders.number desc, work_orders.id desc`;
const linkKey = sql`l.work_order_id as id, l.created_at, l.number`;

/**
 * Every order that bears a term, by id: a union of what each index finds. `most` takes that many of the newest of each,
 * which is all that a page of that depth can show, with their place in the list; orders in the trash are among those
 * without.
 */
export function bearers(scope: Scope, term: ResolvedTerm, most: number | null): RawBuilder<unknown> {
  return sql.join(sourcesOf(scope, term, most), sql` union `);
}

function sourcesOf(scope: Scope, term: ResolvedTerm, most: number | null): RawBuilder<unknown>[] {
  const heads = numberHeads(term.text);
  const own = heads
    ? [ownBranch(scope, referenceText(term.text, false), most), headBranch(scope, heads, most)]
    : ownTexts(term, false).map((condition) => ownBranch(scope, condition, most));
  return [
    ...own,
    ...byColumn(scope, 'administration_id', term.administrations, most),
    ...byColumn(scope, 'customer_relation_id', term.relations, most),
    ...byLink(scope, { table: 'work_order_contacts', column: 'contact_person_id' }, term.contacts, most),
    ...byLink(scope, { table: 'work_order_users', column: 'user_id' }, term.users, most),
  ];
}

function ownBranch(scope: Scope, condition: RawBuilder<SqlBool>, most: number | null): RawBuilder<unknown> {
  const where = sql`from work_orders where ${within(wide(scope), 'work_orders.company_id')} and ${condition}`;
  return most === null ? sql`select work_orders.id ${where}` : sql`(select ${key} ${where} and work_orders.deleted_at is null ${newest} limit ${most})`;
}

// A short number begins very many: its newest come from an index by the first two digits that stands in their order.
function headBranch(scope: Scope, { year, heads }: NumberHeads, most: number | null): RawBuilder<unknown> {
  const company = within(wide(scope), 'work_orders.company_id');
  const those = sql`${company} and work_orders.year = ${year}::smallint and work_orders.deleted_at is null and left(work_orders.number::text, 2)`;
  if (most === null) return sql`select work_orders.id from work_orders where ${those} = any(${[...heads]}::text[])`;
  return sql`select o.* from unnest(${[...heads]}::text[]) e(head) cross join lateral (
    select ${key} from work_orders where ${those} = e.head ${newest} limit ${most}) o`;
}

// What is one's own is decided where the list is, not here.
function wide(scope: Scope): Scope {
  return scope.reach === 'user' ? { ...scope, reach: 'company' } : scope;
}

function byColumn(
  scope: Scope,
  column: string,
  given: readonly string[],
  most: number | null,
): RawBuilder<unknown>[] {
  if (given.length === 0) return [];
  const company = within(wide(scope), 'work_orders.company_id');
  const at = sql.ref(`work_orders.${column}`);
  if (most === null)
    return [sql`select work_orders.id from work_orders where ${company} and ${at} = any(${ids(given)})`];
  // A stretch of one and not an equality, and sorted by it: only the index of this column stands in that order. Of one
  // without orders the planner would else walk through all the newest.
  return [
    sql`select o.* from unnest(${ids(given)}) e(id) cross join lateral (
      select ${key} from work_orders where ${company} and ${at} >= e.id and ${at} <= e.id and work_orders.deleted_at is null
      order by ${at} desc, work_orders.created_at desc, work_orders.number desc, work_orders.id desc limit ${most}) o`,
  ];
}

function byLink(
  scope: Scope,
  link: { readonly table: string; readonly column: string },
  given: readonly string[],
  most: number | null,
): RawBuilder<unknown>[] {
  if (given.length === 0) return [];
  const company = within(wide(scope), 'l.company_id');
  const table = sql.table(link.table);
  const at = sql.ref(`l.${link.column}`);
  if (most === null)
    return [sql`select l.work_order_id as id from ${table} l where ${company} and ${at} = any(${ids(given)})`];
  return [
    sql`select o.* from unnest(${ids(given)}) e(id) cross join lateral (
      select ${linkKey} from ${table} l
      join work_orders w on w.company_id = l.company_id and w.id = l.work_order_id and w.deleted_at is null
      where ${company} and ${at} = e.id
      order by l.created_at desc, l.number desc, l.work_order_id desc limit ${most}) o`,
  ];
}

// As many as show what one order in a few hundred bears.
const sampled = 1000;

/** Looks at some orders, the newest first, how widely each term is borne: whoever searches for several wants the rarest first. */
export async function breadths(db: Db, scope: Scope, terms: readonly ResolvedTerm[]): Promise<readonly Breadth[]> {
  const company = within(wide(scope), 'work_orders.company_id');
  const shares = terms.flatMap((term) => [bears(term), itself(term)]).map((one) => sql`(count(*) filter (where ${one}))::real / greatest(count(*), 1)`);
  const { rows } = await sql<{ shares: number[] }>`select array[${sql.join(shares)}]::real[] as shares from (
    select ${lookedAt} from work_orders where ${company} and work_orders.deleted_at is null ${newest} limit ${sampled}) work_orders`.execute(db);
  const [{ shares: found } = { shares: [] }] = rows;
  return terms.map((_, at) => ({ any: found[2 * at] ?? 0, own: found[2 * at + 1] ?? 0 }));
}

/** What is read of an order to see whether it bears a term. */
const lookedAt = sql`work_orders.company_id, work_orders.id, work_orders.created_at, work_orders.number, work_orders.year_number,
  work_orders.search_reference, work_orders.administration_id, work_orders.customer_relation_id`;

/** The orders that bear every term, by id: each once. */
export function bearersOfAll(scope: Scope, plan: Plan): RawBuilder<unknown> {
  return plan.rows.length === 0 ? met(scope, plan.sets) : sql`select o.id from (${ordersOfAll(scope, plan)}) o`;
}

// What meets another set need not be made single before.
function met(scope: Scope, sets: readonly ResolvedTerm[]): RawBuilder<unknown> {
  const [only] = sets;
  if (only && sets.length === 1) return bearers(scope, only, null);
  return sql.join(sets.map((term) => sql`(${sql.join(sourcesOf(scope, term, null), sql` union all `)})`), sql` intersect `);
}

// Up to so large a part of all orders they are sooner fetched one by one than met with a look at all.
const mostFetched = 0.06;

/**
 * The orders that bear every term, with their place in the list. What is looked at order by order is fenced off: else it
 * would be looked at on every order of the company before the sets say which are left.
 */
export function ordersOfAll(scope: Scope, { sets, rows, share }: Plan): RawBuilder<unknown> {
  const all = sql`select ${lookedAt} from work_orders where ${within(wide(scope), 'work_orders.company_id')} and work_orders.deleted_at is null`;
  const left =
    sets.length === 0
      ? all
      : share < mostFetched
        ? sql`select o.* from (${met(scope, sets)}) u cross join lateral (${all} and work_orders.id = u.id offset 0) o`
        : sql`${all} and work_orders.id in (select u.id from (${met(scope, sets)}) u) offset 0`;
  const conditions = rows.length === 0 ? sql`true` : sql.join(rows.map(bears), sql` and `);
  return sql`select work_orders.id, work_orders.created_at, work_orders.number from (${left}) work_orders where ${conditions}`;
}

/** Orders that bear every term, as a condition on a list of orders. */
export function bearsAll(scope: Scope, plan: Plan): RawBuilder<SqlBool> {
  return sql<SqlBool>`work_orders.id in (select s.id from (${bearersOfAll(scope, plan)}) s)`;
}

/** How many of these orders are not in the trash; `ids` is a name, or a statement between brackets, with a column `id`. */
export function countAmong(scope: Scope & { reach: 'company' }, ids: RawBuilder<unknown>): RawBuilder<{ count: number }> {
  return sql`select count(*) as count from ${ids} u
    where u.id not in (select id from work_orders where company_id = ${scope.companyId} and deleted_at is not null)`;
}

/** How many orders bear a term: counted once each, without what is in the trash. */
export function countBearers(scope: Scope & { reach: 'company' }, term: ResolvedTerm): RawBuilder<{ count: number }> {
  const company = sql`work_orders.company_id = ${scope.companyId}`;
  // An administration has most orders of its company: those are sooner looked at than put together, unless people have to
  // be looked at too.
  if (term.administrations.length > 0 && term.contacts.length + term.users.length === 0) {
    const named = [sql<SqlBool>`work_orders.administration_id in ${oneOf(term.administrations)}`];
    if (term.relations.length > 0) named.push(sql<SqlBool>`work_orders.customer_relation_id in ${oneOf(term.relations)}`);
    return sql`select count(*) as count from work_orders where ${company} and deleted_at is null
      and (${sql.join([...named, ...ownTexts(term, true)], sql` or `)})`;
  }
  return countAmong(scope, sql`(${bearers(scope, term, null)})`);
}
