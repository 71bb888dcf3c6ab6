import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import { type Db, executeLater } from '#server/platform/db/database.ts';
import { escapePattern } from '#server/platform/db/list-sql.ts';
import type { Tables } from '#server/platform/db/schema.ts';
import { spreadOver } from '#server/platform/db/spread.ts';
import type { Slot, Values } from '#server/platform/db/statement.ts';
import { hasManyDigits, isIndexed, isYearNumber, piecesOf } from './search.rules.ts';

// Full names as one text, which the filters of product 2.7 look in too; what stands on two lines is never found as one.
const searchText = sql`norm(concat_ws(E'\n', o.reference, o.year_number,
  (select a.name from administrations a where a.company_id = o.company_id and a.id = o.administration_id),
  (select r.name from customer_relations r where r.company_id = o.company_id and r.id = o.customer_relation_id),
  (select string_agg(p.first_name || ' ' || p.last_name, E'\n')
    from work_order_contacts c join contact_persons p on p.company_id = c.company_id and p.id = c.contact_person_id
    where c.company_id = o.company_id and c.work_order_id = o.id),
  (select string_agg(u.first_name || ' ' || u.last_name, E'\n')
    from work_order_users l join users u on u.id = l.user_id
    where l.company_id = o.company_id and l.work_order_id = o.id)))`;

/**
 * Stores what these orders are searched by. Whatever writes the reference, administration, relation or people of an order
 * calls it in its transaction, with the order locked.
 */
export async function indexOrders(db: Db, where: RawBuilder<SqlBool>): Promise<void> {
  const orders = sql<Indexed>`select o.company_id, o.id as work_order_id, o.created_at, o.number, ${searchText} as text
    from work_orders o where ${where}`;
  // A spread database would ask all servers for rows that come out of a query.
  const from = spreadOver() === 0 ? orders : valuesOf((await orders.execute(db)).rows);
  if (from === null) return;
  await executeLater(
    db,
    sql`insert into work_order_search as s (company_id, work_order_id, created_at, number, text) ${from}
      on conflict (company_id, work_order_id) do update set text = excluded.text where s.text <> excluded.text`,
  );
}

type Indexed = Selectable<Tables['work_order_search']>;

const valuesOf = (rows: readonly Indexed[]): RawBuilder<unknown> | null =>
  rows.length === 0
    ? null
    : sql`values ${sql.join(
        rows.map(
          (row) =>
            sql`(${row.company_id}::uuid, ${row.work_order_id}::uuid, ${row.created_at}::timestamptz, ${row.number}::integer, ${row.text}::text)`,
        ),
      )}`;

/** Like `indexOrders`, of one order. */
export const indexOrder = (db: Db, companyId: string, id: string): Promise<void> =>
  indexOrders(db, sql<SqlBool>`o.company_id = ${companyId} and o.id = ${id}`);

/** Whose name stands on orders. */
export type NamedTable = 'users' | 'contact_persons' | 'customer_relations' | 'administrations';

const ordersOf: Readonly<Record<NamedTable, (id: string) => RawBuilder<unknown>>> = {
  users: (id) => sql`select company_id, work_order_id from work_order_users where user_id = ${id}`,
  contact_persons: (id) =>
    sql`select company_id, work_order_id from work_order_contacts where contact_person_id = ${id}`,
  customer_relations: (id) =>
    sql`select company_id, id as work_order_id from work_orders where customer_relation_id = ${id}`,
  administrations: (id) =>
    sql`select company_id, id as work_order_id from work_orders where administration_id = ${id}`,
};

/** The orders that show the name of this record, newest first. */
export async function listOrdersOf(
  db: Db,
  { companyId, table, id }: { readonly companyId: string; readonly table: NamedTable; readonly id: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select s.work_order_id as id from work_order_search s
    join (${ordersOf[table](id)}) o on o.company_id = s.company_id and o.work_order_id = s.work_order_id
    where s.company_id = ${companyId} order by s.created_at desc, s.number desc`.execute(db);
  return rows.map((row) => row.id);
}

/** Updates what these orders are searched by. Locked first: the text is then made of what other writers committed. */
export async function reindexOrders(db: Db, companyId: string, ids: readonly string[]): Promise<void> {
  const those = sql`${[...ids]}::uuid[]`;
  await db.transaction().execute(async (tx) => {
    await sql`select from work_order_search where company_id = ${companyId} and work_order_id = any(${those})
      order by work_order_id for update`.execute(tx);
    await indexOrders(tx, sql<SqlBool>`o.company_id = ${companyId} and o.id = any(${those})`);
  });
}

/** How terms are looked for, one letter each, in upper case where the index finds them: statements are kept by it. */
export const shapeOf = (terms: readonly string[]): string =>
  terms
    .map((term) => {
      const kind = terms.length === 1 && isYearNumber(term) ? 'n' : hasManyDigits(term) ? 'd' : 'w';
      return isIndexed(term) ? kind.toUpperCase() : kind;
    })
    .join('');

/** Whether the index finds any of the terms. */
export const usesIndex = (shape: string): boolean => /[A-Z]/.test(shape);

/** Whether the only term is the number of an order. */
export const isNumberShape = (shape: string): boolean => shape.toLowerCase() === 'n';

/** The values of terms in a statement: each in full, and as the index finds it. */
export function valuesOfTerms(terms: readonly string[]): Values<string> {
  return Object.fromEntries(
    terms.flatMap((term, index) => [
      [`term ${index}`, `%${escapePattern(term)}%`],
      [`pieces ${index}`, `%${piecesOf(term).map(escapePattern).join('%')}%`],
    ]),
  );
}

// Folded in a subquery, so that PostgreSQL keeps one plan for all values. A concatenation is no column of an index.
const like = (text: RawBuilder<unknown>, pattern: string) =>
  sql<SqlBool>`${text} like (select norm(${pattern}))`;

/** Whether the text of `s` contains every term: for rows that are read one by one. */
export function containsTerms(shape: string, slot: Slot<string>): RawBuilder<SqlBool> {
  const all = [...shape].map((_, index) => like(sql`s.text || ''`, slot(`term ${index}`)));
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`;
}

/** The rows of `work_order_search s` within a scope that contain every term, found by the index. */
export function foundByIndex(scope: Scope, shape: string, slot: Slot<string>): RawBuilder<unknown> {
  const found = [...shape].flatMap((kind, index) =>
    usesIndex(kind) ? [like(sql`s.text`, slot(`pieces ${index}`))] : [],
  );
  // Many digits are on few orders of all companies together: to intersect those of the company takes ten times as long.
  // A spread database has to see the company, by which it knows the server.
  const isUnindexed = /[DN]/.test(shape) && spreadOver() === 0;
  const company = isUnindexed ? sql`(${searchedBy(scope)}) is true` : searchedBy(scope);
  return sql`from work_order_search s where ${sql.join([company, ...found, containsTerms(shape, slot)], sql` and `)}`;
}

/** The rows of `s` that a search looks at; which are the caller's own is decided by the list. */
export function searchedBy(scope: Scope) {
  return within(scope.reach === 'user' ? { ...scope, reach: 'company' } : scope, 's.company_id');
}
