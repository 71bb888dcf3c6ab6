import type { z } from 'zod';
import type { lineWrite } from '#contract/workorders/line-write.ts';
import { orderLines } from '#contract/workorders/order-lines.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { type Change, recordChanges } from '#server/platform/db/history.ts';
import type { OwnerOrder } from '../work-orders/reach.ts';
import { mayReadPurchase } from './purchase.ts';
import * as repository from './order-lines.repository.ts';

type LineWrite = z.output<typeof lineWrite>;

/** A line as its history tells it; who may not know the purchase amount is not told it (see `history`). */
export function spokenLine({
  companyId: _company,
  workOrderId: _order,
  customId: _custom,
  ...line
}: repository.Line) {
  return line;
}

/** What a body may say: a purchase amount only where the caller may read it. */
export function permittedWrite(ctx: Context, line: LineWrite): LineWrite {
  if (mayReadPurchase(ctx)) return line;
  return { ...line, purchaseAmount: undefined };
}

/** Appends lines to an order that is held, with their history; `ctx` reaches as far as the right to make lines. */
export async function addLines(
  tx: Tx,
  ctx: Context,
  order: OwnerOrder,
  lines: readonly LineWrite[],
): Promise<string[]> {
  if (lines.length === 0) return [];
  const written = lines.map((line) => permittedWrite(ctx, line));
  const ids = await repository.insertAll(tx, ctx, order, written);
  const changes = written.map((line, at): Change => {
    const { customId: _custom, ...after } = line;
    return {
      entity: orderLines.permission,
      entityId: ids[at] ?? '',
      companyId: order.companyId,
      verb: 'create',
      after,
    };
  });
  await recordChanges(tx, ctx, changes);
  await ctx.events.publish(tx, { resource: orderLines.path, companyId: order.companyId, id: order.id });
  return ids;
}
