import type { ListQuery } from '#contract/list-query.ts';
import type { FieldCode } from '#contract/problem.ts';
import type { UpdateBody } from '#contract/resource.ts';
import { orderTimes, type workOrderTimes } from '#contract/workorders/order-times.ts';
import { reaches } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { assertVersion } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { findOwner, holdOpenOwner, namesOther, type OwnerOrder, orRefuse } from '../work-orders/reach.ts';
import * as repository from './order-times.repository.ts';

type OrderTime = repository.OrderTime;
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
  if (orderId !== undefined) await findOwner(ctx.db, ctx, orderId);
  return repository.list(ctx.db, ctx, query, orderId);
}

async function create(ctx: Context, orderId: string, body: repository.TimeValues): Promise<OrderTime> {
  return ctx.transaction(async (tx) => {
    const order = await holdOpenOwner(tx, ctx, orderId);
    orNotFound(reaches(ctx.scope, order.companyId) || undefined);
    refuse(await wrongUser(tx, ctx, order.companyId, body.userId));
    return addTime(tx, ctx, order, body);
  });
}

/** Writes hours on an order that is held and open, with their history. */
export async function addTime(
  tx: Tx,
  ctx: Context,
  order: OwnerOrder,
  values: repository.TimeValues,
): Promise<OrderTime> {
  const id = await repository.insert(tx, ctx, order, values);
  // Found with the right of the call, or else as one's own: whoever may write hours may see these.
  const made = orNotFound(
    (await repository.findById(tx, ctx, id)) ?? (await repository.findById(tx, widened(ctx), id)),
  );
  await record(tx, ctx, 'create', undefined, made);
  return made;
}

// Hours of somebody else, made with another right than that of the call.
function widened(ctx: Context): Context {
  return ctx.reach(`${orderTimes.permission}.update`) ?? ctx;
}

async function update(
  ctx: Context,
  id: string,
  { rowVersion, workOrderId: named, ...body }: UpdateBody<typeof orderTimes>,
  orderId?: string,
): Promise<OrderTime> {
  return ctx.transaction(async (tx) => {
    const before = await hold(tx, ctx, id, orderId);
    assertVersion(before, rowVersion);
    refuse({
      ...(namesOther(before, named) ? { work_order_id: ['invalid'] } : {}),
      ...(body.userId === before.userId ? {} : await wrongUser(tx, ctx, before.companyId, body.userId)),
    });
    await repository.update(tx, ctx, before, body);
    const after = orNotFound(await repository.findById(tx, ctx, id));
    await record(tx, ctx, 'update', before, after);
    return after;
  });
}

async function remove(ctx: Context, id: string, orderId?: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = await hold(tx, ctx, id, orderId);
    await repository.remove(tx, ctx, before);
    await record(tx, ctx, 'remove', before, undefined);
  });
}

/** One's own hours; those of another only with the right to change them, and of a colleague of the order's company (§E8). */
async function wrongUser(tx: Tx, ctx: Context, companyId: string, userId: string): Promise<Codes> {
  if (userId === ctx.caller.userId) return {};
  const others = ctx.reach(`${orderTimes.permission}.update`);
  const mayWriteOthers = others !== null && others.scope.reach !== 'user' && reaches(others.scope, companyId);
  if (!mayWriteOthers) return { user_id: ['not-yours-to-give'] };
  return (await repository.isColleague(tx, companyId, userId)) ? {} : { user_id: ['unknown'] };
}

function refuse(codes: Codes): void {
  if (Object.keys(codes).length > 0) throw problem.validation(codes);
}

async function hold(tx: Tx, ctx: Context, id: string, orderId?: string): Promise<OrderTime> {
  const find = async () =>
    orRefuse(await repository.findById(tx, ctx, id, orderId), async () => {
      const reader = ctx.reach(`${orderTimes.permission}.read`);
      return reader !== null && (await repository.findById(tx, reader, id, orderId)) !== undefined;
    });
  const { workOrderId } = await find();
  await holdOpenOwner(tx, ctx, workOrderId);
  return find();
}

async function record(
  tx: Tx,
  ctx: Context,
  verb: string,
  before: OrderTime | undefined,
  after: OrderTime | undefined,
): Promise<void> {
  const { id, companyId, workOrderId } = orNotFound(after ?? before);
  await recordChange(tx, ctx, {
    entity: orderTimes.permission,
    entityId: id,
    companyId,
    verb,
    ...(before ? { before: spoken(before) } : {}),
    ...(after ? { after: spoken(after) } : {}),
  });
  await ctx.events.publish(tx, { resource: orderTimes.path, companyId, id: workOrderId });
}

function spoken({ user, startTime, endTime, durationInMinutes }: OrderTime) {
  return { user: user.fullName, startTime, endTime, durationInMinutes };
}
