import { sql } from 'kysely';
import {
  carpetOrders,
  CarpetOrderStatus,
  carpetOrderStatus,
  Transport,
} from '#contract/carpetline/orders.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Language } from '#contract/problem.ts';
import type { Row } from '#contract/resource.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import { type Db, executeLater, type Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { insertRow } from '#server/platform/db/record.ts';
import type { TrashedRecord } from '#server/platform/resource/trash.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import { narrowToRow } from '#server/platform/db/spread.ts';
import { boundRelation, reachable } from './reach.repository.ts';

type OrderRow = Row<typeof carpetOrders>;
type TransportKind = (typeof Transport)[keyof typeof Transport];

/** What is stored of an order; undefined stays as it is, and gets the default of its column on a new order. */
export interface OrderValues {
  readonly reference: string | undefined;
  readonly deliveredBy: string;
  readonly transport: TransportKind;
  readonly note: string | undefined;
  readonly customerRelationId: string | null | undefined;
  readonly customerRelationTag: string | undefined;
  readonly customerRelationName: string | undefined;
}

const columns = listColumns(carpetOrders.fields, {
  id: 'carpet_orders.id',
  companyId: 'carpet_orders.company_id',
  number: { sql: 'carpet_orders.number', nullable: false },
  reference: { sql: 'carpet_orders.reference', natural: true, nullable: false },
  deliveredBy: { sql: 'carpet_orders.delivered_by', natural: true, nullable: false },
  orderDate: { sql: 'carpet_orders.order_date', nullable: false },
  receivedDate: { sql: 'carpet_orders.received_date', nullable: true },
  deliveryDate: { sql: 'carpet_orders.delivery_date', nullable: true },
  status: { sql: 'carpet_orders.status', nullable: false },
  createdAt: { sql: 'carpet_orders.created_at', nullable: false },
  'customerRelation/id': { sql: 'carpet_orders.customer_relation_id', nullable: true },
  'customerRelation/tag': { sql: 'carpet_orders.customer_relation_tag', natural: true, nullable: false },
  'customerRelation/name': { sql: 'carpet_orders.customer_relation_name', natural: true, nullable: false },
});

const search = searchColumns([
  sql`carpet_orders.number::text`,
  'carpet_orders.reference',
  'carpet_orders.delivered_by',
  'carpet_orders.customer_relation_tag',
  'carpet_orders.customer_relation_name',
]);

function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('carpet_orders')
    .where('carpet_orders.deleted_at', 'is', null)
    .where(reachable(scope))
    .select([
      'carpet_orders.id',
      'carpet_orders.company_id as companyId',
      sql<
        OrderRow['company']
      >`(select json_build_object('name', c.name) from companies c where c.id = carpet_orders.company_id)`.as(
        'company',
      ),
      'carpet_orders.number',
      'carpet_orders.reference',
      'carpet_orders.customer_relation_id as relationId',
      'carpet_orders.customer_relation_tag as relationTag',
      'carpet_orders.customer_relation_name as relationName',
      'carpet_orders.delivered_by as deliveredBy',
      'carpet_orders.transport',
      'carpet_orders.order_date as orderDate',
      'carpet_orders.received_date as receivedDate',
      'carpet_orders.delivery_date as deliveryDate',
      'carpet_orders.status',
      'carpet_orders.created_at as createdAt',
      'carpet_orders.row_version as rowVersion',
      sql<number>`(select count(*) from carpet_order_lines l where l.company_id = carpet_orders.company_id and l.order_id = carpet_orders.id)`.as(
        'lineCount',
      ),
    ]);
}

type Flat = Awaited<ReturnType<ReturnType<typeof visible>['executeTakeFirstOrThrow']>>;

function asRow({ relationId, relationTag, relationName, transport, status, ...flat }: Flat): OrderRow {
  return {
    ...flat,
    customerRelation: relationName === '' ? null : { id: relationId, tag: relationTag, name: relationName },
    supplierCarpet: flat.deliveredBy,
    transportFinishedProduct: transport === Transport.Ship ? Transport.Ship : Transport.PickUp,
    status: carpetOrderStatus.parse(status),
  };
}

export async function list(db: Db, scope: Scope, query: ListQuery) {
  const page = await listPage(query, { base: visible(db, scope), columns, search });
  return { ...page, rows: page.rows.map(asRow) };
}

/** The complete list in its order, for an export. */
export function stream(db: Db, scope: Scope, query: ListQuery) {
  return streamList(db, query, { base: visible(db, scope), columns, search });
}

/** Orders in progress of a company by delivery date, for the work floor. */
export async function inProgress(db: Db, scope: Scope, companyId: string): Promise<OrderRow[]> {
  const found = await visible(db, scope)
    .where('carpet_orders.company_id', '=', companyId)
    .where('carpet_orders.status', '=', CarpetOrderStatus.InProgress)
    .orderBy('carpet_orders.delivery_date')
    .orderBy('carpet_orders.number')
    .execute();
  return found.map(asRow);
}

/** An order with the details that only its own screen shows. */
export interface StoredOrder extends OrderRow {
  readonly note: string;
  readonly orderedBy: { readonly id: string | null; readonly fullName: string };
  readonly ordererLanguage: Language;
}

// An integer holds at least nine digits.
const isNumber = (text: string) => /^[1-9]\d{0,8}$/.test(text);

function detailed(db: Db, scope: Scope, idOrNumber: string, companyId: string) {
  const query = visible(db, scope).select([
    'carpet_orders.note',
    'carpet_orders.created_by as createdBy',
    'carpet_orders.created_by_name as createdByName',
    'carpet_orders.orderer_language as ordererLanguage',
  ]);
  if (isId(idOrNumber)) return query.where('carpet_orders.id', '=', idOrNumber);
  // A number counts within the company of the caller.
  if (!isNumber(idOrNumber)) return undefined;
  return query
    .where('carpet_orders.company_id', '=', companyId)
    .where('carpet_orders.number', '=', Number(idOrNumber));
}

type Detailed = Awaited<ReturnType<NonNullable<ReturnType<typeof detailed>>['executeTakeFirst']>>;

function asOrder(found: Detailed): StoredOrder | undefined {
  if (!found) return undefined;
  const { note, createdBy, createdByName, ordererLanguage, ...flat } = found;
  const orderedBy = { id: createdBy, fullName: createdByName };
  return { ...asRow(flat), note, orderedBy, ordererLanguage: ordererLanguage === 'en' ? 'en' : 'nl' };
}

/** An order by its id, or by its number within a company (§F4). */
export async function find(
  db: Db,
  scope: Scope,
  companyId: string,
  idOrNumber: string,
): Promise<StoredOrder | undefined> {
  return asOrder(await detailed(db, scope, idOrNumber, companyId)?.executeTakeFirst());
}

/** Like `find`, locked until the transaction ends. */
export async function lock(
  tx: Tx,
  scope: Scope,
  companyId: string,
  idOrNumber: string,
): Promise<StoredOrder | undefined> {
  const narrowed = await narrowToRow(tx, scope, 'carpet_orders', idOrNumber);
  const own = narrowed.reach === 'system' ? companyId : narrowed.companyId;
  const which = isId(idOrNumber)
    ? sql`id = ${idOrNumber}`
    : sql`number = ${isNumber(idOrNumber) ? Number(idOrNumber) : null}::integer`;
  const company = narrowed.reach === 'system' && isId(idOrNumber) ? sql`true` : sql`company_id = ${own}`;
  // A statement of its own, so that the next one reads what the lock waited for; both are sent together.
  await executeLater(tx, sql`select from carpet_orders where ${company} and ${which} for update`);
  return asOrder(await detailed(tx, narrowed, idOrNumber, companyId)?.executeTakeFirst());
}

/** Creates an order with the next number of its company; the counter is locked until the transaction ends. */
export async function insert(
  tx: Tx,
  ctx: Context,
  companyId: string,
  orderDate: string,
  values: OrderValues,
): Promise<string> {
  const { rows } = await sql<{ number: number }>`
    insert into counters (company_id, name, value) values (${companyId}::uuid, 'carpet-orders', 1)
    on conflict (company_id, name) do update set value = counters.value + 1 returning value as number`.execute(
    tx,
  );
  return insertRow(tx, ctx, 'carpet_orders', {
    ...values,
    companyId,
    number: rows[0]?.number ?? 0,
    orderDate,
    createdByName: ctx.caller.name,
    ordererLanguage: ctx.language,
  });
}

type Key = Pick<OrderRow, 'companyId' | 'id'>;

/** The progress of an order; undefined stays as it is. */
export interface Progress {
  readonly status?: number;
  readonly receivedDate?: string | null;
  readonly deliveryDate?: string | null;
}

/** One step for the timeline. */
export interface Step {
  readonly kind: 'ordered' | 'received' | 'completed' | 'stepped-back' | 'delivery-date';
  readonly day: string | null;
  readonly reason: string;
}

export async function addStep(tx: Tx, ctx: Context, { companyId, id }: Key, step: Step): Promise<void> {
  await tx
    .insertInto('carpet_order_steps')
    .values({
      company_id: companyId,
      id: newId(ctx.now().getTime()),
      order_id: id,
      at: ctx.now().toISOString(),
      user_id: ctx.caller.userId,
      user_name: ctx.caller.name,
      ...step,
    })
    .execute();
}

/** The timeline of an order that the caller may read. */
export async function stepsOf(db: Db, { companyId, id }: Key) {
  const steps = await db
    .selectFrom('carpet_order_steps')
    .where('company_id', '=', companyId)
    .where('order_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .select(['at', 'kind', 'user_id', 'user_name', 'day', 'reason'])
    .execute();
  return steps.map(({ user_id, user_name, ...step }) => ({
    ...step,
    user: { id: user_id, fullName: user_name },
  }));
}

/** Whether somebody is a portal user, also if their relation was deleted. */
export async function isPortalUser(db: Db, caller: Parameters<typeof boundRelation>[1]): Promise<boolean> {
  return (await boundRelation(db, caller)) !== undefined;
}

/** A relation of a company that orders can be for. */
export async function relationOf(db: Db, companyId: string, id: string) {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('customer_relations')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['id', 'tag', 'name'])
    .executeTakeFirst();
}

/** The address of the relation that an order is for; undefined without one, or after it was purged. */
export async function customerOf(db: Db, { companyId, customerRelation }: StoredOrder) {
  if (!customerRelation?.id) return undefined;
  return db
    .selectFrom('customer_relations')
    .where('company_id', '=', companyId)
    .where('id', '=', customerRelation.id)
    .select([
      'street',
      'post_box as postBox',
      'zip_code as zipCode',
      'city',
      'country',
      'phone',
      'email',
      'kvk_number as kvkNumber',
    ])
    .executeTakeFirst();
}

/** The days on which a company is closed beside the holidays. */
export async function closingDaysOf(db: Db, companyId: string) {
  return db
    .selectFrom('carpet_closing_days')
    .where('company_id', '=', companyId)
    .orderBy('day')
    .select(['day', 'description'])
    .execute();
}

/** Replaces the closing days of a company. */
export async function replaceClosingDays(
  tx: Tx,
  companyId: string,
  days: readonly { readonly day: string; readonly description: string }[],
): Promise<void> {
  await tx.deleteFrom('carpet_closing_days').where('company_id', '=', companyId).execute();
  if (days.length === 0) return;
  await tx
    .insertInto('carpet_closing_days')
    .values(days.map((closed) => ({ company_id: companyId, ...closed })))
    .execute();
}

/** Has the orders of a relation that is deleted for good keep its tag and name only (§F10). */
export async function forgetRelation(tx: Tx, { id, companyId }: TrashedRecord): Promise<void> {
  await tx
    .updateTable('carpet_orders')
    .set({ customer_relation_id: null })
    .where('company_id', '=', companyId)
    .where('customer_relation_id', '=', id)
    .execute();
}
