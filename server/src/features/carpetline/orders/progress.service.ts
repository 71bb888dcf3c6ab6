import type { z } from 'zod';
import {
  type boardOrder,
  CarpetOrderStatus,
  carpetOrders,
  type completeOrder,
  type receiveCarpet,
  type setDeliveryDate,
  type stepBack,
} from '#contract/carpetline/orders.ts';
import { dayOfInstant } from '#contract/dates.ts';
import type { Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { updateRow } from '#server/platform/db/record.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { linesOf } from './lines.repository.ts';
import { assertOrderVersion, detailsOf } from './orders.service.ts';
import * as repository from './orders.repository.ts';
import { publishOrder } from './publish-order.ts';
import { deliveryDateOf, statusBefore, workingDaysLeft } from './progress.rules.ts';

type Order = Rec<typeof carpetOrders>;
type Step = repository.Step;

const audit = auditOf(carpetOrders, {
  snapshot: ({
    status,
    receivedDate,
    deliveryDate,
    reason,
  }: repository.StoredOrder & { reason?: string }) => ({
    status,
    receivedDate,
    deliveryDate,
    ...(reason ? { reason } : {}),
  }),
  notify: publishOrder,
});

/** Notifies the orderer of a step, in the transaction of the step. */
export type NotifyOrderer = (
  tx: Tx,
  ctx: Context,
  order: repository.StoredOrder,
  step: Step,
) => Promise<void>;

/** The steps of an order; staff only (§F1). `notify` is called for each. */
export function progressService(notify: NotifyOrderer) {
  async function move(
    ctx: Context,
    id: string,
    rowVersion: number | undefined,
    plan: (
      before: repository.StoredOrder,
      tx: Tx,
    ) => Promise<{ readonly progress: repository.Progress; readonly step: Step }>,
  ): Promise<Order> {
    return ctx.transaction(async (tx) => {
      // Portal users never move an order, also if they got the permission by mistake.
      if (await repository.isPortalUser(tx, ctx.caller)) throw problem.forbidden();
      const before = orNotFound(await repository.lock(tx, ctx.scope, ctx.caller.companyId, id));
      await assertOrderVersion(ctx, tx, before, rowVersion);
      const { progress, step } = await plan(before, tx);
      await updateRow(tx, ctx, 'carpet_orders', before, progress);
      await repository.addStep(tx, ctx, before, step);
      const after = orNotFound(await repository.find(tx, ctx.scope, before.companyId, before.id));
      await audit(tx, ctx, { before, after: { ...after, reason: step.reason }, verb: step.kind });
      await notify(tx, ctx, after, step);
      return detailsOf(ctx, tx, after);
    });
  }

  return {
    /** The carpet came in: the delivery date is counted from that day (§F2). */
    receive: (ctx: Context, id: string, { receivedDate, rowVersion }: z.output<typeof receiveCarpet>) =>
      move(ctx, id, rowVersion, async (before, tx) => {
        if (before.status !== CarpetOrderStatus.AwaitingCarpet)
          throw problem.of('wrong-state', { sentence: 'carpet-order-not-awaiting' });
        if (receivedDate > dayOfInstant(ctx.now()))
          throw problem.validation({ received_date: ['in-the-future'] });
        if (receivedDate < before.orderDate) throw problem.validation({ received_date: ['too-small'] });
        const deliveryDate = deliveryDateOf(receivedDate, await closedOn(tx, before.companyId));
        return {
          progress: { status: CarpetOrderStatus.InProgress, receivedDate, deliveryDate },
          step: { kind: 'received', day: receivedDate, reason: '' },
        };
      }),
    complete: (ctx: Context, id: string, { rowVersion }: z.output<typeof completeOrder>) =>
      move(ctx, id, rowVersion, async (before) => {
        assertInProgress(before);
        return {
          progress: { status: CarpetOrderStatus.Completed },
          step: { kind: 'completed', day: null, reason: '' },
        };
      }),
    /** One status back; an awaited carpet has neither date (§F1). */
    stepBack: (ctx: Context, id: string, { reason, rowVersion }: z.output<typeof stepBack>) =>
      move(ctx, id, rowVersion, async (before) => {
        const status = statusBefore(before.status);
        if (status === null) throw problem.of('wrong-state', { sentence: 'carpet-order-first-status' });
        const isAwaited = status === CarpetOrderStatus.AwaitingCarpet;
        return {
          progress: isAwaited ? { status, receivedDate: null, deliveryDate: null } : { status },
          step: { kind: 'stepped-back', day: null, reason },
        };
      }),
    setDeliveryDate: (
      ctx: Context,
      id: string,
      { deliveryDate, reason, rowVersion }: z.output<typeof setDeliveryDate>,
    ) =>
      move(ctx, id, rowVersion, async (before) => {
        assertInProgress(before);
        if (before.receivedDate !== null && deliveryDate < before.receivedDate)
          throw problem.validation({ delivery_date: ['invalid'] });
        return { progress: { deliveryDate }, step: { kind: 'delivery-date', day: deliveryDate, reason } };
      }),
  };
}

function assertInProgress({ status }: repository.StoredOrder): void {
  if (status !== CarpetOrderStatus.InProgress)
    throw problem.of('wrong-state', { sentence: 'carpet-order-not-in-progress' });
}

async function closedOn(db: Context['db'], companyId: string): Promise<Set<string>> {
  return new Set((await repository.closingDaysOf(db, companyId)).map(({ day }) => day));
}

/** The orders in progress of the caller's company, the earliest delivery first. */
export async function board(ctx: Context): Promise<z.input<typeof boardOrder>[]> {
  const { companyId } = ctx.caller;
  const orders = await repository.inProgress(ctx.db, ctx.scope, companyId);
  const lines = await linesOf(
    ctx.db,
    companyId,
    orders.map(({ id }) => id),
  );
  const closed = await closedOn(ctx.db, companyId);
  const today = dayOfInstant(ctx.now());
  return orders.map((order) => ({
    ...order,
    orderLines: (lines.get(order.id) ?? []).map((line) => ({ ...line, discontinued: [] })),
    workingDaysLeft: order.deliveryDate === null ? 0 : workingDaysLeft(today, order.deliveryDate, closed),
  }));
}
