import type { z } from 'zod';
import type { Rec } from '#contract/resource.ts';
import type { orderTimer, orderTimes } from '#contract/workorders/order-times.ts';
import { reaches } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { orNotFound, Problem, problem } from '#server/platform/http/problem.ts';
import { addTime } from '../order-times/order-times.service.ts';
import { holdOpenOwner } from '../work-orders/reach.ts';
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
    await takeHours(tx, ctx);
    const order = await holdOpenOwner(tx, ctx, workOrderId);
    orNotFound(reaches(ctx.scope, order.companyId) || undefined);
    if (!(await repository.insert(tx, ctx.caller.userId, order, ctx.now())))
      throw problem.of('wrong-state', { sentence: 'timer-runs-already' });
    return orNotFound(await findWithin(tx, ctx));
  });
}

/** Stops the clock: its time becomes hours. */
export async function stopTimer(ctx: Context): Promise<OrderTime> {
  return ctx.transaction(async (tx) => orNotFound(await takeHours(tx, ctx)));
}

/** Throws the clock away. */
export async function discardTimer(ctx: Context): Promise<void> {
  await ctx.transaction(async (tx) => orNotFound(await repository.take(tx, ctx.caller.userId)));
}

// An order that was invoiced, deleted or taken from the caller meanwhile refuses: the clock runs on until it is thrown
// away. The refusal names that order, since the caller may stand at another one.
async function takeHours(tx: Tx, ctx: Context): Promise<OrderTime | undefined> {
  const running = await repository.take(tx, ctx.caller.userId);
  if (!running) return undefined;
  const order = await holdOpenOwner(tx, ctx, running.workOrderId).catch((error: unknown) => {
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
