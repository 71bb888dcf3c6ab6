import { sql } from 'kysely';
import { invoices } from '#contract/invoicing/invoices.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { type RecordUse, findUseOf } from '#server/platform/resource/record-links.ts';
import '../invoicing.tables.ts';

function invoicesOf(tx: Tx, companyId: string) {
  return tx.selectFrom('invoices').where('company_id', '=', companyId).where('deleted_at', 'is', null);
}

const usedInvoices = (ctx: Context, found: ReturnType<typeof invoicesOf>) =>
  findUseOf(ctx, invoices, found, (scope) =>
    found
      .where(within(scope, 'invoices.company_id'))
      .orderBy(sql`document_number collate natural_order`)
      .orderBy('id')
      .select(['id', 'document_number as name']),
  );

/** The invoices that keep a company from being deleted. */
export const invoiceUse: RecordUse = (tx, ctx, { companyId }) => usedInvoices(ctx, invoicesOf(tx, companyId));

/** Those that keep an administration. */
export const invoicesOfAdministration: RecordUse = (tx, ctx, { id, companyId }) =>
  usedInvoices(ctx, invoicesOf(tx, companyId).where('administration_id', '=', id));
