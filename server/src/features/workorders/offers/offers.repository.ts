import { sql } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import type { Language } from '#contract/problem.ts';
import { offers } from '#contract/workorders/offers.ts';
import type { VatKind } from '#contract/workorders/vat.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { inCompanyOfScope, inOneCompany } from '#server/platform/db/one-company.ts';
import { snakeValues } from '#server/platform/db/snake-case.ts';
import { narrowToRow } from '#server/platform/db/spread.ts';
import { ownOrder, readable } from '../work-orders/reach.ts';
import type { OfferedOrder } from './offered-order.repository.ts';

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
  readonly vat: VatKind;
  /** Hundredths of a percent; null: the rate of the offer. */
  readonly vatRate: number | null;
  readonly isOptional: boolean;
  /** Of lines with the same number the customer takes one. */
  readonly choice: number | null;
  readonly isAccepted: boolean | null;
}

const linesOf = sql<StoredLine[]>`(
  select coalesce(json_agg(json_build_object(
    'orderLineId', l.order_line_id, 'description', l.description, 'specification', l.specification,
    'salesAmount', l.sales_amount, 'vat', l.vat, 'vatRate', l.vat_rate, 'isOptional', l.is_optional, 'choice', l.choice, 'isAccepted', l.is_accepted) order by l.position), '[]')
  from offer_lines l where l.company_id = offers.company_id and l.offer_id = offers.id)`;

/** All versions with their order; callers add the conditions. */
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
      'work_orders.discount_percentage as orderDiscount',
      'offers.count',
      'offers.name',
      'offers.language',
      'offers.valid_until as validUntil',
      'offers.introduction',
      'offers.terms',
      'offers.customer_relation_id as relationId',
      'offers.vat_rate as vatRate',
      'offers.discount_rate as discountRate',
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

/** A stored version. */
export type StoredOffer = Awaited<ReturnType<ReturnType<typeof all>['executeTakeFirstOrThrow']>>;

/** The versions of an order within the permission of this call, if the caller may read the order. */
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

/** Like `findById`, with the order and the version locked until the transaction ends. */
export async function lockById(
  tx: Tx,
  ctx: Context,
  orderId: string,
  id: string,
): Promise<StoredOffer | undefined> {
  if (!isId(orderId) || !isId(id)) return undefined;
  const scope = await narrowToRow(tx, ctx.scope, 'offers', id);
  return visible(inCompanyOfScope(tx, scope), { ...ctx, scope }, orderId)
    .where('offers.id', '=', id)
    .forUpdate(['work_orders', 'offers'])
    .executeTakeFirst();
}

/** A version without a permission check: for the customer behind a link, and for mails. */
export async function findAny(
  db: Db,
  key: { readonly companyId: string; readonly id: string },
  options: { readonly isLocked: boolean } = { isLocked: false },
): Promise<StoredOffer | undefined> {
  const found = all(inOneCompany(db, key.companyId))
    .where('offers.company_id', '=', key.companyId)
    .where('offers.id', '=', key.id);
  return (options.isLocked ? found.forUpdate(['work_orders', 'offers']) : found).executeTakeFirst();
}

/** The number of the next version: above the count of the order and above every existing version. */
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
  readonly terms: string;
  readonly vatRate: number;
  readonly discountRate: number;
  readonly pdfSha256: string;
  readonly lines: readonly Omit<StoredLine, 'isAccepted'>[];
}

export async function insert(
  tx: Tx,
  ctx: Context,
  order: OfferedOrder,
  { lines, ...offer }: NewOffer,
): Promise<string> {
  const id = newId(ctx.now().getTime());
  const key = { company_id: order.companyId };
  await tx
    .insertInto('offers')
    .values({
      ...key,
      id,
      work_order_id: order.id,
      ...snakeValues(offer),
      customer_relation_id: order.relationId,
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
  const rows = lines.map((line, position) => ({
    ...key,
    offer_id: id,
    position,
    ...snakeValues(line),
    is_accepted: null,
  }));
  await tx.insertInto('offer_lines').values(rows).execute();
  return id;
}

/** Marks older versions as replaced, unless they were answered or withdrawn. */
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

type Key = Pick<StoredOffer, 'companyId' | 'id'>;

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
      sent_to: sql<
        string[]
      >`array(select distinct e from unnest(sent_to || ${[...to]}::text[]) e order by e)`,
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

/**
 * Marks the lines that the customer accepted, of the version and of its order: those that they could not leave out, and the
 * others at these positions.
 */
export async function acceptLines(
  tx: Tx,
  { companyId, id, workOrderId }: Pick<StoredOffer, 'companyId' | 'id' | 'workOrderId'>,
  chosen: readonly number[],
): Promise<void> {
  await sql`with answered as (
      update offer_lines set is_accepted = not is_optional and choice is null or position = any(${[...chosen]}::integer[])
      where company_id = ${companyId} and offer_id = ${id} returning order_line_id, is_accepted)
    update order_lines l set is_accepted = a.is_accepted, row_version = l.row_version + 1
    from answered a where l.company_id = ${companyId} and l.work_order_id = ${workOrderId} and l.id = a.order_line_id`.execute(
    tx,
  );
}
