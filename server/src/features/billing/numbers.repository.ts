import type { Tx } from '#server/platform/db/database.ts';
import './billing.tables.ts';

/**
 * Gives the next numbers of a year, one to each of these companies in their order. Invoices and credits have one series
 * over all companies; it is lost with the transaction, so that there are no gaps, and whoever wants the next waits for it.
 */
export async function giveNumbers(
  tx: Tx,
  year: string,
  companyIds: readonly string[],
): Promise<readonly string[]> {
  if (companyIds.length === 0) return [];
  const { value } = await tx
    .insertInto('billing_series')
    .values({ year, value: companyIds.length })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet(({ eb }) => ({
        value: eb('billing_series.value', '+', companyIds.length),
      })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  const given = companyIds.map((companyId, at) => ({
    number: `F${year}-${String(value - companyIds.length + at + 1).padStart(5, '0')}`,
    company_id: companyId,
  }));
  await tx.insertInto('billing_numbers').values(given).execute();
  return given.map(({ number }) => number);
}
