import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import '../invoicing.tables.ts';

/** Whether values of the document come from XML: in a PDF without a second file it is embedded. */
const readFromXml = sql<boolean>`exists (select from document_fields v
  where v.company_id = d.company_id and v.document_id = d.id and v.method = 'xml')`;

/**
 * The XML that an invoice came in as, or the PDF that holds it, with what a letter to its supplier names; undefined where
 * it came in otherwise.
 */
export function findEInvoice(db: Db, companyId: string, id: string) {
  return db
    .selectFrom('invoices as i')
    .innerJoin('documents as d', (join) =>
      join.onRef('d.company_id', '=', 'i.company_id').onRef('d.id', '=', 'i.document_id'),
    )
    .leftJoin('creditors as c', (join) =>
      join.onRef('c.company_id', '=', 'i.company_id').onRef('c.id', '=', 'i.creditor_id'),
    )
    .leftJoin('document_files as f', (join) =>
      join.onRef('f.company_id', '=', 'd.company_id').onRef('f.document_id', '=', 'd.id'),
    )
    .where('i.company_id', '=', companyId)
    .where('i.id', '=', id)
    .where(({ or, eb }) =>
      or([eb('d.mime', '=', 'application/xml'), eb('f.sha256', 'is not', null), readFromXml]),
    )
    .select([
      sql<string>`coalesce(f.sha256, d.sha256)`.as('sha256'),
      sql<boolean>`f.sha256 is null and d.mime = 'application/pdf'`.as('isInPdf'),
      'i.invoice_number as invoiceNumber',
      'i.invoice_date as invoiceDate',
      'c.email',
    ])
    .executeTakeFirst();
}
