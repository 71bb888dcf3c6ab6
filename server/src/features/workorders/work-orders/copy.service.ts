import type { z } from 'zod';
import { orderLines } from '#contract/workorders/order-lines.ts';
import { type workOrderCopy, workOrders, WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import type { Context } from '#server/platform/context.ts';
import { linesOfOrder } from '../order-lines/order-lines.repository.ts';
import { withoutPurchase } from '../order-lines/purchase.ts';
import { notFoundOrForbidden } from './reach.ts';
import { findById } from './work-orders.repository.ts';

/** What a copy of an order starts from (§E2): no number, invoice number, dates, hours, notes, attachments or offers. */
export async function copyOf(ctx: Context, id: string): Promise<z.input<typeof workOrderCopy>> {
  const order = await notFoundOrForbidden(ctx, workOrders, ({ scope, now }) =>
    findById(ctx.db, scope, now(), id),
  );
  return {
    administrationId: order.administrationId,
    contactPersonIds: order.contactPersons.map((person) => person.id),
    assignedUserIds: order.assignedUsers.map((user) => user.id),
    customerRelationId: order.customerRelationId,
    customerRelation: order.customerRelation,
    reference: order.reference,
    printingCompany: order.printingCompany,
    diffuser: order.diffuser,
    publisher: order.publisher,
    status: WorkOrderStatus.New,
    numberOfOffersSent: 0,
    estimatedMinutes: order.estimatedMinutes,
    lines: await linesFor(ctx, order.id),
  };
}

// Lines and purchase amounts as far as the caller may read them.
async function linesFor(ctx: Context, orderId: string) {
  const reader = ctx.reach(`${orderLines.permission}.read`);
  if (!reader || !ctx.reach(`${workOrders.permission}.read`)) return [];
  const lines = await linesOfOrder(ctx.db, reader, orderId);
  return lines.map((line) => withoutPurchase(reader, line));
}
