import { addDays } from '#contract/dates.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChanges } from '#server/platform/db/history.ts';
import { customerAgreements } from '#contract/billing/customer-agreements.ts';
import * as repository from './customer-agreements.repository.ts';

const copied = ['name', 'type', 'priceInCents', 'isVariable', 'invoiceType', 'cycleInMonths'] as const;

/**
 * Applies a changed price agreement to the customers that have it, from a day on: the running rows end the day before and
 * continue in a new row; rows that start later are changed. Earlier days stay as they were (§I2).
 */
export async function applyNewPrice(
  tx: Tx,
  ctx: Context,
  priceAgreementId: string,
  terms: repository.Copy,
  from: string,
): Promise<void> {
  const rows = await repository.lockRunning(tx, priceAgreementId, from);
  // Whoever has these terms already keeps their row.
  const running = rows.filter((row) => copied.some((name) => row[name] !== terms[name]));
  for (const { id, companyId, quantity, startsOn, endsOn } of running) {
    if (startsOn !== null && startsOn >= from) {
      await repository.update(tx, ctx, { companyId, id }, terms);
      continue;
    }
    await repository.update(tx, ctx, { companyId, id }, { endsOn: addDays(from, -1) });
    const next = { companyId, priceAgreementId, quantity, startsOn: from, endsOn };
    await repository.insert(tx, ctx, { ...terms, ...next });
  }
  await recordChanges(
    tx,
    ctx,
    running.map(({ id, companyId }) => ({
      entity: customerAgreements.permission,
      entityId: id,
      companyId,
      verb: 'new-price',
      after: { name: terms.name, price: terms.priceInCents, from },
    })),
  );
}
