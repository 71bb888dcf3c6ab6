import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { inOneCompany } from '#server/platform/db/one-company.ts';
import { TurnNumber } from '../state-numbers.ts';
import '../invoicing.tables.ts';

interface DocumentKey {
  readonly companyId: string;
  readonly documentId: string;
}

const decided = [TurnNumber.approved, TurnNumber.rejected];

/** Locks the invoice of a document until the transaction ends. */
export function lockOfDocument(tx: Tx, { companyId, documentId }: DocumentKey) {
  return inOneCompany(tx, companyId)
    .selectFrom('invoices')
    .where('company_id', '=', companyId)
    .where('document_id', '=', documentId)
    .where('deleted_at', 'is', null)
    .select([
      'company_id as companyId',
      'id',
      'status',
      'invoice_number as invoiceNumber',
      'invoice_date as invoiceDate',
      'total_in_cents as totalInCents',
      'iban',
      'round',
      sql<boolean>`exists (select from invoice_approvals a where a.company_id = invoices.company_id
        and a.invoice_id = invoices.id and a.round = invoices.round and a.state = any(${decided}::smallint[]))`.as(
        'isDecided',
      ),
    ])
    .forUpdate()
    .executeTakeFirst();
}

/** Restores the withdrawn invoice of a document; undefined when there is none. */
export async function restoreOfDocument(tx: Tx, ctx: Context, { companyId, documentId }: DocumentKey) {
  const { rows } = await sql<{ companyId: string; id: string }>`
    update invoices set deleted_at = null, deleted_by = null, updated_at = ${ctx.now().toISOString()}::timestamptz,
      updated_by = ${ctx.caller.userId}::uuid, row_version = row_version + 1
    where company_id = ${companyId}::uuid and id = (select d.invoice_id from documents d
        where d.company_id = ${companyId}::uuid and d.id = ${documentId}::uuid)
      and deleted_at is not null
    returning company_id as "companyId", id`.execute(tx);
  return rows[0];
}
