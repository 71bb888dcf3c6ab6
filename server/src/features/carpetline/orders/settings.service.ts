import type { z } from 'zod';
import type { carpetSettings } from '#contract/carpetline/orders.ts';
import { carpetOrders } from '#contract/carpetline/orders.ts';
import type { Context } from '#server/platform/context.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { problem } from '#server/platform/http/problem.ts';
import * as repository from './orders.repository.ts';

type Settings = z.output<typeof carpetSettings>;

/** The closing days of the caller's company. */
export async function findSettings(ctx: Context): Promise<Settings> {
  return { closingDays: await repository.closingDaysOf(ctx.db, ctx.caller.companyId) };
}

/** Replaces the closing days; refuses a repeated day. Delivery dates that were counted before stay. */
export async function saveSettings(ctx: Context, { closingDays }: Settings): Promise<Settings> {
  if (new Set(closingDays.map(({ day }) => day)).size < closingDays.length)
    throw problem.validation({ closing_days: ['repeated'] });
  const { companyId } = ctx.caller;
  return ctx.transaction(async (tx) => {
    // Portal users never change closing days, also if they got the permission by mistake.
    if (await repository.isPortalUser(tx, ctx.caller)) throw problem.forbidden();
    const snapshot = async () => ({
      closingDays: (await repository.closingDaysOf(tx, companyId))
        .map(({ day, description }) => `${day} ${description}`.trim())
        .join(', '),
    });
    const before = await snapshot();
    await repository.replaceClosingDays(tx, companyId, closingDays);
    await recordChange(tx, ctx, {
      entity: carpetOrders.permission,
      entityId: companyId,
      companyId,
      verb: 'update',
      before,
      after: await snapshot(),
    });
    return { closingDays: await repository.closingDaysOf(tx, companyId) };
  });
}
