import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import '../invoicing.tables.ts';

/** The document of an invoice follows it to another administration. */
export async function setAdministration(
  tx: Tx,
  { caller, now }: Pick<Context, 'caller' | 'now'>,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  administrationId: string,
): Promise<void> {
  await sql`update documents set administration_id = ${administrationId}, updated_at = ${now().toISOString()},
    updated_by = ${caller.userId}, row_version = row_version + 1
    where company_id = ${companyId} and id = ${id}`.execute(tx);
}
