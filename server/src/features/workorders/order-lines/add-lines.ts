import type { z } from 'zod';
import type { lineWrite } from '#contract/workorders/line-write.ts';
import { orderLines } from '#contract/workorders/order-lines.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { type Change, recordChanges } from '#server/platform/db/history.ts';
import type { OwnerOrder } from '../work-orders/reach.ts';
import { priced } from './line-price.ts';
import { mayReadPurchase } from './purchase.ts';
import * as repository from './order-lines.repository.ts';

type LineWrite = z.output<typeof lineWrite>;

/** The body without the purchase amount, unless the caller may read that. */
export function permittedWrite(ctx: Context, line: LineWrite): LineWrite {
  if (mayReadPurchase(ctx)) return line;
  return { ...line, purchaseAmount: undefined };
}

/** Appends lines to a locked order, with their history; `ctx` has the scope of the permission to create lines. */
export async function addLines(
  tx: Tx,
  ctx: Context,
  order: OwnerOrder,
  lines: readonly LineWrite[],
): Promise<string[]> {
  if (lines.length === 0) return [];
  const written = lines.map((line) => permittedWrite(ctx, priced(line)));
  const ids = await repository.insertAll(tx, ctx, order, written);
  const changes = written.map((line, index): Change => {
    const { customId: _custom, ...after } = line;
    return {
      entity: orderLines.permission,
      entityId: ids[index] ?? '',
      companyId: order.companyId,
      verb: 'create',
      after,
    };
  });
  await recordChanges(tx, ctx, changes);
  await ctx.events.publish(tx, { resource: orderLines.path, companyId: order.companyId, id: order.id });
  return ids;
}
