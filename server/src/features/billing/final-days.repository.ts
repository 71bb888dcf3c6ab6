import type { PeriodDays } from '#contract/billing/periods.ts';
import { sql, type SqlBool } from 'kysely';
import { type Db, type Tx, violatedConstraint } from '#server/platform/db/database.ts';
import { problem } from '#server/platform/http/problem.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import './billing.tables.ts';

/** The days that final runs have billed of each of these companies (decision 0090). */
export async function listFinalDays(
  db: Db,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PeriodDays[]>> {
  const rows = await db
    .selectFrom('billing_final_days')
    .where(sql<SqlBool>`company_id = any(${[...companyIds]}::uuid[])`)
    .orderBy('company_id')
    .orderBy('from_on')
    .select(['company_id as companyId', 'from_on as from', 'to_on as to'])
    .execute();
  return Map.groupBy(rows, ({ companyId }) => companyId);
}

/** Those of one company. */
export async function finalDaysOf(db: Db, companyId: string): Promise<readonly PeriodDays[]> {
  return (await listFinalDays(db, [companyId])).get(companyId) ?? [];
}

/** The last day that a final run has billed of any customer with this price agreement; null without. */
export async function lastFinalDayOfPrice(db: Db, priceAgreementId: string): Promise<string | null> {
  const { day } = await db
    .selectFrom('billing_final_days')
    .where('company_id', 'in', (of) =>
      of
        .selectFrom('customer_agreements')
        .where('price_agreement_id', '=', priceAgreementId)
        .where('deleted_at', 'is', null)
        .select('company_id'),
    )
    .select(sql<string | null>`max(to_on)`.as('day'))
    .executeTakeFirstOrThrow();
  return day;
}

/** Makes days of companies final. 409 if another run was first. */
export async function insertFinalDays(
  tx: Tx,
  runId: string,
  days: readonly (PeriodDays & { readonly companyId: string })[],
): Promise<void> {
  if (days.length === 0) return;
  const rows = days.map(({ companyId, from, to }) => ({
    company_id: companyId,
    from_on: from,
    to_on: to,
    run_id: runId,
  }));
  await tx
    .insertInto('billing_final_days')
    .values(rows)
    .execute()
    .catch((error: unknown) => {
      if (violatedConstraint(error)?.startsWith('billing_final_days') === true)
        throw problem.of('wrong-state', { sentence: 'run-changed' });
      throw error;
    });
}

/** Locks prices until the transaction ends, so that making a run final and changing a price wait for each other. */
export async function lockPrices(tx: Db): Promise<void> {
  await lockByKey(tx, advisoryLocks.prices);
}
