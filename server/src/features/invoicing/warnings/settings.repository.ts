import { sql } from 'kysely';
import { isWarningCode, type WarningCode } from '#contract/invoicing/warnings.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { Writer } from '#server/platform/db/history.ts';
import { StatusNumber, WarningStateNumber } from '../state-numbers.ts';
import '../invoicing.tables.ts';

/** The codes that a company does without. */
export async function listOff(db: Db, companyId: string): Promise<WarningCode[]> {
  const rows = await db
    .selectFrom('warning_settings')
    .where('company_id', '=', companyId)
    .where('is_on', '=', false)
    .select('code')
    .execute();
  return rows.map(({ code }) => code).filter(isWarningCode);
}

/** Sets the codes that a company does without, and the level of the invoices that this changes. */
export async function setOff(
  tx: Tx,
  { caller, now }: Writer,
  companyId: string,
  { off, changed }: { readonly off: readonly WarningCode[]; readonly changed: readonly WarningCode[] },
): Promise<void> {
  await sql`insert into warning_settings (company_id, code, is_on, updated_at, updated_by)
    select ${companyId}::uuid, c.code, c.code <> all(${off}::text[]), ${now().toISOString()}::timestamptz, ${caller.userId}::uuid
    from unnest(${changed}::text[]) as c (code)
    on conflict (company_id, code) do update
      set is_on = excluded.is_on, updated_at = excluded.updated_at, updated_by = excluded.updated_by`.execute(
    tx,
  );
  await sql`update invoices i set warning_level = coalesce((select max(w.severity) from invoice_warnings w
      where w.company_id = i.company_id and w.invoice_id = i.id and w.state = ${WarningStateNumber.open}
        and not exists (select from warning_settings s
          where s.company_id = w.company_id and s.code = w.code and not s.is_on)), 0)
    where i.company_id = ${companyId} and i.status < ${StatusNumber.Processed}
      and i.id in (select w.invoice_id from invoice_warnings w where w.company_id = ${companyId}
        and w.state = ${WarningStateNumber.open} and w.code = any(${changed}::text[]))`.execute(tx);
}
