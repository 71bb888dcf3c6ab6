import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/database.ts';
import '#server/features/core/index.ts';
import '../billing.tables.ts';
import { RunStateNumber } from './run-state-numbers.ts';
import type { Buyer } from './stored-invoices.ts';

/** Every company that can get an invoice, or those of them that a run is for, in a fixed order. */
export async function listCustomerIds(db: Db, chosen: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('companies')
    .where('deleted_at', 'is', null)
    .where('is_provider', '=', false)
    .$if(chosen.length > 0, (query) => query.where('id', 'in', chosen))
    .orderBy('id')
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Companies as customer relations of the provider, found by relation number; else by their own names. */
export async function listBuyers(db: Db, companyIds: readonly string[]): Promise<Map<string, Buyer>> {
  const { rows } = await sql<Buyer & { companyId: string }>`
    select c.id as "companyId", coalesce(r.name, c.name) as name, coalesce(nullif(r.street, ''), r.post_box, '') as street,
      coalesce(r.zip_code, '') as "zipCode", coalesce(r.city, '') as city, coalesce(r.kvk_number, '') as "kvkNumber",
      coalesce(r.vat_id, '') as "vatId", coalesce(r.email, '') as email, coalesce(r.country, 'NL') as country,
      coalesce(r.oin, '') as oin
    from companies c
      left join companies p on p.is_provider and p.deleted_at is null
      left join customer_relations r on r.company_id = p.id and r.deleted_at is null and c.prima_relatienummer <> ''
        and lower(r.tag) = lower(c.prima_relatienummer)
    where c.id = any(${[...companyIds]}::uuid[])`.execute(db);
  return new Map(rows.map(({ companyId, ...buyer }) => [companyId, buyer]));
}

/** Stores the progress; false when the figures are obsolete: the run is deleted, recalculated or no longer a concept. */
export async function setProgress(
  tx: Tx,
  runId: string,
  version: number,
  progress: { readonly done: number; readonly total: number },
): Promise<boolean> {
  const found = await tx
    .updateTable('billing_runs')
    .set({ figures_done: progress.done, figures_total: progress.total })
    .where('id', '=', runId)
    .where('figures_version', '=', version)
    .where('state', '=', RunStateNumber.concept)
    .returning('id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes what an earlier attempt at the same figures wrote. */
export async function clearFigures(tx: Tx, runId: string): Promise<void> {
  await tx.deleteFrom('draft_invoices').where('run_id', '=', runId).execute();
}

export async function setError(db: Db, runId: string, version: number, error: string): Promise<void> {
  await db
    .updateTable('billing_runs')
    .set({ error })
    .where('id', '=', runId)
    .where('figures_version', '=', version)
    .where('state', '=', RunStateNumber.concept)
    .execute();
}
