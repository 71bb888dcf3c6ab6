import { carpetOrders } from '#contract/carpetline/orders.ts';
import { type CarpetLine, shape } from '#contract/carpetline/line.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { snakeValues } from '#server/platform/db/snake-case.ts';
import { reachable } from './reach.repository.ts';

interface OrderKey {
  readonly companyId: string;
  readonly id: string;
}

/** A stored drawing. */
export interface Drawing {
  readonly name: string;
  readonly sha256: string;
  readonly mime: string;
  readonly bytes: number;
}

/** A line as it is stored, its place in the order left to the array. */
export interface LineValues extends Omit<CarpetLine, 'id' | 'lineNumber' | 'attachment' | 'discontinued'> {
  /** The id of a stored line; absent on a new one. */
  readonly id?: string | undefined;
  readonly drawing: Drawing | null;
}

/** Replaces the lines of a locked order, numbered from 1 (§F7). */
export async function replaceLines(
  tx: Tx,
  order: OrderKey,
  lines: readonly LineValues[],
  now: number,
): Promise<void> {
  const key = { company_id: order.companyId, order_id: order.id };
  await tx
    .deleteFrom('carpet_order_lines')
    .where('company_id', '=', order.companyId)
    .where('order_id', '=', order.id)
    .execute();
  const rows = lines.map(({ drawing, ...line }, index) => ({
    ...key,
    ...snakeValues(line),
    id: line.id ?? newId(now),
    line_number: index + 1,
    drawing_name: drawing?.name ?? null,
    drawing_sha256: drawing?.sha256 ?? null,
    drawing_mime: drawing?.mime ?? null,
    drawing_bytes: drawing?.bytes ?? null,
  }));
  await tx.insertInto('carpet_order_lines').values(rows).execute();
}

function select(db: Db, companyId: string, orderIds: readonly string[]) {
  return db
    .selectFrom('carpet_order_lines')
    .where('company_id', '=', companyId)
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('line_number')
    .selectAll();
}

type Stored = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

function drawingOf(line: Stored): Drawing | null {
  const { drawing_name: name, drawing_sha256: sha256, drawing_mime: mime, drawing_bytes: bytes } = line;
  return name === null || sha256 === null || mime === null || bytes === null
    ? null
    : { name, sha256, mime, bytes };
}

/** The drawings of an order that the caller may read, each under the id of its line. */
export async function drawingsOf(
  db: Db,
  { companyId, id }: OrderKey,
): Promise<(Drawing & { readonly id: string })[]> {
  const lines = await select(db, companyId, [id]).execute();
  return lines.flatMap((line) => {
    const drawing = drawingOf(line);
    return drawing ? [{ id: line.id, ...drawing }] : [];
  });
}

/** The lines of orders that the caller may read, by order, without what is discontinued. */
export async function linesOf(
  db: Db,
  companyId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, Omit<CarpetLine, 'discontinued'>[]>> {
  const byOrder = new Map<string, Omit<CarpetLine, 'discontinued'>[]>();
  if (orderIds.length === 0) return byOrder;
  for (const line of await select(db, companyId, orderIds).execute()) {
    const lines = byOrder.get(line.order_id) ?? [];
    lines.push(asLine(line));
    byOrder.set(line.order_id, lines);
  }
  return byOrder;
}

/** The lines of one order that the caller may read. */
export async function linesOfOrder(db: Db, { companyId, id }: OrderKey) {
  return (await linesOf(db, companyId, [id])).get(id) ?? [];
}

function asLine(line: Stored): Omit<CarpetLine, 'discontinued'> {
  const drawing = drawingOf(line);
  return {
    id: line.id,
    lineNumber: line.line_number,
    qualityName: line.quality_name,
    shape: shape.parse(line.shape),
    length: line.length,
    width: line.width,
    diameter: line.diameter,
    quantity: line.quantity,
    semiFinishId: line.semi_finish_id,
    semiFinishDescription: line.semi_finish_description,
    articleId: line.article_id,
    articleDescription: line.article_description,
    articleNumber: line.article_number,
    colorId: line.color_id,
    colorDescription: line.color_description,
    attachment: drawing && {
      id: line.id,
      name: drawing.name,
      mimeType: drawing.mime,
      size: drawing.bytes,
      path: `/api/${carpetOrders.path}/${line.order_id}/drawings/${line.id}`,
    },
  };
}

/** The drawing of a line of an order that the caller reaches, in this company. */
export async function findDrawing(db: Db, scope: Scope, lineId: string): Promise<Drawing | null> {
  if (!isId(lineId)) return null;
  const line = await db
    .selectFrom('carpet_order_lines')
    .innerJoin('carpet_orders', (join) =>
      join
        .onRef('carpet_orders.company_id', '=', 'carpet_order_lines.company_id')
        .onRef('carpet_orders.id', '=', 'carpet_order_lines.order_id'),
    )
    .where('carpet_order_lines.id', '=', lineId)
    .where('carpet_orders.deleted_at', 'is', null)
    .where(reachable(scope))
    .selectAll('carpet_order_lines')
    .executeTakeFirst();
  return line ? drawingOf(line) : null;
}
