import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { BookedInvoice, BookedLine, ExportedBatch } from './exported-batch.ts';
import type { LockedDelivery } from './deliveries.repository.ts';
import '../invoicing.tables.ts';

/** What a delivery is written from: its invoices as they are now. */
export async function readBatch(db: Db, delivery: LockedDelivery): Promise<Omit<ExportedBatch, 'read'>> {
  const { companyId, administrationId, id } = delivery;
  const administration = await db
    .selectFrom('administrations as a')
    .leftJoin('delivery_settings as s', (join) =>
      join.onRef('s.company_id', '=', 'a.company_id').onRef('s.administration_id', '=', 'a.id'),
    )
    .where('a.company_id', '=', companyId)
    .where('a.id', '=', administrationId)
    .select(['a.name', 'a.kvk_number as kvk', sql<string>`coalesce(s.journal, '')`.as('journal')])
    .executeTakeFirst();
  const rows = await db
    .selectFrom('delivery_invoices as d')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.company_id', '=', 'd.company_id').onRef('i.id', '=', 'd.invoice_id'),
    )
    .innerJoin('documents as o', (join) =>
      join.onRef('o.company_id', '=', 'i.company_id').onRef('o.id', '=', 'i.document_id'),
    )
    .leftJoin('creditors as c', (join) =>
      join.onRef('c.company_id', '=', 'i.company_id').onRef('c.id', '=', 'i.creditor_id'),
    )
    .leftJoin('creditor_numbers as n', (join) =>
      join
        .onRef('n.company_id', '=', 'i.company_id')
        .onRef('n.administration_id', '=', 'i.administration_id')
        .onRef('n.creditor_id', '=', 'i.creditor_id'),
    )
    .where('d.company_id', '=', companyId)
    .where('d.delivery_id', '=', id)
    .orderBy(sql`i.document_number collate natural_order`)
    .select([
      'i.id',
      'i.document_id as documentId',
      'i.document_number as documentNumber',
      'i.creditor_name as name',
      'c.kvk',
      'c.vat_id as vatId',
      // Never that of the creditor: what is paid stands on the invoice.
      'i.iban',
      'i.invoice_number as invoiceNumber',
      'i.invoice_date as invoiceDate',
      'i.due_date as dueDate',
      'i.description',
      'i.currency',
      'i.total_in_cents as totalInCents',
      'i.excl_in_cents as exclInCents',
      'i.vat_in_cents as vatInCents',
      'i.payment_reference as paymentReference',
      'i.decided_by_name as approvedBy',
      'i.decided_at as approvedAt',
      sql<string>`coalesce(i.booking_date, i.invoice_date)`.as('bookingDate'),
      'n.number as creditorNumber',
      'o.sha256',
      'o.mime',
      lines.as('lines'),
    ])
    .execute();
  const name = administration?.name ?? '';
  return {
    administration: { name, kvk: administration?.kvk ?? '' },
    journal: administration?.journal ?? '',
    invoices: rows.map(({ name: creditorName, kvk, vatId, iban, sha256, mime, ...row }): BookedInvoice => ({
      ...row,
      customer: name,
      creditor: { name: creditorName, kvk, vatId, iban },
      original: { sha256, mime },
    })),
  };
}

const lines = sql<BookedLine[]>`(
  select coalesce(json_agg(json_build_object(
    'lineNumber', l.line_number, 'ledgerNumber', l.ledger_number, 'ledgerName', l.ledger_name,
    'costCenter', l.cost_center, 'costUnit', l.cost_unit, 'vatCode', l.vat_code,
    'kind', case l.kind when 1 then 'vat' when 2 then 'creditor' else 'costs' end,
    'debitInCents', l.debit_in_cents, 'creditInCents', l.credit_in_cents, 'description', l.description
  ) order by l.line_number), '[]'::json)
  from invoice_lines l where l.company_id = i.company_id and l.invoice_id = i.id)`;
