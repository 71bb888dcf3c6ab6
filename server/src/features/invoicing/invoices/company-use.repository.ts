import { sql } from 'kysely';
import { invoices } from '#contract/invoicing/invoices.ts';
import type { RecordUse } from '#server/platform/resource/record-links.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import '../invoicing.tables.ts';

function invoicesOf(tx: Tx, companyId: string) {
  return tx.selectFrom('invoices').where('company_id', '=', companyId).where('deleted_at', 'is', null);
}

/** How many invoices these are, and the first five that the caller may read (§B6). */
async function countAndFirst(ctx: Context, found: ReturnType<typeof invoicesOf>) {
  const { count } = await found.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const reader = ctx.reach(`${invoices.permission}.read`);
  if (count === 0 || !reader) return { count, first: [] };
  const first = await found
    .where(within(reader.scope, 'invoices.company_id'))
    .orderBy(sql`document_number collate natural_order`)
    .orderBy('id')
    .limit(5)
    .select(['id', 'document_number as name'])
    .execute();
  return { count, first: first.map((invoice) => ({ resource: invoices.path, ...invoice })) };
}

/** The invoices that keep a company from being deleted. */
export const invoiceUse: RecordUse = (tx, ctx, { companyId }) =>
  countAndFirst(ctx, invoicesOf(tx, companyId));

/** Those that keep an administration. */
export const invoicesOfAdministration: RecordUse = (tx, ctx, { id, companyId }) =>
  countAndFirst(ctx, invoicesOf(tx, companyId).where('administration_id', '=', id));
