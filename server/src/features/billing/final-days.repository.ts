import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import { RunStateNumber } from './billing-runs/run-state-numbers.ts';
import './billing.tables.ts';

/** The last day that a final run has billed; null before the first run. */
export async function lastFinalDay(db: Db): Promise<string | null> {
  const { day } = await db
    .selectFrom('billing_runs')
    .where('state', '=', RunStateNumber.final)
    .select(sql<string | null>`max(to_on)`.as('day'))
    .executeTakeFirstOrThrow();
  return day;
}

/** Locks prices until the transaction ends, so that making a run final and changing a price wait for each other. */
export async function lockPrices(tx: Db): Promise<void> {
  await lockByKey(tx, advisoryLocks.prices);
}
