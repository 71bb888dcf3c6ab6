import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import './billing.tables.ts';

/** The last day that a final run has billed, of whichever customer; null before the first. */
export async function lastFinalDay(db: Db): Promise<string | null> {
  const { day } = await db
    .selectFrom('billing_runs')
    .where('state', '=', 2)
    .select(sql<string | null>`max(to_on)`.as('day'))
    .executeTakeFirstOrThrow();
  return day;
}

/**
 * Holds off a run that is being made final until this transaction ends, and the other way round: what is billed and what
 * changes prices come one after the other.
 */
export async function holdPrices(tx: Db): Promise<void> {
  await lockByKey(tx, advisoryLocks.prices);
}
