import { type Expression, sql, type SqlBool } from 'kysely';
import { lineKinds, vatKinds } from '#contract/invoicing/booking-rules.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { PaymentNumber, StatusNumber } from '../state-numbers.ts';
import type { ExportedInvoice, ExportedLine } from './exported-invoice.ts';
import '../charts/charts.tables.ts';
import '../creditors/creditors.tables.ts';
import '../invoicing.tables.ts';

/** The invoices of a company, `i`, of which this is true, in the order of their numbers. */
export async function listExported(
  db: Db,
  companyId: string,
  isWanted: Expression<SqlBool>,
): Promise<ExportedInvoice[]> {
  const rows = await db
    .selectFrom('invoices as i')
    .innerJoin('companies', 'companies.id', 'i.company_id')
    .innerJoin('documents as o', (join) =>
      join.onRef('o.company_id', '=', 'i.company_id').onRef('o.id', '=', 'i.document_id'),
    )
    .leftJoin('administrations as a', (join) =>
      join.onRef('a.company_id', '=', 'i.company_id').onRef('a.id', '=', 'i.administration_id'),
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
    .where('i.company_id', '=', companyId)
    .where(isWanted)
    .orderBy(sql`i.document_number collate natural_order`)
    .select([
      'i.id',
      'i.document_id as documentId',
      'i.document_number as documentNumber',
      'i.invoice_number as invoiceNumber',
      'i.invoice_date as invoiceDate',
      'i.due_date as dueDate',
      sql<string>`coalesce(i.booking_date, i.invoice_date)`.as('bookingDate'),
      'i.description',
      'i.order_number as orderNumber',
      'i.currency',
      'i.total_in_cents as totalInCents',
      'i.excl_in_cents as exclInCents',
      'i.vat_in_cents as vatInCents',
      'i.payment_reference as paymentReference',
      sql<boolean>`i.payment_status = ${sql.lit(PaymentNumber.directDebit)}`.as('isDirectDebit'),
      'i.decided_by_name as approvedBy',
      'i.decided_at as approvedAt',
      customer.as('customer'),
      creditor.as('creditor'),
      sql<ExportedInvoice['original']>`json_build_object('sha256', o.sha256, 'mime', o.mime)`.as('original'),
      eInvoice.as('eInvoice'),
      lines.as('lines'),
    ])
    .execute();
  return rows;
}

const eInvoice = sql<ExportedInvoice['eInvoice']>`case when o.mime = 'application/xml'
  then json_build_object('sha256', o.sha256, 'hasPicture', false)
  else (select json_build_object('sha256', f.sha256, 'hasPicture', ('sha256:' || o.sha256) = any(o.attached_files))
    from document_files f where f.company_id = o.company_id and f.document_id = o.id limit 1) end`;

const customer = sql<ExportedInvoice['customer']>`json_build_object('name', coalesce(a.name, companies.name),
  'street', coalesce(a.street, ''), 'zipCode', coalesce(a.postal_code, ''), 'city', coalesce(a.city, ''),
  'country', coalesce(a.country, ''), 'kvk', nullif(a.kvk_number, ''), 'vatId', nullif(a.vat_id, ''))`;

const creditor = sql<ExportedInvoice['creditor']>`json_build_object('id', c.id, 'name', i.creditor_name,
  'street', coalesce(c.street, ''), 'zipCode', coalesce(c.postal_code, ''), 'city', coalesce(c.city, ''),
  'country', coalesce(c.country, ''), 'kvk', c.kvk, 'vatId', c.vat_id, 'iban', i.iban, 'number', n.number)`;

const lines = sql<ExportedLine[]>`(
  select coalesce(json_agg(json_build_object(
    'lineNumber', l.line_number, 'kind', ${nameAt(lineKinds, 'l.kind')}, 'ledgerNumber', l.ledger_number,
    'ledgerName', l.ledger_name, 'costCenter', l.cost_center, 'costUnit', l.cost_unit, 'vatCode', l.vat_code,
    'vatKind', (select ${nameAt(vatKinds, 'v.kind')} from vat_codes v where v.company_id = i.company_id
      and v.administration_id = i.administration_id and v.code = l.vat_code),
    'vatRate', l.vat_rate, 'debitInCents', l.debit_in_cents, 'creditInCents', l.credit_in_cents,
    'description', l.description) order by l.line_number), '[]'::json)
  from invoice_lines l where l.company_id = i.company_id and l.invoice_id = i.id)`;

/** What took invoices: a handover or a delivery. */
export interface Taken {
  readonly companyId: string;
  readonly exportId: string;
}

/** Invoices that are in the books: all that something took, or these. */
export type Booked = Taken | { readonly companyId: string; readonly invoiceIds: readonly string[] };

/** Sets what was taken Processed (§C1); gives those that were not before. */
export async function setProcessed(tx: Tx, { companyId, ...which }: Booked, at: Date) {
  if ('invoiceIds' in which && which.invoiceIds.length === 0) return [];
  return tx
    .updateTable('invoices')
    .set({
      status: StatusNumber.Processed,
      export_error: null,
      updated_at: at.toISOString(),
      row_version: sql`row_version + 1`,
    })
    .where('company_id', '=', companyId)
    .where((eb) =>
      'exportId' in which ? eb('export_id', '=', which.exportId) : eb('id', 'in', [...which.invoiceIds]),
    )
    .where('status', '=', StatusNumber.ReadyForProcessing)
    .returning(['id', 'document_id as documentId'])
    .execute();
}
