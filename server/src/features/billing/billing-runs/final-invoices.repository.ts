import { customers } from '#contract/billing/customers.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type RecordUse, findUseOf } from '#server/platform/resource/record-links.ts';
import '../billing.tables.ts';

/** The invoices to a company of final runs. */
export function finalInvoices(db: Db, companyId: string) {
  return db.selectFrom('billing_invoices').where('billing_invoices.company_id', '=', companyId);
}

/** The final invoices that keep a company from being deleted (§B6). */
export const findFinalInvoices: RecordUse = (tx, ctx, { companyId }) => {
  const invoices = finalInvoices(tx, companyId);
  return findUseOf(ctx, customers, invoices, (scope) =>
    invoices
      .where(within(scope, 'billing_invoices.company_id'))
      .orderBy('billing_invoices.invoice_number')
      .select(['billing_invoices.company_id as id', 'billing_invoices.invoice_number as name']),
  );
};
