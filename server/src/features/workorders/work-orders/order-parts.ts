import type { orderLines } from '#contract/workorders/order-lines.ts';
import type { orderTimes } from '#contract/workorders/order-times.ts';
import { reaches } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { type Audit, auditOf } from '#server/platform/resource/audit.ts';
import { lockEditableOrder, notFoundOrForbidden, type OwnerOrder } from './reach.ts';

type PartResource = typeof orderLines | typeof orderTimes;

/** A line of an order, or hours on it. */
interface OrderPart {
  readonly id: string;
  readonly companyId: string;
  readonly workOrderId: string;
}

/** Locks an order that the permission of this call reaches, to add a part to it; 409 if it is invoiced (§E3). */
export async function lockOrderToAdd(tx: Tx, ctx: Context, orderId: string): Promise<OwnerOrder> {
  const order = await lockEditableOrder(tx, ctx, orderId);
  orNotFound(reaches(ctx.scope, order.companyId) || undefined);
  return order;
}

/** Locks the order of a part, so that its status and its parts do not change, and then reads the part. */
export async function lockPart<Part extends OrderPart>(
  tx: Tx,
  ctx: Context,
  resource: PartResource,
  findById: (ctx: Context) => Promise<Part | undefined>,
): Promise<Part> {
  const { workOrderId } = await notFoundOrForbidden(ctx, resource, findById);
  await lockEditableOrder(tx, ctx, workOrderId);
  return notFoundOrForbidden(ctx, resource, findById);
}

/** Whether a body names another order: a part stays on its order. */
export function namesOther({ workOrderId }: OrderPart, named: string | undefined): boolean {
  return named !== undefined && named !== workOrderId;
}

/** Like `auditOf`; open screens are notified by the order of the part. */
export function auditOfPart<Part extends OrderPart>(
  resource: PartResource,
  snapshot: (part: Part) => Readonly<Record<string, unknown>>,
): Audit<Part> {
  return auditOf(resource, {
    snapshot,
    notify: (tx, ctx, { companyId, workOrderId: id }) =>
      ctx.events.publish(tx, { resource: resource.path, companyId, id }),
  });
}
