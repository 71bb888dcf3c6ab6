import type { z } from 'zod';
import type { Rec } from '#contract/resource.ts';
import {
  hourLimits,
  type orderTimer,
  type orderTimes,
  type stopTimer as stopCommand,
  timerPath,
} from '#contract/workorders/order-times.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { orNotFound, Problem, problem } from '#server/platform/http/problem.ts';
import { addTime } from '../order-times/order-times.service.ts';
import { lockOrderToAdd } from '../work-orders/order-parts.ts';
import { lockEditableOrder } from '../work-orders/reach.ts';
import * as repository from './timer.repository.ts';
import { hoursBeforeNext, hoursOfTimer, needsEnd, onStep, wrongEnd } from './timer.rules.ts';

type Timer = z.input<typeof orderTimer>;
type OrderTime = Rec<typeof orderTimes>;
type Running = NonNullable<Awaited<ReturnType<typeof repository.lockRunning>>>;

/** The caller's running clock; it lives in the database, so it survives any reload. */
export async function findTimer(ctx: Context): Promise<Timer | null> {
  return findWithin(ctx.db, ctx);
}

async function findWithin(db: Db, ctx: Context): Promise<Timer | null> {
  const running = await repository.findRunning(db, ctx.caller);
  if (!running) return null;
  const { workOrderId, startedAt, yearNumber, reference } = running;
  return {
    workOrderId,
    workOrder: { yearNumber, reference },
    startedAt,
    needsEnd: needsEnd(new Date(startedAt), ctx.now()),
  };
}

/** Starts the clock on an order; one that runs on another is stopped at the same moment and becomes hours. */
export async function startTimer(ctx: Context, workOrderId: string): Promise<Timer> {
  return ctx.transaction(async (tx) => {
    const { userId } = ctx.caller;
    const running = await repository.lockRunning(tx, ctx.caller);
    if (running?.workOrderId !== workOrderId) {
      const now = ctx.now();
      if (running) await leave(tx, ctx, running, now);
      const order = await lockOrderToAdd(tx, ctx, workOrderId);
      // A clock of a moment became five minutes: this one begins where that ended.
      const start = await repository.endOfHoursAt(tx, ctx.caller, onStep(now), hourLimits.stepInMinutes);
      await repository.insert(tx, userId, order, start ?? now.toISOString());
      await publish(tx, ctx);
    }
    const timer = orNotFound(await findWithin(tx, ctx));
    // Another call started one on another order at the same time.
    if (timer.workOrderId !== workOrderId)
      throw problem.of('wrong-state', { sentence: 'timer-runs-already' });
    return timer;
  });
}

// The hours of a clock end where those of the next one begin (decision 0086).
async function leave(tx: Tx, ctx: Context, running: Running, now: Date): Promise<void> {
  const startedAt = new Date(running.startedAt);
  if (needsEnd(startedAt, now))
    throw problem.of('wrong-state', {
      sentence: 'timer-needs-end',
      values: { number: running.yearNumber },
    });
  await repository.remove(tx, ctx.caller);
  const hours = hoursBeforeNext(startedAt, now);
  if (hours) await saveHours(tx, ctx, running, hours);
}

/** Stops the clock: its time becomes hours. After ten hours only with the end that the caller gives (§E8). */
export async function stopTimer(
  ctx: Context,
  { workOrderId, endTime }: z.output<typeof stopCommand>,
): Promise<OrderTime> {
  return ctx.transaction(async (tx) => {
    const running = orNotFound(await repository.lockRunning(tx, ctx.caller));
    if (workOrderId && workOrderId !== running.workOrderId)
      throw problem.of('wrong-state', { sentence: 'timer-moved', values: { number: running.yearNumber } });
    const hours = hoursUntil(running, endTime ?? null, ctx.now());
    await repository.remove(tx, ctx.caller);
    await publish(tx, ctx);
    return saveHours(tx, ctx, running, hours);
  });
}

function hoursUntil(running: Running, endTime: string | null, now: Date) {
  const startedAt = new Date(running.startedAt);
  if (endTime === null) {
    if (needsEnd(startedAt, now)) throw problem.validation({ end_time: ['required'] });
    return hoursOfTimer(startedAt, now);
  }
  const wrong = wrongEnd(startedAt, new Date(endTime), now);
  if (wrong) throw problem.validation({ end_time: [wrong] });
  return hoursOfTimer(startedAt, new Date(endTime));
}

/** Discards the running clock. */
export async function discardTimer(ctx: Context): Promise<void> {
  await ctx.transaction(async (tx) => {
    orNotFound(await repository.lockRunning(tx, ctx.caller));
    await repository.remove(tx, ctx.caller);
    await publish(tx, ctx);
  });
}

// The caller may have other pages and devices open.
function publish(tx: Tx, ctx: Context): Promise<void> {
  return ctx.events.publish(tx, {
    resource: timerPath,
    companyId: ctx.caller.companyId,
    id: ctx.caller.userId,
  });
}

// Refuses if the order was invoiced, deleted or taken from the caller meanwhile: the clock runs on until it is
// discarded. The message names the order, since the caller may have another one on screen.
async function saveHours(
  tx: Tx,
  ctx: Context,
  running: Running,
  hours: ReturnType<typeof hoursOfTimer>,
): Promise<OrderTime> {
  const order = await lockEditableOrder(tx, ctx, running.workOrderId).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    throw problem.of('wrong-state', {
      sentence: 'timer-takes-no-hours',
      values: { number: running.yearNumber },
    });
  });
  return addTime(tx, ctx, order, { userId: ctx.caller.userId, ...hours });
}
