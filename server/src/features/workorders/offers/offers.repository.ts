import { sql } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import type { Language } from '#contract/problem.ts';
import { offers } from '#contract/workorders/offers.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { ownOrder, readable } from '../work-orders/reach.ts';

const columns = listColumns(offers.fields, {
  id: 'offers.id',
  count: { sql: 'offers.count', nullable: false },
  createdAt: { sql: 'offers.created_at', nullable: false },
  validUntil: { sql: 'offers.valid_until', nullable: false },
});
const search = searchColumns(['offers.name', 'offers.answered_by']);

/** A line of a version, as it was offered. */
export interface StoredLine {
  readonly orderLineId: string;
  readonly description: string;
  readonly specification: string;
  readonly salesAmount: number;
  readonly isOptional: boolean;
  readonly isAccepted: boolean | null;
}

const linesOf = sql<StoredLine[]>`(
  select coalesce(json_agg(json_build_object(
    'orderLineId', l.order_line_id, 'description', l.description, 'specification', l.specification,
    'salesAmount', l.sales_amount, 'isOptional', l.is_optional, 'isAccepted', l.is_accepted) order by l.position), '[]')
  from offer_lines l where l.company_id = offers.company_id and l.offer_id = offers.id)`;

/** Versions with their order; whoever asks says which. */
function all(db: Db) {
  return db
    .selectFrom('offers')
    .innerJoin('work_orders', (join) =>
      join
        .onRef('work_orders.company_id', '=', 'offers.company_id')
        .onRef('work_orders.id', '=', 'offers.work_order_id'),
    )
    .where('work_orders.deleted_at', 'is', null)
    .select([
      'offers.id',
      'offers.company_id as companyId',
      'offers.work_order_id as workOrderId',
      'work_orders.year_number as yearNumber',
      'work_orders.reference',
      'work_orders.status as orderStatus',
      'offers.count',
      'offers.name',
      'offers.language',
      'offers.valid_until as validUntil',
      'offers.introduction',
      'offers.customer_relation_id as relationId',
      'offers.vat_rate as vatRate',
      'offers.pdf_sha256 as pdfSha256',
      'offers.sent_at as sentAt',
      'offers.sent_by as sentBy',
      'offers.sent_to as sentTo',
      'offers.withdrawn_at as withdrawnAt',
      'offers.replaced_at as replacedAt',
      'offers.answer',
      'offers.answered_at as answeredAt',
      'offers.answered_by as answeredBy',
      'offers.answered_email as answeredEmail',
      'offers.answered_from as answeredFrom',
      'offers.reason',
      'offers.created_at as createdAt',
      'offers.created_by as creatorId',
      'offers.created_by_name as createdBy',
      linesOf.as('lines'),
    ]);
}

/** A version as it is kept. */
export type StoredOffer = Awaited<ReturnType<ReturnType<typeof all>['executeTakeFirstOrThrow']>>;

/** The versions of an order that the right of this call reaches; of orders that the caller may read. */
function visible(db: Db, ctx: Context, orderId: string) {
  return all(db)
    .where('offers.work_order_id', '=', orderId)
    .where(within(ctx.scope, 'work_orders.company_id', ownOrder))
    .where(readable(ctx));
}

export function list(db: Db, ctx: Context, query: ListQuery, orderId: string) {
  return listPage(query, { base: visible(db, ctx, orderId), columns, search });
}

export async function findById(
  db: Db,
  ctx: Context,
  orderId: string,
  id: string,
): Promise<StoredOffer | undefined> {
  if (!isId(orderId) || !isId(id)) return undefined;
  return visible(db, ctx, orderId).where('offers.id', '=', id).executeTakeFirst();
}

/** Like `findById`, with the order and the version held until the transaction ends. */
export async function lockById(
  tx: Tx,
  ctx: Context,
  orderId: string,
  id: string,
): Promise<StoredOffer | undefined> {
  if (!isId(orderId) || !isId(id)) return undefined;
  return visible(tx, ctx, orderId)
    .where('offers.id', '=', id)
    .forUpdate(['work_orders', 'offers'])
    .executeTakeFirst();
}

/** A version for whoever needs no right: the customer behind a link, and mails. */
export async function findAny(
  db: Db,
  key: { readonly companyId: string; readonly id: string },
  options: { readonly isHeld: boolean } = { isHeld: false },
): Promise<StoredOffer | undefined> {
  const found = all(db).where('offers.company_id', '=', key.companyId).where('offers.id', '=', key.id);
  return (options.isHeld ? found.forUpdate(['work_orders', 'offers']) : found).executeTakeFirst();
}

/** The order that an offer is made of, with who it is for. */
export interface OfferedOrder {
  readonly id: string;
  readonly companyId: string;
  readonly yearNumber: string;
  readonly reference: string;
  readonly status: number;
  readonly numberOfOffersSent: number;
  readonly relationId: string | null;
}

/** The order that the right of this call reaches; held where a version of it is made. */
export async function findOrder(
  db: Db,
  ctx: Context,
  id: string,
  options: { readonly isHeld: boolean } = { isHeld: false },
): Promise<OfferedOrder | undefined> {
  if (!isId(id)) return undefined;
  const found = db
    .selectFrom('work_orders')
    .where('work_orders.id', '=', id)
    .where('work_orders.deleted_at', 'is', null)
    .where(within(ctx.scope, 'work_orders.company_id', ownOrder))
    .where(readable(ctx))
    .select([
      'work_orders.id',
      'work_orders.company_id as companyId',
      'work_orders.year_number as yearNumber',
      'work_orders.reference',
      'work_orders.status',
      'work_orders.number_of_offers_sent as numberOfOffersSent',
      'work_orders.customer_relation_id as relationId',
    ]);
  return (options.isHeld ? found.forUpdate('work_orders') : found).executeTakeFirst();
}

/** Somebody that an offer is for: a contact person of the order, with his relation's address. */
export async function peopleOf(db: Db, { companyId, id }: Pick<OfferedOrder, 'companyId' | 'id'>) {
  return db
    .selectFrom('work_order_contacts as wc')
    .innerJoin('contact_persons as p', (join) =>
      join.onRef('p.company_id', '=', 'wc.company_id').onRef('p.id', '=', 'wc.contact_person_id'),
    )
    .where('wc.company_id', '=', companyId)
    .where('wc.work_order_id', '=', id)
    .orderBy('wc.position')
    .select([sql<string>`p.first_name || ' ' || p.last_name`.as('name'), 'p.email'])
    .execute();
}

/** The relation that an offer is for. */
export async function relationOf(db: Db, companyId: string, relationId: string | null) {
  if (relationId === null) return undefined;
  return db
    .selectFrom('customer_relations')
    .where('company_id', '=', companyId)
    .where('id', '=', relationId)
    .select(['name', 'street', 'post_box as postBox', 'zip_code as zipCode', 'city', 'email', 'vat_id as vatId'])
    .executeTakeFirst();
}

/** The language of the last offer to a relation. */
export async function lastLanguage(
  db: Db,
  companyId: string,
  relationId: string | null,
): Promise<Language | undefined> {
  if (relationId === null) return undefined;
  const last = await db
    .selectFrom('offers')
    .where('company_id', '=', companyId)
    .where('customer_relation_id', '=', relationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .select('language')
    .executeTakeFirst();
  return last && (last.language === 'en' ? 'en' : 'nl');
}

/** The lines of an order that is the caller's already, in their order. */
export async function orderLinesOf(db: Db, { companyId, id }: Pick<OfferedOrder, 'companyId' | 'id'>) {
  return db
    .selectFrom('order_lines')
    .where('company_id', '=', companyId)
    .where('work_order_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .select([
      'id',
      'description',
      'edition',
      'size',
      'format',
      'printing',
      'material',
      'finish',
      'sales_amount as salesAmount',
    ])
    .execute();
}

/** The number of the next version: above what the order says, and above every version there is. */
export async function nextCount(db: Db, order: OfferedOrder): Promise<number> {
  const { last } = await db
    .selectFrom('offers')
    .where('company_id', '=', order.companyId)
    .where('work_order_id', '=', order.id)
    .select(sql<number>`coalesce(max(count), 0)`.as('last'))
    .executeTakeFirstOrThrow();
  return Math.max(last, order.numberOfOffersSent) + 1;
}

/** A new version. */
export interface NewOffer {
  readonly count: number;
  readonly name: string;
  readonly language: Language;
  readonly validUntil: string;
  readonly introduction: string;
  readonly vatRate: number;
  readonly pdfSha256: string;
  readonly lines: readonly Omit<StoredLine, 'isAccepted'>[];
}

export async function insert(tx: Tx, ctx: Context, order: OfferedOrder, offer: NewOffer): Promise<string> {
  const id = newId(ctx.now().getTime());
  const key = { company_id: order.companyId };
  await tx
    .insertInto('offers')
    .values({
      ...key,
      id,
      work_order_id: order.id,
      count: offer.count,
      name: offer.name,
      language: offer.language,
      valid_until: offer.validUntil,
      introduction: offer.introduction,
      customer_relation_id: order.relationId,
      vat_rate: offer.vatRate,
      pdf_sha256: offer.pdfSha256,
      sent_at: null,
      sent_by: null,
      withdrawn_at: null,
      replaced_at: null,
      answer: null,
      answered_at: null,
      created_at: ctx.now().toISOString(),
      created_by: ctx.caller.userId,
      created_by_name: ctx.caller.name,
    })
    .execute();
  const rows = offer.lines.map((line, position) => ({
    ...key,
    offer_id: id,
    position,
    order_line_id: line.orderLineId,
    description: line.description,
    specification: line.specification,
    sales_amount: line.salesAmount,
    is_optional: line.isOptional,
    is_accepted: null,
  }));
  await tx.insertInto('offer_lines').values(rows).execute();
  return id;
}

/** The older versions that the customer can still answer are replaced by a newer one. */
export async function replaceOlder(tx: Tx, ctx: Context, order: OfferedOrder, id: string): Promise<void> {
  await tx
    .updateTable('offers')
    .set({ replaced_at: ctx.now().toISOString() })
    .where('company_id', '=', order.companyId)
    .where('work_order_id', '=', order.id)
    .where('id', '<>', id)
    .where('answer', 'is', null)
    .where('replaced_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
}

/** What an order becomes by its offers. */
export async function changeOrder(
  tx: Tx,
  { companyId, id }: Pick<OfferedOrder, 'companyId' | 'id'>,
  values: {
    readonly status: number;
    readonly number_of_offers_sent?: number;
    readonly updated_at: string;
    readonly updated_by?: string;
  },
): Promise<void> {
  await tx
    .updateTable('work_orders')
    .set({ ...values, row_version: sql<number>`row_version + 1` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

type Key = Pick<StoredOffer, 'companyId' | 'id'>;

/** Keeps links to a version by the hashes of their tokens. */
export async function insertLinks(
  tx: Db,
  { companyId, id }: Key,
  links: readonly { readonly tokenHash: string; readonly email: string; readonly createdAt: string }[],
): Promise<void> {
  const rows = links.map(({ tokenHash, email, createdAt }) => ({
    token_hash: tokenHash,
    company_id: companyId,
    offer_id: id,
    email,
    created_at: createdAt,
  }));
  await tx.insertInto('offer_links').values(rows).execute();
}

/** Takes links back that reached nobody. */
export async function removeLinks(db: Db, tokenHashes: readonly string[]): Promise<void> {
  if (tokenHashes.length === 0) return;
  await db.deleteFrom('offer_links').where('token_hash', 'in', tokenHashes).execute();
}

/** The version of a link, while its company is there and switched on (§A8). */
export async function findLink(db: Db, tokenHash: string) {
  return db
    .selectFrom('offer_links as l')
    .innerJoin('companies as c', 'c.id', 'l.company_id')
    .where('l.token_hash', '=', tokenHash)
    .where('c.deleted_at', 'is', null)
    .where('c.is_active', '=', true)
    .select(['l.company_id as companyId', 'l.offer_id as id', 'l.email'])
    .executeTakeFirst();
}

export async function markSent(
  tx: Tx,
  ctx: Context,
  { companyId, id }: Key,
  to: readonly string[],
): Promise<void> {
  await tx
    .updateTable('offers')
    .set({
      sent_at: sql<string>`coalesce(sent_at, ${ctx.now().toISOString()}::timestamptz)`,
      sent_by: ctx.caller.userId,
      sent_to: sql<string[]>`array(select distinct e from unnest(sent_to || ${[...to]}::text[]) e order by e)`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

export async function markWithdrawn(
  tx: Tx,
  ctx: Context,
  { companyId, id }: Key,
  reason: string,
): Promise<void> {
  await tx
    .updateTable('offers')
    .set({ withdrawn_at: ctx.now().toISOString(), reason })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** What the customer answered, and from where. */
export interface Answer {
  readonly answer: 'accepted' | 'declined';
  readonly at: string;
  readonly name: string;
  readonly from: string;
  readonly email: string;
  readonly reason: string;
}

export async function markAnswered(tx: Tx, { companyId, id }: Key, answer: Answer): Promise<void> {
  await tx
    .updateTable('offers')
    .set({
      answer: answer.answer,
      answered_at: answer.at,
      answered_by: answer.name,
      answered_from: answer.from,
      answered_email: answer.email,
      reason: answer.reason,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Writes which lines the customer wants: those that are no choice, and the optional ones at these places. */
export async function acceptLines(
  tx: Tx,
  { companyId, id }: Key,
  chosen: readonly number[],
): Promise<void> {
  await tx
    .updateTable('offer_lines')
    .set({ is_accepted: sql<boolean>`not is_optional or position = any(${[...chosen]}::integer[])` })
    .where('company_id', '=', companyId)
    .where('offer_id', '=', id)
    .execute();
}
