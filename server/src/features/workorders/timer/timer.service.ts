import type { z } from 'zod';
import type { Rec } from '#contract/resource.ts';
import type { orderTimer, orderTimes } from '#contract/workorders/order-times.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { orNotFound, Problem, problem } from '#server/platform/http/problem.ts';
import { addTime } from '../order-times/order-times.service.ts';
import { lockOrderToAdd } from '../work-orders/order-parts.ts';
import { lockEditableOrder } from '../work-orders/reach.ts';
import * as repository from './timer.repository.ts';
import { hoursOfTimer } from './timer.rules.ts';

type Timer = z.input<typeof orderTimer>;
type OrderTime = Rec<typeof orderTimes>;

/** The caller's running clock; it lives in the database, so it survives any reload. */
export async function findTimer(ctx: Context): Promise<Timer | null> {
  return findWithin(ctx.db, ctx);
}

async function findWithin(db: Db, ctx: Context): Promise<Timer | null> {
  const running = await repository.findRunning(db, ctx.caller.userId);
  if (!running) return null;
  const { workOrderId, startedAt, yearNumber, reference } = running;
  return { workOrderId, workOrder: { yearNumber, reference }, startedAt };
}

/** Starts the clock on an order; one that runs already is stopped first and becomes hours. */
export async function startTimer(ctx: Context, workOrderId: string): Promise<Timer> {
  return ctx.transaction(async (tx) => {
    await saveHours(tx, ctx);
    const order = await lockOrderToAdd(tx, ctx, workOrderId);
    if (!(await repository.insert(tx, ctx.caller.userId, order, ctx.now())))
      throw problem.of('wrong-state', { sentence: 'timer-runs-already' });
    return orNotFound(await findWithin(tx, ctx));
  });
}

/** Stops the clock: its time becomes hours. */
export async function stopTimer(ctx: Context): Promise<OrderTime> {
  return ctx.transaction(async (tx) => orNotFound(await saveHours(tx, ctx)));
}

/** Discards the running clock. */
export async function discardTimer(ctx: Context): Promise<void> {
  await ctx.transaction(async (tx) => orNotFound(await repository.take(tx, ctx.caller.userId)));
}

// Refuses if the order was invoiced, deleted or taken from the caller meanwhile: the clock runs on until it is
// discarded. The message names the order, since the caller may have another one on screen.
async function saveHours(tx: Tx, ctx: Context): Promise<OrderTime | undefined> {
  const running = await repository.take(tx, ctx.caller.userId);
  if (!running) return undefined;
  const order = await lockEditableOrder(tx, ctx, running.workOrderId).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    throw problem.of('wrong-state', {
      sentence: 'timer-takes-no-hours',
      values: { number: running.yearNumber },
    });
  });
  return addTime(tx, ctx, order, {
    userId: ctx.caller.userId,
    ...hoursOfTimer(new Date(running.startedAt), ctx.now()),
  });
}
