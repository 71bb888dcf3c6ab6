import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { escapePattern } from '#server/platform/db/list-sql.ts';
import { scopedStatement, type Slot } from '#server/platform/db/statement.ts';
import {
  type Breadth,
  hasManyDigits,
  hasTrigrams,
  isYearNumber,
  numberHeads,
  type NumberHeads,
  type SearchPlan,
  type SearchTerm,
  tellingPart,
} from './search.rules.ts';

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
  const { text } = term;
  const found = await named[asOf(term)][hasTrigrams(text) ? 'indexed' : 'looked'].first(db, scope, {
    pattern: patternOf(text),
  });
  return { text, ...(found ?? { administrations: [], relations: [], contacts: [], users: [] }) };
}

/** How a text is held against the names of people: each apart, both at once with what no text has between, or as one text. */
export type NamedAs = 'apart' | 'lines' | 'whole';

/** To fold both names at once halves the time of it. */
export const asOf = ({ text, isFullName }: SearchTerm): NamedAs =>
  isFullName ? 'whole' : text.includes('\n') ? 'apart' : 'lines';

// Of a pattern that stands in a subquery the planner knows nothing: for two letters it would go through a whole index of trigrams,
// which has none of them, and through all rows behind it. For a text in another collation than the index has, it cannot.
const unindexedNames = 'search_text collate "C"';

const named = { apart: namedBoth('apart'), lines: namedBoth('lines'), whole: namedBoth('whole') };

function namedBoth(as: NamedAs) {
  return { indexed: namedBy(as, 'search_text'), looked: namedBy(as, unindexedNames) };
}

function namedBy(as: NamedAs, searched: string) {
  return scopedStatement((_db, scope, slot: Slot<'pattern'>) => {
    const { administrations, relations, contacts, users } = bearing(
      scope,
      sql`(select norm(${slot('pattern')}))`,
      as,
      searched,
    );
    return sql<Named>`select array(${administrations}) as administrations, array(${relations}) as relations,
      array(${contacts}) as contacts, array(${users}) as users`;
  });
}

/** The text of a term as a pattern of `like`, before it is folded. */
export const patternOf = (text: string) => `%${escapePattern(text)}%`;

/**
 * Statements of the ids of everything named by a folded pattern, which no plan may know beforehand (a subquery, or a column):
 * then PostgreSQL knows no more of it when it is told than before, and keeps one plan for all. `finding` is another pattern, that
 * an index finds sooner: whatever has the first has it too.
 */
export function bearing(
  scope: Scope,
  pattern: RawBuilder<unknown>,
  as: NamedAs,
  searched = 'search_text',
  finding = pattern,
): Readonly<Record<keyof Named, RawBuilder<unknown>>> {
  const like = (column: string, sought = pattern) => sql<SqlBool>`${sql.raw(column)} like ${sought}`;
  const person = {
    apart: sql<SqlBool>`(${like('norm(first_name)')} or ${like('norm(last_name)')})`,
    lines: like(`norm(first_name || E'\\n' || last_name)`),
    // What one of the names has, both have.
    whole: like(`norm(first_name || ' ' || last_name)`),
  }[as];
  // The indexed texts hold more than the name: they find, the name decides. Who is in the trash is on orders of before still.
  const inCompany = within(wide(scope), 'company_id');
  return {
    administrations: sql`select id from administrations where ${inCompany} and ${like('norm(name)')}`,
    relations: sql`select id from customer_relations where ${inCompany} and ${like(searched, finding)} and ${like('norm(name)')}`,
    contacts: sql`select id from contact_persons where ${inCompany} and ${like(searched, finding)} and ${person}`,
    users: sql`select id from users where ${like(searched, finding)} and ${person}`,
  };
}

/** A list of ids as a parameter. */
export const ids = (list: readonly string[]) => sql`${[...list]}::uuid[]`;

/**
 * The conditions on the texts of an order itself. Folded where they stand an index finds them; for rows that are looked
 * at one by one the text is folded once, and not a row at a time.
 */
function ownTexts({ text }: ResolvedTerm, isOneByOne: boolean): RawBuilder<SqlBool>[] {
  const reference = referenceText(text, isOneByOne);
  // Digits can be written in more ways than one.
  return /^[\d-]+$/.test(text.normalize('NFKC')) ? [reference, numberText(text, isOneByOne)] : [reference];
}

// For rows that are looked at: no index either.
const looked = (column: string, pattern: string) =>
  sql<SqlBool>`${sql.ref(column)} collate "C" like (select norm(${pattern}))`;

function numberText(text: string, isOneByOne: boolean): RawBuilder<SqlBool> {
  // Four digits and a dash stand at the head of a number only.
  if (isYearNumber(text)) return sql<SqlBool>`work_orders.year_number like ${`${text}%`}`;
  const given = patternOf(text);
  return isOneByOne
    ? looked('work_orders.year_number', given)
    : sql<SqlBool>`work_orders.year_number like norm(${given})`;
}

function referenceText(text: string, isOneByOne: boolean): RawBuilder<SqlBool> {
  const given = patternOf(text);
  if (isOneByOne) return looked('work_orders.search_reference', given);
  const telling = tellingPart(text);
  // A head that all references share has long lists in the index: the part with digits finds, the whole decides.
  return telling === null
    ? sql<SqlBool>`work_orders.search_reference like norm(${given})`
    : sql<SqlBool>`(work_orders.search_reference like norm(${`%${telling}%`}) and work_orders.search_reference || '' like norm(${given}))`;
}

// Hashed once; `any` of a parameter goes through the whole list for each row, and a join would hash it for each row.
const oneOf = (list: readonly string[]) => sql`(select unnest(${ids(list)}))`;

/**
 * Whether an order bears the term: for rows that are looked at one by one. An `exists` would now and then be planned as a
 * set of all orders of all those people (120 ms in the place of 5 at a million orders); what has a limit never is.
 */
export function bears(term: ResolvedTerm): RawBuilder<SqlBool> {
  return itselfOrLinked(term, (link, people) => {
    const { table, column } = links[link];
    return sql<SqlBool>`(select true from ${sql.table(table)} l where l.company_id = work_orders.company_id
      and l.work_order_id = work_orders.id and (${sql.ref(`l.${column}`)} in ${oneOf(people)}) is true limit 1)`;
  });
}

/** The same for tens of thousands of rows, where such a set is cheaper than as many looks: the planner chooses. */
export function bearsOfMany(term: ResolvedTerm): RawBuilder<SqlBool> {
  return itselfOrLinked(term, (link, people) => {
    const { table, column } = links[link];
    return sql<SqlBool>`exists (select from ${sql.table(table)} l where l.company_id = work_orders.company_id
      and l.work_order_id = work_orders.id and ${sql.ref(`l.${column}`)} = any(${ids(people)}))`;
  });
}

function itselfOrLinked(
  term: ResolvedTerm,
  linked: (link: keyof typeof links, people: readonly string[]) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const { contacts, users } = term;
  const conditions = [itself(term)];
  if (contacts.length > 0) conditions.push(linked('contacts', contacts));
  if (users.length > 0) conditions.push(linked('users', users));
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** Whether the texts of an order bear the term. */
export const saying = (term: ResolvedTerm) => sql<SqlBool>`(${sql.join(ownTexts(term, true), sql` or `)})`;

/** The orders whose texts bear the term: a condition for each index that finds them. */
export function says(scope: Scope, term: ResolvedTerm): RawBuilder<SqlBool>[] {
  return ownTexts(term, false).map(
    (condition, at) => sql<SqlBool>`${companyFor(scope, term.text, at)} and ${condition}`,
  );
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

/** What an order is known and placed by. */
export const key = sql`work_orders.id, work_orders.created_at, work_orders.number`;
/** The order of the list. */
export const newest = sql`order by work_orders.created_at desc, work_orders.number desc, work_orders.id desc`;
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
  const [reference, ...number] = ownTexts(term, false).map((condition, at) =>
    ownBranch(companyFor(scope, term.text, at), condition, most),
  );
  const heads = numberHeads(term.text);
  return [
    ...(reference ? [reference] : []),
    ...(heads ? [headBranch(scope, heads, most)] : number),
    ...byColumn(scope, 'administration_id', term.administrations, most),
    ...byColumn(scope, 'customer_relation_id', term.relations, most),
    ...byLink(scope, 'contacts', term.contacts, most),
    ...byLink(scope, 'users', term.users, most),
  ];
}

// Several digits are on few orders of all companies together: to go through those of the company beside them in an index
// of trigrams takes ten times as long. The number that begins with a text is found by another index, company first.
function companyFor(scope: Scope, text: string, at: number): Expression<SqlBool> {
  const company = within(wide(scope), 'work_orders.company_id');
  return hasManyDigits(text) && !(at === 1 && isYearNumber(text)) ? unindexed(company) : company;
}

/** A condition that is held against what was found, and finds nothing itself. */
export const unindexed = (condition: Expression<SqlBool>) => sql<SqlBool>`(${condition}) is true`;

function ownBranch(
  company: Expression<SqlBool>,
  condition: RawBuilder<SqlBool>,
  most: number | null,
): RawBuilder<unknown> {
  const where = sql`from work_orders where ${company} and ${condition}`;
  return most === null
    ? sql`select work_orders.id ${where}`
    : sql`(select ${key} ${where} and work_orders.deleted_at is null ${newest} limit ${most})`;
}

// A short number begins very many: its newest come from an index by the first two digits that stands in their order.
function headBranch(scope: Scope, { year, heads }: NumberHeads, most: number | null): RawBuilder<unknown> {
  const company = within(wide(scope), 'work_orders.company_id');
  const those = sql`${company} and work_orders.year = ${year}::smallint and work_orders.deleted_at is null and left(work_orders.number::text, 2)`;
  if (most === null)
    return sql`select work_orders.id from work_orders where ${those} = any(${[...heads]}::text[])`;
  return sql`select o.* from unnest(${[...heads]}::text[]) e(head) cross join lateral (
    select ${key} from work_orders where ${those} = e.head ${newest} limit ${most}) o`;
}

// What is one's own is decided where the list is, not here.
function wide(scope: Scope): Scope {
  return scope.reach === 'user' ? { ...scope, reach: 'company' } : scope;
}

function byColumn(
  scope: Scope,
  column: OwnerColumn,
  given: readonly string[],
  most: number | null,
): RawBuilder<unknown>[] {
  if (given.length === 0) return [];
  if (most !== null) return [newestBy(scope, sql`unnest(${ids(given)})`, column, sql`${most}`)];
  return [
    sql`select work_orders.id from work_orders where ${within(wide(scope), 'work_orders.company_id')}
    and ${sql.ref(`work_orders.${column}`)} = any(${ids(given)})`,
  ];
}

type OwnerColumn = 'administration_id' | 'customer_relation_id';

/**
 * The newest orders of each of these administrations or relations, by their place in the list. A stretch of one and not an
 * equality, and sorted by it: only the index of this column stands in that order. Of one without orders the planner would
 * else walk through all the newest.
 */
export function newestBy(
  scope: Scope,
  those: RawBuilder<unknown>,
  column: OwnerColumn,
  most: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const at = sql.ref(`work_orders.${column}`);
  return sql`select o.* from ${those} e(id) cross join lateral (
    select ${key} from work_orders where ${within(wide(scope), 'work_orders.company_id')} and ${at} >= e.id and ${at} <= e.id
      and work_orders.deleted_at is null
    order by ${at} desc, work_orders.created_at desc, work_orders.number desc, work_orders.id desc limit ${most}) o`;
}

interface Link {
  readonly table: 'work_order_contacts' | 'work_order_users';
  readonly column: string;
}

const links = {
  contacts: { table: 'work_order_contacts', column: 'contact_person_id' },
  users: { table: 'work_order_users', column: 'user_id' },
} as const satisfies Record<string, Link>;

function byLink(
  scope: Scope,
  link: keyof typeof links,
  given: readonly string[],
  most: number | null,
): RawBuilder<unknown>[] {
  if (given.length === 0) return [];
  if (most !== null) return [newestLinked(scope, sql`unnest(${ids(given)})`, link, sql`${most}`)];
  const { table, column } = links[link];
  return [
    sql`select l.work_order_id as id from ${sql.table(table)} l where ${within(wide(scope), 'l.company_id')}
    and ${sql.ref(`l.${column}`)} = any(${ids(given)})`,
  ];
}

/** The newest orders of each of these people, by their place in the list. */
export function newestLinked(
  scope: Scope,
  those: RawBuilder<unknown>,
  link: keyof typeof links,
  most: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { table, column } = links[link];
  return sql`select o.* from ${those} e(id) cross join lateral (
    select ${linkKey} from ${sql.table(table)} l
    join work_orders w on w.company_id = l.company_id and w.id = l.work_order_id and w.deleted_at is null
    where ${within(wide(scope), 'l.company_id')} and ${sql.ref(`l.${column}`)} = e.id
    order by l.created_at desc, l.number desc, l.work_order_id desc limit ${most}) o`;
}

// As many as show what one order in a few hundred bears.
const sampled = 1000;

/** The newest orders, as many as are looked at for a guess. */
export function newestSampled(scope: Scope, many = sampled): RawBuilder<unknown> {
  return sql`select ${lookedAt} from work_orders where ${within(wide(scope), 'work_orders.company_id')} and work_orders.deleted_at is null
    ${newest} limit ${sql.lit(many)}`;
}

/** Looks at some orders, the newest first, how widely each term is borne: whoever searches for several wants the rarest first. */
export async function breadths(
  db: Db,
  scope: Scope,
  terms: readonly ResolvedTerm[],
): Promise<readonly Breadth[]> {
  const shares = terms
    .flatMap((term) => [bears(term), itself(term)])
    .map((one) => sql`(count(*) filter (where ${one}))::real / greatest(count(*), 1)`);
  const { rows } = await sql<{
    shares: number[];
  }>`select array[${sql.join(shares)}]::real[] as shares from (${newestSampled(scope)}) work_orders`.execute(
    db,
  );
  const [{ shares: found } = { shares: [] }] = rows;
  return terms.map((_, at) => ({ any: found[2 * at] ?? 0, own: found[2 * at + 1] ?? 0 }));
}

/** What is read of an order to see whether it bears a term. */
export const lookedAt = sql`work_orders.company_id, work_orders.id, work_orders.created_at, work_orders.number, work_orders.year_number,
  work_orders.search_reference, work_orders.administration_id, work_orders.customer_relation_id`;

/** The orders that bear every term, by id: each once. */
export function bearersOfAll(scope: Scope, plan: Plan): RawBuilder<unknown> {
  return plan.rows.length === 0
    ? met(scope, plan.sets)
    : sql`select o.id from (${ordersOfAll(scope, plan)}) o`;
}

// What meets another set need not be made single before.
function met(scope: Scope, sets: readonly ResolvedTerm[]): RawBuilder<unknown> {
  const [only] = sets;
  if (only && sets.length === 1) return bearers(scope, only, null);
  return sql.join(
    sets.map((term) => sql`(${sql.join(sourcesOf(scope, term, null), sql` union all `)})`),
    sql` intersect `,
  );
}

// Up to so large a part of all orders they are sooner fetched one by one than met with a look at all.
const maxFetched = 0.06;

/**
 * The orders that bear every term, with their place in the list. What is looked at order by order is fenced off: else it
 * would be looked at on every order of the company before the sets say which are left.
 */
export function ordersOfAll(scope: Scope, { sets, rows, share }: Plan): RawBuilder<unknown> {
  const all = sql`select ${lookedAt} from work_orders where ${within(wide(scope), 'work_orders.company_id')} and work_orders.deleted_at is null`;
  const left =
    sets.length === 0
      ? all
      : share < maxFetched
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
export function countAmong(
  scope: Scope & { reach: 'company' },
  ids: RawBuilder<unknown>,
): RawBuilder<{ count: number }> {
  return sql`select count(*) as count from ${ids} u
    where u.id not in (select id from work_orders where company_id = ${scope.companyId} and deleted_at is not null)`;
}

// Where more say a text themselves, the people of the others are sooner looked up than all are put together.
const maxSaid = 0.8;

/** How many orders bear a term: counted once each, without what is in the trash. */
export async function countBearers(
  db: Db,
  scope: Scope & { reach: 'company' },
  term: ResolvedTerm,
): Promise<number> {
  const { administrations, contacts, users } = term;
  const hasPeople = contacts.length + users.length > 0;
  const isShort = !hasTrigrams(term.text);
  const [own] = isShort && hasPeople ? await breadths(db, scope, [term]) : [];
  // An administration has most orders of its company, and less than three letters or digits no index finds: each order is
  // looked at sooner than put together. Not its people: those bring their orders.
  const isLook = isShort || (administrations.length > 0 && !hasPeople);
  const all = sql`from work_orders where work_orders.company_id = ${scope.companyId} and deleted_at is null and`;
  const counting = () => {
    if (!isLook) return countAmong(scope, sql`(${bearers(scope, term, null)})`);
    if (!hasPeople || (own && own.own > maxSaid))
      return sql<{ count: number }>`select count(*) as count ${all} ${bears(term)}`;
    const linked = [...byLink(scope, 'contacts', contacts, null), ...byLink(scope, 'users', users, null)];
    return countAmong(
      scope,
      sql`(${sql.join([sql`select work_orders.id ${all} ${itself(term)}`, ...linked], sql` union `)})`,
    );
  };
  const { rows } = await counting().execute(db);
  return rows[0]?.count ?? 0;
}
