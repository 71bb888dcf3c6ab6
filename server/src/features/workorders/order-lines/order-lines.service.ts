import type { z } from 'zod';
import type { ListQuery } from '#contract/list-query.ts';
import type { Rec, UpdateBody } from '#contract/resource.ts';
import type { lineWrite } from '#contract/workorders/line-write.ts';
import { orderLines, type workOrderLines } from '#contract/workorders/order-lines.ts';
import { reaches } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { assertVersion } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { findOwner, holdOpenOwner, namesOther, orRefuse } from '../work-orders/reach.ts';
import { addLines, permittedWrite, spokenLine } from './add-lines.ts';
import { insertFast } from './fast-path.repository.ts';
import * as repository from './order-lines.repository.ts';
import { withoutPurchase } from './purchase.ts';

type LineWrite = z.output<typeof lineWrite>;
type Shown = Rec<typeof orderLines>;

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
  if (orderId !== undefined) await findOwner(ctx.db, ctx, orderId);
  const page = await repository.list(ctx.db, ctx, query, orderId);
  return { ...page, rows: page.rows.map((line) => withoutPurchase(ctx, line)) };
}

async function find(ctx: Context, id: string, orderId?: string): Promise<Shown | null> {
  const found = await repository.findById(ctx.db, ctx, id, orderId);
  return found ? withoutPurchase(ctx, found) : null;
}

export async function create(ctx: Context, orderId: string, body: LineWrite): Promise<Shown> {
  const made = await ctx.transaction(async (tx) => {
    const line = await insertFast(tx, ctx, orderId, permittedWrite(ctx, body));
    if (line)
      await ctx.events.publish(tx, { resource: orderLines.path, companyId: line.companyId, id: orderId });
    return line;
  });
  return made ? withoutPurchase(ctx, made) : createWithLock(ctx, orderId, body);
}

/** `create` with the order locked: says what stands in the way of a line, or makes it where nothing does any more. */
export async function createWithLock(ctx: Context, orderId: string, body: LineWrite): Promise<Shown> {
  return ctx.transaction(async (tx) => {
    const order = await holdOpenOwner(tx, ctx, orderId);
    orNotFound(reaches(ctx.scope, order.companyId) || undefined);
    const [id = ''] = await addLines(tx, ctx, order, [body]);
    // Who may make lines for their own orders only is refused here where this is not one: nothing is kept.
    return withoutPurchase(ctx, await orRefuse(await repository.findById(tx, ctx, id), async () => true));
  });
}

async function update(
  ctx: Context,
  id: string,
  { rowVersion, workOrderId: named, ...body }: UpdateBody<typeof orderLines>,
  orderId?: string,
): Promise<Shown> {
  return ctx.transaction(async (tx) => {
    const before = await hold(tx, ctx, id, orderId);
    assertVersion(withoutPurchase(ctx, before), rowVersion);
    if (namesOther(before, named)) throw problem.validation({ work_order_id: ['invalid'] });
    await repository.update(tx, ctx, before, permittedWrite(ctx, body));
    const after = orNotFound(await repository.findById(tx, ctx, id));
    await record(tx, ctx, 'update', before, after);
    return withoutPurchase(ctx, after);
  });
}

async function remove(ctx: Context, id: string, orderId?: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = await hold(tx, ctx, id, orderId);
    await repository.remove(tx, ctx, before);
    await record(tx, ctx, 'remove', before, undefined);
  });
}

// The order is held, so that its status and its lines do not change under this; then the line is read as it is now.
async function hold(tx: Tx, ctx: Context, id: string, orderId?: string): Promise<repository.Line> {
  const find = async () =>
    orRefuse(await repository.findById(tx, ctx, id, orderId), async () => {
      const reader = ctx.reach(`${orderLines.permission}.read`);
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
  before: repository.Line,
  after: repository.Line | undefined,
): Promise<void> {
  const { id, companyId, workOrderId } = before;
  await recordChange(tx, ctx, {
    entity: orderLines.permission,
    entityId: id,
    companyId,
    verb,
    before: spokenLine(before),
    ...(after ? { after: spokenLine(after) } : {}),
  });
  await ctx.events.publish(tx, { resource: orderLines.path, companyId, id: workOrderId });
}
