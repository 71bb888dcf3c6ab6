import { addDays } from '#contract/dates.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChanges } from '#server/platform/db/history.ts';
import { customerAgreements } from '#contract/billing/customer-agreements.ts';
import * as repository from './customer-agreements.repository.ts';

/**
 * Brings a change of what is sold to the customers that have it, from a day on: what they had ends the day before, and goes
 * on in a row of its own; what only starts later gets it as a whole. Days before stay as they were (§I2).
 */
export async function continueAgreements(
  tx: Tx,
  ctx: Context,
  priceAgreementId: string,
  { name, kind, price_in_cents, is_variable, invoice_type, cycle_in_months }: repository.Copy,
  from: string,
): Promise<void> {
  const copy = { name, kind, price_in_cents, is_variable, invoice_type, cycle_in_months };
  const running = await repository.lockRunning(tx, priceAgreementId, from);
  for (const { id, companyId, quantity, startsOn, endsOn } of running) {
    if (startsOn !== null && startsOn >= from) {
      await repository.update(tx, ctx, id, copy);
      continue;
    }
    await repository.update(tx, ctx, id, { ends_on: addDays(from, -1) });
    await repository.insert(tx, ctx, companyId, priceAgreementId, {
      ...copy,
      quantity,
      starts_on: from,
      ends_on: endsOn,
    });
  }
  await recordChanges(
    tx,
    ctx,
    running.map(({ id, companyId }) => ({
      entity: customerAgreements.permission,
      entityId: id,
      companyId,
      verb: 'new-price',
      after: { name, price: price_in_cents, from },
    })),
  );
}
