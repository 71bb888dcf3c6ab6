import { sql, type SqlBool } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import type { Rec, Row } from '#contract/resource.ts';
import { type workOrders, workOrderStatus } from '#contract/workorders/work-orders.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { changedBy, madeBy, removedBy } from '#server/platform/db/record.ts';
import { scopedStatement, type Slot } from '#server/platform/db/statement.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import { ownOrder } from './reach.ts';
import { type FoundPage, searchCondition, searchPage } from './search.list.ts';
import { takeSearch } from './search.rules.ts';
import { columns, contactPersonsOf, usersOf } from './work-orders.columns.ts';

type WorkOrder = Rec<typeof workOrders>;
type WorkOrderRow = Row<typeof workOrders>;

/** What is stored of an order; undefined stays as it is, and is empty on a new one. */
export interface OrderValues {
  readonly administration_id: string;
  readonly reference: string;
  readonly invoice_number: string | undefined;
  readonly printing_company: string | undefined;
  readonly diffuser: string | undefined;
  readonly publisher: string | undefined;
  readonly status: number | undefined;
  readonly first_test_date: string | null | undefined;
  readonly printing_company_date: string | null | undefined;
  readonly diffuser_date: string | null | undefined;
  readonly delivery_date: string | null | undefined;
  readonly number_of_offers_sent: number | undefined;
  readonly estimated_minutes: number | null | undefined;
}

const slowness = '10 minutes';

/** The orders within the scope, with the tables that lists sort and search by; those that nothing names cost nothing. */
function inScope(db: Db, scope: Scope) {
  return db
    .selectFrom('work_orders')
    .leftJoin('administrations as a', (join) =>
      join
        .onRef('a.company_id', '=', 'work_orders.company_id')
        .onRef('a.id', '=', 'work_orders.administration_id'),
    )
    .leftJoin('customer_relations as r', (join) =>
      join
        .onRef('r.company_id', '=', 'work_orders.company_id')
        .onRef('r.id', '=', 'work_orders.customer_relation_id'),
    )
    .where('work_orders.deleted_at', 'is', null)
    .where(within(scope, 'work_orders.company_id', ownOrder));
}

function visible(db: Db, scope: Scope, now: string) {
  return inScope(db, scope).select([
    'work_orders.id',
    'work_orders.company_id as companyId',
    'work_orders.year',
    'work_orders.number',
    'work_orders.year_number as yearNumber',
    'work_orders.created_at as createdAt',
    'work_orders.administration_id as administrationId',
    'a.name as administrationName',
    'work_orders.invoice_number as invoiceNumber',
    'work_orders.reference',
    'r.id as relationId',
    'r.tag as relationTag',
    'r.name as relationName',
    contactPersonsOf.as('contactPersons'),
    usersOf.as('assignedUsers'),
    'work_orders.status',
    'work_orders.first_test_date as firstTestDate',
    'work_orders.printing_company_date as printingCompanyDate',
    'work_orders.diffuser_date as diffuserDate',
    'work_orders.delivery_date as deliveryDate',
    'work_orders.row_version as rowVersion',
    // Without lines for a while: the client that makes them one by one went away (§E7).
    sql<boolean>`(work_orders.created_at < ${now}::timestamptz - interval ${sql.lit(slowness)} and not exists (
        select from order_lines l where l.company_id = work_orders.company_id and l.work_order_id = work_orders.id
          and l.deleted_at is null))`.as('isIncomplete'),
  ]);
}

type Flat = Awaited<ReturnType<ReturnType<typeof visible>['executeTakeFirstOrThrow']>>;

function asRow({
  administrationName,
  relationId,
  relationTag,
  relationName,
  isIncomplete,
  ...flat
}: Flat): WorkOrderRow {
  const status = workOrderStatus.parse(flat.status);
  const warnings: WorkOrderRow['warnings'] = [];
  if (isIncomplete) warnings.push('incomplete');
  if (status === 6 && flat.invoiceNumber === '') warnings.push('no-invoice-number');
  return {
    ...flat,
    status,
    warnings,
    administration: { id: flat.administrationId, name: administrationName ?? '' },
    customerRelation:
      relationId === null ? null : { id: relationId, tag: relationTag ?? '', name: relationName ?? '' },
  };
}

/**
 * A page of orders. Which ones is found first, by an index and without the tables that only show: those are read for
 * the rows of the page (at 100,000 orders, on a busy machine: 45 ms in the place of 240, a deep page 150 in the place of 4,500).
 */
export async function list(db: Db, scope: Scope, now: Date, query: ListQuery) {
  const { ids, ...count } = await findPage(db, scope, query);
  return { rows: await rowsOf(db, scope, now, ids), ...count };
}

/** Which orders are on a page: searched by the indexes (decision 0024), or listed. */
async function findPage(db: Db, scope: Scope, query: ListQuery): Promise<FoundPage> {
  const base = inScope(db, scope).select('work_orders.id');
  const search = takeSearch(query);
  if (search.terms.length > 0) return searchPage(db, scope, search, { base, columns });
  const { rows, ...count } = await listPage(query, { base, columns });
  return { ids: rows.map(({ id }) => id), ...count };
}

/** All orders of a list query, in its order, for an export. */
export async function* stream(
  db: Db,
  scope: Scope,
  now: Date,
  query: ListQuery,
): AsyncGenerator<WorkOrderRow> {
  const { terms, rest } = takeSearch(query);
  const all = visible(db, scope, now.toISOString());
  const base = terms.length > 0 ? all.where(await searchCondition(db, scope, terms)) : all;
  for await (const row of streamList(db, rest, { base, columns })) yield asRow(row);
}

const shown = scopedStatement((db, scope, slot: Slot<'ids' | 'now'>) =>
  visible(db, scope, slot('now')).where(sql<SqlBool>`work_orders.id = any(${slot('ids')}::uuid[])`),
);

async function rowsOf(db: Db, scope: Scope, now: Date, ids: readonly string[]): Promise<WorkOrderRow[]> {
  if (ids.length === 0) return [];
  const found = await shown.all(db, scope, { ids: `{${ids.join(',')}}`, now: now.toISOString() });
  const byId = new Map(found.map((row) => [row.id, asRow(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function whole(db: Db, scope: Scope, now: string, id: string) {
  return visible(db, scope, now)
    .where('work_orders.id', '=', id)
    .leftJoin('users as editor', 'editor.id', 'work_orders.updated_by')
    .select([
      'work_orders.printing_company as printingCompany',
      'work_orders.diffuser',
      'work_orders.publisher',
      'work_orders.number_of_offers_sent as numberOfOffersSent',
      'work_orders.estimated_minutes as estimatedMinutes',
      'work_orders.updated_at as updatedAt',
      sql<string | null>`editor.first_name || ' ' || editor.last_name`.as('updatedBy'),
    ]);
}

function asRecord(
  found: Awaited<ReturnType<ReturnType<typeof whole>['executeTakeFirst']>>,
): WorkOrder | undefined {
  if (!found) return undefined;
  const {
    printingCompany,
    diffuser,
    publisher,
    numberOfOffersSent,
    estimatedMinutes,
    updatedAt,
    updatedBy,
    ...flat
  } = found;
  const more = { printingCompany, diffuser, publisher, numberOfOffersSent, estimatedMinutes };
  return { ...asRow(flat), ...more, lastAudit: { createdAt: updatedAt, userName: updatedBy } };
}

const one = scopedStatement((db, scope, slot: Slot<'id' | 'now'>) => whole(db, scope, slot('now'), slot('id')));
const held = scopedStatement((db, scope, slot: Slot<'id' | 'now'>) =>
  whole(db, scope, slot('now'), slot('id')).forUpdate('work_orders'),
);

export async function findById(db: Db, scope: Scope, now: Date, id: string): Promise<WorkOrder | undefined> {
  if (!isId(id)) return undefined;
  return asRecord(await one.first(db, scope, { id, now: now.toISOString() }));
}

/** Like `findById`, held until the transaction ends. */
export async function lockById(tx: Tx, scope: Scope, now: Date, id: string): Promise<WorkOrder | undefined> {
  if (!isId(id)) return undefined;
  return asRecord(await held.first(tx, scope, { id, now: now.toISOString() }));
}

/** The company of an administration that orders within the scope may be booked in, or undefined. */
export async function companyOfAdministration(db: Db, scope: Scope, id: string): Promise<string | undefined> {
  if (!isId(id)) return undefined;
  const found = await db
    .selectFrom('administrations')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    // Orders of one's own are orders of the own company.
    .where(within(scope, 'administrations.company_id', () => sql<SqlBool>`true`))
    .select('company_id')
    .executeTakeFirst();
  return found?.company_id;
}

/** The relation of each of these contact persons of a company; who left stays on the orders that he is on. */
export async function relationsOfContacts(
  db: Db,
  companyId: string,
  ids: readonly string[],
  orderId: string | null,
) {
  const known = ids.filter(isId);
  if (known.length === 0) return new Map<string, string>();
  const found = await db
    .selectFrom('contact_persons')
    .where('company_id', '=', companyId)
    .where('id', 'in', known)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('deleted_at', 'is', null),
        exists(
          selectFrom('work_order_contacts as on')
            .where('on.company_id', '=', companyId)
            .where('on.work_order_id', '=', orderId)
            .whereRef('on.contact_person_id', '=', 'contact_persons.id'),
        ),
      ]),
    )
    .select(['id', 'customer_relation_id'])
    .execute();
  return new Map(found.map((person) => [person.id, person.customer_relation_id]));
}

/** Which of these are users of the company, or on the order already. */
export async function knownUsers(
  db: Db,
  companyId: string,
  ids: readonly string[],
  orderId: string | null,
): Promise<Set<string>> {
  const known = ids.filter(isId);
  if (known.length === 0) return new Set();
  const found = await db
    .selectFrom('users')
    .where('id', 'in', known)
    .where('company_id', '=', companyId)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('deleted_at', 'is', null),
        exists(
          selectFrom('work_order_users as on')
            .where('on.company_id', '=', companyId)
            .where('on.work_order_id', '=', orderId)
            .whereRef('on.user_id', '=', 'users.id'),
        ),
      ]),
    )
    .select('id')
    .execute();
  return new Set(found.map(({ id }) => id));
}

/** Makes an order under the next number of its company and year (§E1); the counter is held until the transaction ends. */
export async function insert(
  tx: Tx,
  ctx: Context,
  {
    companyId,
    year,
    relationId,
  }: { readonly companyId: string; readonly year: number; readonly relationId: string | null },
  values: OrderValues,
): Promise<string> {
  const { rows } = await sql<{ number: number }>`
    insert into counters (company_id, name, value) values (${companyId}::uuid, ${`workorders-${year}`}, 1)
    on conflict (company_id, name) do update set value = counters.value + 1 returning value as number`.execute(
    tx,
  );
  const id = newId(ctx.now().getTime());
  await tx
    .insertInto('work_orders')
    .values({
      company_id: companyId,
      id,
      year,
      number: rows[0]?.number ?? 0,
      administration_id: values.administration_id,
      customer_relation_id: relationId,
      invoice_number: values.invoice_number ?? '',
      reference: values.reference,
      printing_company: values.printing_company ?? '',
      diffuser: values.diffuser ?? '',
      publisher: values.publisher ?? '',
      status: values.status ?? 0,
      first_test_date: values.first_test_date ?? null,
      printing_company_date: values.printing_company_date ?? null,
      diffuser_date: values.diffuser_date ?? null,
      delivery_date: values.delivery_date ?? null,
      number_of_offers_sent: values.number_of_offers_sent ?? 0,
      estimated_minutes: values.estimated_minutes ?? null,
      deleted_at: null,
      deleted_by: null,
      ...madeBy(ctx),
    })
    .execute();
  return id;
}

export async function update(
  tx: Tx,
  ctx: Context,
  { companyId, id }: Pick<WorkOrder, 'companyId' | 'id'>,
  values: OrderValues & { readonly customer_relation_id: string | null | undefined },
): Promise<void> {
  await tx
    .updateTable('work_orders')
    .set({ ...values, ...changedBy(ctx) })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Puts exactly these contact persons on an order, in this order. */
export async function replaceContacts(
  tx: Tx,
  companyId: string,
  orderId: string,
  ids: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('work_order_contacts')
    .where('company_id', '=', companyId)
    .where('work_order_id', '=', orderId)
    .execute();
  if (ids.length === 0) return;
  const rows = ids.map((contact_person_id, position) => ({
    company_id: companyId,
    work_order_id: orderId,
    contact_person_id,
    position,
  }));
  await tx.insertInto('work_order_contacts').values(rows).execute();
}

/** Makes exactly these people responsible for an order, in this order. */
export async function replaceUsers(
  tx: Tx,
  companyId: string,
  orderId: string,
  ids: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('work_order_users')
    .where('company_id', '=', companyId)
    .where('work_order_id', '=', orderId)
    .execute();
  if (ids.length === 0) return;
  const rows = ids.map((user_id, position) => ({
    company_id: companyId,
    work_order_id: orderId,
    user_id,
    position,
  }));
  await tx.insertInto('work_order_users').values(rows).execute();
}

/** Whether the customer accepted a version of the offer of an order: such an order stays (§E10). */
export async function hasAcceptedOffer(
  tx: Tx,
  { companyId, id }: Pick<WorkOrder, 'companyId' | 'id'>,
): Promise<boolean> {
  const accepted = await tx
    .selectFrom('offers')
    .where('company_id', '=', companyId)
    .where('work_order_id', '=', id)
    .where('answer', '=', 'accepted')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return accepted !== undefined;
}

export async function remove(
  tx: Tx,
  ctx: Context,
  { companyId, id }: Pick<WorkOrder, 'companyId' | 'id'>,
): Promise<void> {
  await tx
    .updateTable('work_orders')
    .set({ ...removedBy(ctx), ...changedBy(ctx) })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}
