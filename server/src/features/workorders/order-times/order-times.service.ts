import type { ListQuery } from '#contract/list-query.ts';
import type { FieldCode } from '#contract/problem.ts';
import type { UpdateBody } from '#contract/resource.ts';
import { orderTimes, workOrderTimes } from '#contract/workorders/order-times.ts';
import { reaches } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { assertVersion, insertRow, rowExists, softDelete, updateRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { lockOrderToAdd, lockPart, namesOther } from '../work-orders/order-parts.ts';
import { findReadableOrder, type OwnerOrder } from '../work-orders/reach.ts';
import * as repository from './order-times.repository.ts';

type OrderTime = repository.OrderTime;

const audit = auditOf(orderTimes, {
  snapshot: ({ user, startTime, endTime, durationInMinutes, description }: OrderTime) => ({
    user: user.fullName,
    startTime,
    endTime,
    durationInMinutes,
    description,
  }),
  // Open screens show hours by both addresses.
  notify: (tx, ctx, { companyId, workOrderId: id }: OrderTime) =>
    ctx.events.publish(
      tx,
      ...[orderTimes, workOrderTimes].map(({ path }) => ({ resource: path, companyId, id })),
    ),
});
type Codes = Readonly<Record<string, readonly FieldCode[]>>;

// One handler serves both addresses: the nested one names the order in its path, the flat one in its body or not at all.
export const workOrderTimesService: Omit<ResourceService<typeof workOrderTimes>, 'list'> = {
  find: async (ctx, id, { workOrderId }) => (await repository.findById(ctx.db, ctx, id, workOrderId)) ?? null,
  create: (ctx, body, { workOrderId }) => create(ctx, workOrderId, body),
  update: (ctx, id, body, { workOrderId }) => update(ctx, id, body, workOrderId),
  remove: (ctx, id, { workOrderId }) => remove(ctx, id, workOrderId),
};

export const orderTimesService: Omit<ResourceService<typeof orderTimes>, 'list'> = {
  find: async (ctx, id) => (await repository.findById(ctx.db, ctx, id)) ?? null,
  create: (ctx, { workOrderId, ...body }) => create(ctx, workOrderId, body),
  update: (ctx, id, body) => update(ctx, id, body),
  remove: (ctx, id) => remove(ctx, id),
};

export async function listTimes(ctx: Context, query: ListQuery, orderId?: string) {
  if (orderId !== undefined) await findReadableOrder(ctx.db, ctx, orderId);
  return repository.list(ctx.db, ctx, query, orderId);
}

async function create(ctx: Context, orderId: string, body: repository.TimeValues): Promise<OrderTime> {
  return ctx.transaction(async (tx) => {
    const order = await lockOrderToAdd(tx, ctx, orderId);
    await assertMayWriteFor(tx, ctx, order.companyId, body.userId);
    return addTime(tx, ctx, order, body);
  });
}

/** Adds hours to a locked order that is not invoiced, with their history. */
export async function addTime(
  tx: Tx,
  ctx: Context,
  order: OwnerOrder,
  values: repository.TimeValues,
): Promise<OrderTime> {
  const key = { companyId: order.companyId, workOrderId: order.id };
  const id = await insertRow(tx, ctx, 'order_times', { ...key, ...values });
  // Hours of somebody else are written, and so visible, by the permission to update.
  const writer = ctx.reach(`${orderTimes.permission}.update`) ?? ctx;
  const after = (await repository.findById(tx, ctx, id)) ?? (await repository.findById(tx, writer, id));
  return audit(tx, ctx, { after: orNotFound(after) });
}

async function update(
  ctx: Context,
  id: string,
  { rowVersion, workOrderId: named, ...body }: UpdateBody<typeof orderTimes>,
  orderId?: string,
): Promise<OrderTime> {
  return ctx.transaction(async (tx) => {
    const before = await lock(tx, ctx, id, orderId);
    assertVersion(before, rowVersion);
    refuse({
      ...(namesOther(before, named) ? { work_order_id: ['invalid'] } : {}),
      ...(body.userId === before.userId ? {} : await wrongUser(tx, ctx, before.companyId, body.userId)),
    });
    await updateRow(tx, ctx, 'order_times', before, body);
    return audit(tx, ctx, { before, after: orNotFound(await repository.findById(tx, ctx, id)) });
  });
}

async function remove(ctx: Context, id: string, orderId?: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = await lock(tx, ctx, id, orderId);
    await softDelete(tx, ctx, 'order_times', before);
    await audit(tx, ctx, { before });
  });
}

/** Refuses hours that the caller may not write for this person. */
export async function assertMayWriteFor(
  tx: Tx,
  ctx: Context,
  companyId: string,
  userId: string,
): Promise<void> {
  refuse(await wrongUser(tx, ctx, companyId, userId));
}

/** Everyone writes their own hours; those of a colleague in the order's company only with the permission to update (§E8). */
async function wrongUser(tx: Tx, ctx: Context, companyId: string, userId: string): Promise<Codes> {
  if (userId === ctx.caller.userId) return {};
  const others = ctx.reach(`${orderTimes.permission}.update`);
  const mayWriteOthers = others !== null && others.scope.reach !== 'user' && reaches(others.scope, companyId);
  if (!mayWriteOthers) return { user_id: ['not-yours-to-give'] };
  return (await rowExists(tx, 'users', { companyId, id: userId })) ? {} : { user_id: ['unknown'] };
}

function refuse(codes: Codes): void {
  if (Object.keys(codes).length > 0) throw problem.validation(codes);
}

function lock(tx: Tx, ctx: Context, id: string, orderId?: string): Promise<OrderTime> {
  return lockPart(tx, ctx, orderTimes, (reader) => repository.findById(tx, reader, id, orderId));
}
