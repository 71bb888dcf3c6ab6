import { sql } from 'kysely';
import type { z } from 'zod';
import type { ListQuery } from '#contract/list-query.ts';
import type { Rec } from '#contract/resource.ts';
import type { lineWrite } from '#contract/workorders/line-write.ts';
import { orderLines } from '#contract/workorders/order-lines.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { insertRows } from '#server/platform/db/record.ts';
import { type OwnerOrder, ownOrder, readable } from '../work-orders/reach.ts';

/** A line with its purchase amount, for the service to show or hide. */
export type Line = Rec<typeof orderLines> & { readonly purchaseAmount: number; readonly companyId: string };
type LineWrite = z.output<typeof lineWrite>;

const text = (column: string) => ({ sql: `order_lines.${column}`, natural: true, nullable: false }) as const;
const columns = listColumns(orderLines.fields, {
  id: 'order_lines.id',
  workOrderId: { sql: 'order_lines.work_order_id', nullable: false },
  description: text('description'),
  edition: text('edition'),
  size: text('size'),
  format: text('format'),
  printing: text('printing'),
  material: text('material'),
  finish: text('finish'),
  purchaseAmount: { sql: 'order_lines.purchase_amount', nullable: false },
  salesAmount: { sql: 'order_lines.sales_amount', nullable: false },
  vat: { sql: 'order_lines.vat', nullable: false },
  note: text('note'),
  isAccepted: { sql: 'order_lines.is_accepted', nullable: true },
  createdAt: { sql: 'order_lines.created_at', nullable: false },
});
const search = searchColumns(['order_lines.description', 'order_lines.note', 'work_orders.year_number']);

/** The columns of a line. */
export const shownColumns = [
  'order_lines.id',
  'order_lines.company_id as companyId',
  'order_lines.work_order_id as workOrderId',
  'order_lines.description',
  'order_lines.edition',
  'order_lines.size',
  'order_lines.format',
  'order_lines.printing',
  'order_lines.material',
  'order_lines.finish',
  'order_lines.purchase_amount as purchaseAmount',
  'order_lines.sales_amount as salesAmount',
  'order_lines.quantity',
  'order_lines.unit_amount as unitAmount',
  'order_lines.discount_percentage as discountPercentage',
  'order_lines.vat',
  'order_lines.note',
  'order_lines.is_accepted as isAccepted',
  'order_lines.custom_id as customId',
  'order_lines.created_at as createdAt',
  'order_lines.updated_at as updatedAt',
  'order_lines.row_version as rowVersion',
] as const;

// At most one offer of an order waits for an answer: a new one replaces it.
const uncountedAs = sql<Line['uncountedAs']>`(
  select case when l.is_optional then 'optional' when l.choice is not null and exists (
      select from offer_lines e where e.company_id = l.company_id and e.offer_id = l.offer_id and e.choice = l.choice
        and e.position < l.position) then 'alternative' end
  from offers o join offer_lines l on l.company_id = o.company_id and l.offer_id = o.id
  where o.company_id = order_lines.company_id and o.work_order_id = order_lines.work_order_id
    and o.answer is null and o.withdrawn_at is null and o.replaced_at is null and l.order_line_id = order_lines.id
  order by o.count desc limit 1)`;

/** The lines within the scope of this call, of orders that the caller may read. */
function visible(db: Db, ctx: Context) {
  return db
    .selectFrom('order_lines')
    .innerJoin('work_orders', (join) =>
      join
        .onRef('work_orders.company_id', '=', 'order_lines.company_id')
        .onRef('work_orders.id', '=', 'order_lines.work_order_id'),
    )
    .where('order_lines.deleted_at', 'is', null)
    .where('work_orders.deleted_at', 'is', null)
    .where(within(ctx.scope, 'order_lines.company_id', ownOrder))
    .where(readable(ctx))
    .select(shownColumns)
    .select(uncountedAs.as('uncountedAs'));
}

/** A page of lines, of one order or of all; by position unless sorted otherwise. */
export function list(db: Db, ctx: Context, query: ListQuery, orderId?: string) {
  const all = visible(db, ctx);
  const base = orderId === undefined ? all : all.where('order_lines.work_order_id', '=', orderId);
  return listPage(query, { base, columns, search, id: sql`order_lines.position, order_lines.id` });
}

/** All lines of an order, in their order. */
export function linesOfOrder(db: Db, ctx: Context, orderId: string): Promise<Line[]> {
  return visible(db, ctx)
    .where('order_lines.work_order_id', '=', orderId)
    .orderBy('order_lines.position')
    .orderBy('order_lines.id')
    .execute();
}

/** A line by its id; with `orderId` only of that order. */
export async function findById(
  db: Db,
  ctx: Context,
  id: string,
  orderId?: string,
): Promise<Line | undefined> {
  if (!isId(id) || (orderId !== undefined && !isId(orderId))) return undefined;
  const found = visible(db, ctx).where('order_lines.id', '=', id);
  return (
    orderId === undefined ? found : found.where('order_lines.work_order_id', '=', orderId)
  ).executeTakeFirst();
}

/** What is stored of a new line. */
export const newValues = (line: LineWrite) => ({
  description: line.description,
  edition: line.edition ?? '',
  size: line.size ?? '',
  format: line.format ?? '',
  printing: line.printing ?? '',
  material: line.material ?? '',
  finish: line.finish ?? '',
  purchaseAmount: line.purchaseAmount ?? 0,
  salesAmount: line.salesAmount ?? 0,
  quantity: line.quantity ?? null,
  unitAmount: line.unitAmount ?? null,
  discountPercentage: line.discountPercentage ?? null,
  vat: line.vat ?? ('standard' as const),
  note: line.note ?? '',
  customId: line.customId ?? null,
});

/** Appends lines to a locked order; gives their ids. */
export async function insertAll(
  tx: Tx,
  ctx: Context,
  order: OwnerOrder,
  lines: readonly LineWrite[],
): Promise<string[]> {
  const { last } = await tx
    .selectFrom('order_lines')
    .where('company_id', '=', order.companyId)
    .where('work_order_id', '=', order.id)
    .select(sql<number>`coalesce(max(position), 0)`.as('last'))
    .executeTakeFirstOrThrow();
  const { companyId, id: workOrderId } = order;
  return insertRows(
    tx,
    ctx,
    'order_lines',
    lines.map((line, index) => ({ ...newValues(line), companyId, workOrderId, position: last + index + 1 })),
  );
}
