import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import '../invoicing.tables.ts';

/** Those of the invoices that the caller never had in view. */
export async function findUnopened(db: Db, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const opened = await db
    .selectFrom('invoice_openings')
    .where(within(scope, 'invoice_openings.company_id'))
    .where('user_id', '=', scope.userId)
    .where('invoice_id', 'in', ids)
    .select('invoice_id')
    .execute();
  const seen = new Set(opened.map((row) => row.invoice_id));
  return ids.filter((id) => !seen.has(id));
}

/** Remembers that somebody had the pages of an invoice in view; again is the same. */
export async function noteOpening(
  tx: Tx,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  userId: string,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('invoice_openings')
    .values({ company_id: companyId, invoice_id: id, user_id: userId, opened_at: at.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
