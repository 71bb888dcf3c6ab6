import type { z } from 'zod';
import { addDays, amsterdamClock, dayOfInstant, instantOfAmsterdam, mondayOf } from '#contract/dates.ts';
import { orderTimes } from '#contract/workorders/order-times.ts';
import type {
  copiedWeek,
  copyWeek as copyCommand,
  Timesheet,
  timesheetPeople,
} from '#contract/workorders/timesheets.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { orNotFound, Problem, problem } from '#server/platform/http/problem.ts';
import { addTime, assertMayWriteFor } from '../order-times/order-times.service.ts';
import { lockOrderToAdd } from '../work-orders/order-parts.ts';
import type { OwnerOrder } from '../work-orders/reach.ts';
import * as repository from './timesheets.repository.ts';

type Hours = Awaited<ReturnType<typeof repository.hoursOfWeek>>[number];

/** The caller's own week. */
export async function findOwnWeek(ctx: Context, startDate?: string): Promise<Timesheet> {
  const { userId, name } = ctx.caller;
  const monday = weekOf(ctx, startDate);
  return asSheet({ id: userId, fullName: name }, monday, await repository.hoursOfWeek(ctx, userId, monday));
}

/** The week of a person within the scope. */
export async function findWeek(ctx: Context, userId: string, startDate?: string): Promise<Timesheet> {
  const person = orNotFound(await repository.findPerson(ctx.db, ctx.scope, userId));
  const monday = weekOf(ctx, startDate);
  return asSheet(person, monday, await repository.hoursOfWeek(ctx, person.id, monday, ctx.scope));
}

const weekOf = (ctx: Context, day = dayOfInstant(ctx.now())) => mondayOf(day);

/** The people whose weeks the caller may see. */
export function listPeople(ctx: Context): Promise<z.input<typeof timesheetPeople>> {
  return repository.listPeople(ctx.db, ctx.scope, ctx.caller.companyId);
}

function asSheet(person: Timesheet['person'], startDate: string, hours: readonly Hours[]): Timesheet {
  const orders = new Map(
    hours.map(({ workOrderId: id, yearNumber, reference, relationName, isInvoiced }) => [
      id,
      { id, yearNumber, reference, relationName, isInvoiced },
    ]),
  );
  const entries = hours.map(
    ({ id, workOrderId, startTime, endTime, durationInMinutes, description, rowVersion }) => ({
      id,
      workOrderId,
      startTime,
      endTime,
      durationInMinutes,
      description,
      rowVersion,
    }),
  );
  return { person, startDate, entries, orders: [...orders.values()] };
}

/** Copies the hours of the week before on these orders; what has no room, or an order that takes none, is skipped. */
export async function copyWeek(
  ctx: Context,
  { startDate, workOrderIds, userId: named }: z.output<typeof copyCommand>,
): Promise<z.input<typeof copiedWeek>> {
  const userId = named ?? ctx.caller.userId;
  const before = addDays(mondayOf(startDate), -7);
  const scope = userId === ctx.caller.userId ? undefined : scopeOfOthers(ctx);
  return ctx.transaction(async (tx) => {
    const chosen = new Set(workOrderIds);
    const here = { db: tx, caller: ctx.caller };
    const hours = (await repository.hoursOfWeek(here, userId, before, scope)).filter(({ workOrderId }) =>
      chosen.has(workOrderId),
    );
    // Always in the same order, so that two copies at once do not wait for each other.
    const orders = new Map<string, OwnerOrder | null>();
    for (const id of [...new Set(hours.map(({ workOrderId }) => workOrderId))].toSorted())
      orders.set(id, await lockIfOpen(tx, ctx, id));
    let copied = 0;
    for (const entry of hours) {
      const order = orders.get(entry.workOrderId);
      const span = weekLater(entry);
      if (!order || (await repository.hasHoursIn(here, userId, span))) continue;
      await assertMayWriteFor(tx, ctx, order.companyId, userId);
      await addTime(tx, ctx, order, { userId, ...span, description: entry.description });
      copied += 1;
    }
    return { copied, skipped: hours.length - copied };
  });
}

/** How far the caller may write the hours of others (§E8). */
function scopeOfOthers(ctx: Context): Scope {
  const scope = ctx.reach(`${orderTimes.permission}.update`)?.scope;
  if (!scope || scope.reach === 'user') throw problem.validation({ user_id: ['not-yours-to-give'] });
  return scope;
}

// An order that was invoiced, or that the caller can no longer reach, takes no hours.
async function lockIfOpen(tx: Tx, ctx: Context, orderId: string): Promise<OwnerOrder | null> {
  try {
    return await lockOrderToAdd(tx, ctx, orderId);
  } catch (error) {
    if (error instanceof Problem && (error.kind === 'wrong-state' || error.kind === 'not-found')) return null;
    throw error;
  }
}

// The same time on the clock a week later, also where summer time begins or ends between them.
function weekLater({ startTime, durationInMinutes }: Hours) {
  const { day, time } = amsterdamClock(startTime);
  const start = instantOfAmsterdam(addDays(day, 7), time);
  return {
    startTime: start,
    endTime: new Date(Date.parse(start) + durationInMinutes * 60_000).toISOString(),
  };
}
