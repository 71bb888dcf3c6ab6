import type { z } from 'zod';
import type { ListQuery } from '#contract/list-query.ts';
import type { Rec, UpdateBody } from '#contract/resource.ts';
import type { lineWrite } from '#contract/workorders/line-write.ts';
import { orderLines, type workOrderLines } from '#contract/workorders/order-lines.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { assertVersion, softDelete, updateRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { assertUnused } from '#server/platform/resource/record-links.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOfPart, lockOrderToAdd, lockPart, namesOther } from '../work-orders/order-parts.ts';
import { findReadableOrder } from '../work-orders/reach.ts';
import { addLines, permittedWrite } from './add-lines.ts';
import { insertFast } from './fast-path.repository.ts';
import { priced } from './line-price.ts';
import * as repository from './order-lines.repository.ts';
import { withoutPurchase } from './purchase.ts';

type LineWrite = z.output<typeof lineWrite>;
type Shown = Rec<typeof orderLines>;

// Purchase amounts are in the snapshot; they are left out for callers who may not know them (see `history`).
const audit = auditOfPart(
  orderLines,
  ({ companyId: _company, workOrderId: _order, customId: _custom, ...line }: repository.Line) => line,
);

// One handler serves both addresses: the nested one names the order in its path, the flat one in its body or not at all.
export const workOrderLinesService: Omit<ResourceService<typeof workOrderLines>, 'list'> = {
  find: (ctx, id, { workOrderId }) => find(ctx, id, workOrderId),
  create: (ctx, body, { workOrderId }) => create(ctx, workOrderId, body),
  update: (ctx, id, body, { workOrderId }) => update(ctx, id, body, workOrderId),
  remove: (ctx, id, { workOrderId }) => remove(ctx, id, workOrderId),
};

export const orderLinesService: Omit<ResourceService<typeof orderLines>, 'list'> = {
  find: (ctx, id) => find(ctx, id),
  create: (ctx, { workOrderId, ...body }) => create(ctx, workOrderId, body),
  update: (ctx, id, body) => update(ctx, id, body),
  remove: (ctx, id) => remove(ctx, id),
};

export async function listLines(ctx: Context, query: ListQuery, orderId?: string) {
  if (orderId !== undefined) await findReadableOrder(ctx.db, ctx, orderId);
  const page = await repository.list(ctx.db, ctx, query, orderId);
  return { ...page, rows: page.rows.map((line) => withoutPurchase(ctx, line)) };
}

async function find(ctx: Context, id: string, orderId?: string): Promise<Shown | null> {
  const found = await repository.findById(ctx.db, ctx, id, orderId);
  return found ? withoutPurchase(ctx, found) : null;
}

export async function create(ctx: Context, orderId: string, body: LineWrite): Promise<Shown> {
  const made = await ctx.transaction(async (tx) => {
    const line = await insertFast(tx, ctx, orderId, permittedWrite(ctx, priced(body)));
    if (line)
      await ctx.events.publish(tx, { resource: orderLines.path, companyId: line.companyId, id: orderId });
    return line;
  });
  return made ? withoutPurchase(ctx, made) : createWithLock(ctx, orderId, body);
}

/** `create` with the order locked: says why a line is refused, or adds it if nothing refuses it any more. */
export async function createWithLock(ctx: Context, orderId: string, body: LineWrite): Promise<Shown> {
  return ctx.transaction(async (tx) => {
    const order = await lockOrderToAdd(tx, ctx, orderId);
    const [id = ''] = await addLines(tx, ctx, order, [body]);
    // Callers who may add lines to their own orders only are refused here if this is not one of them.
    const line = await repository.findById(tx, ctx, id);
    if (!line) throw problem.forbidden();
    return withoutPurchase(ctx, line);
  });
}

async function update(
  ctx: Context,
  id: string,
  { rowVersion, workOrderId: named, ...body }: UpdateBody<typeof orderLines>,
  orderId?: string,
): Promise<Shown> {
  return ctx.transaction(async (tx) => {
    const before = await lock(tx, ctx, id, orderId);
    assertVersion(withoutPurchase(ctx, before), rowVersion);
    if (namesOther(before, named)) throw problem.validation({ work_order_id: ['invalid'] });
    await updateRow(tx, ctx, 'order_lines', before, permittedWrite(ctx, priced(body, before)));
    const after = orNotFound(await repository.findById(tx, ctx, id));
    return withoutPurchase(ctx, await audit(tx, ctx, { before, after }));
  });
}

async function remove(ctx: Context, id: string, orderId?: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = await lock(tx, ctx, id, orderId);
    await assertUnused(tx, ctx, orderLines, before);
    await softDelete(tx, ctx, 'order_lines', before);
    await audit(tx, ctx, { before });
  });
}

function lock(tx: Tx, ctx: Context, id: string, orderId?: string): Promise<repository.Line> {
  return lockPart(tx, ctx, orderLines, (reader) => repository.findById(tx, reader, id, orderId));
}
