import type { z } from 'zod';
import type { bookedCommand, bookedResult } from '#contract/invoicing/deliveries.ts';
import { reaches } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import { problem } from '#server/platform/http/problem.ts';
import { processTaken } from '../exports/process-taken.ts';
import { notify } from './deliver.job.ts';
import * as repository from './deliveries.repository.ts';
import { findById as findSettings } from './delivery-settings.repository.ts';
import { bookedIn, cellsOf } from './receipt.rules.ts';

/** Sets Processed what the package says that it booked (§C31, decision 0163); a list that is read again changes nothing. */
export async function readReceipts(
  ctx: Context,
  { companyId, administrationId, text }: z.output<typeof bookedCommand>,
): Promise<z.output<typeof bookedResult>> {
  const found = reaches(ctx.scope, companyId)
    ? await findSettings(ctx.db, ctx.scope, administrationId)
    : undefined;
  if (!found || found.companyId !== companyId) throw problem.validation({ administration_id: ['unknown'] });
  const lines = cellsOf(text);
  return ctx.transaction(async (tx) => {
    const which = { companyId, administrationId };
    const sent = await repository.lockSent(tx, which, [...new Set(lines.flat())]);
    const { ids, unknown } = bookedIn(lines, sent);
    const booked = sent.filter(({ id }) => ids.includes(id));
    const before = await repository.countAwaited(tx, which);
    await processTaken(tx, ctx.now, { companyId, invoiceIds: ids }, ctx.caller);
    // What the package booked has arrived, whatever was known of it.
    const perhaps = new Set(booked.filter(({ isPerhaps }) => isPerhaps).map(({ deliveryId }) => deliveryId));
    for (const id of perhaps)
      await repository.setState(tx, { companyId, id }, 'delivered', ctx.now(), { finishedAt: ctx.now() });
    for (const id of new Set(booked.map(({ deliveryId }) => deliveryId)))
      await notify(ctx, tx, { companyId, id });
    const awaitedCount = await repository.countAwaited(tx, which);
    return { processedCount: before - awaitedCount, awaitedCount, unknown: unknown.slice(0, 100) };
  });
}
