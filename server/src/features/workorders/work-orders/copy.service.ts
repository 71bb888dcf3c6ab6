import type { z } from 'zod';
import { orderLines } from '#contract/workorders/order-lines.ts';
import { type workOrderCopy, workOrders } from '#contract/workorders/work-orders.ts';
import type { Context } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { linesOfOrder } from '../order-lines/order-lines.repository.ts';
import { withoutPurchase } from '../order-lines/purchase.ts';
import { orRefuse } from './reach.ts';
import { findById } from './work-orders.repository.ts';

/** What a copy of an order starts from (§E2): no number, invoice number, dates, hours, notes, attachments or offers. */
export async function copyOf(ctx: Context, id: string): Promise<z.input<typeof workOrderCopy>> {
  const order = await orRefuse(await findById(ctx.db, ctx.scope, ctx.now(), id), async () => {
    const reader = ctx.reach(`${workOrders.permission}.read`);
    return reader !== null && (await findById(ctx.db, reader.scope, ctx.now(), id)) !== undefined;
  });
  return {
    administrationId: order.administrationId,
    contactPersonIds: order.contactPersons.map((person) => person.id),
    assignedUserIds: order.assignedUsers.map((user) => user.id),
    customerRelation: order.customerRelation,
    reference: order.reference,
    printingCompany: order.printingCompany,
    diffuser: order.diffuser,
    publisher: order.publisher,
    status: 0,
    numberOfOffersSent: 0,
    estimatedMinutes: order.estimatedMinutes,
    lines: await linesFor(ctx, order.id),
  };
}

// Lines are as far as the caller reads lines, purchase amounts as far as he reads those.
async function linesFor(ctx: Context, orderId: string) {
  const reader = ctx.reach(`${orderLines.permission}.read`);
  if (!reader || !ctx.reach(`${workOrders.permission}.read`)) return [];
  const lines = await linesOfOrder(ctx.db, reader, orderId);
  return lines.map((line) => withoutPurchase(reader, orNotFound(line)));
}
