import { sql } from 'kysely';
import { invoices } from '#contract/invoicing/invoices.ts';
import type { UsedBy } from '#contract/problem.ts';
import type { Db } from '#server/platform/db/database.ts';
import '../invoicing.tables.ts';

/** The invoices that keep a company from being deleted: how many, and the first five (§B6). */
export async function invoiceUse(
  db: Db,
  companyId: string,
): Promise<{ readonly count: number; readonly first: readonly UsedBy[] }> {
  const ofCompany = db.selectFrom('invoices').where('company_id', '=', companyId).where('deleted_at', 'is', null);
  const { count } = await ofCompany.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  if (count === 0) return { count, first: [] };
  const first = await ofCompany
    .orderBy(sql`document_number collate natural_order`)
    .orderBy('id')
    .limit(5)
    .select(['id', 'document_number as name'])
    .execute();
  return { count, first: first.map((invoice) => ({ resource: invoices.path, ...invoice })) };
}
