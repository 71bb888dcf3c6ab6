import { sql } from 'kysely';
import { isTheirs } from '#server/features/core/index.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isReleased } from '../touchless/results.repository.ts';
import { ExportNumber, SeverityNumber, StatusNumber } from '../state-numbers.ts';
import type { ExportedInvoice, ExportedLine } from './exported-invoice.ts';
import '../invoicing.tables.ts';

/** Which export. */
export interface ExportKey {
  readonly companyId: string;
  readonly exportId: string;
}

const unfinished = [ExportNumber.waiting, ExportNumber.running];

/** Takes an export that waits or was interrupted, with every approved invoice that no other took; undefined when it is done. */
export async function take(tx: Tx, { companyId, exportId }: ExportKey) {
  const taken = await tx
    .updateTable('invoice_exports')
    .set({ state: ExportNumber.running })
    .where('company_id', '=', companyId)
    .where('id', '=', exportId)
    .where('state', 'in', unfinished)
    .returning([
      'format',
      'administration_id as administrationId',
      'created_by as userId',
      'created_by_name as userName',
    ])
    .executeTakeFirst();
  if (!taken) return undefined;
  let invoices = tx
    .updateTable('invoices')
    .set({ export_id: exportId, row_version: sql`row_version + 1` })
    .where('company_id', '=', companyId)
    .where('status', '=', StatusNumber.ReadyForProcessing)
    .where('export_id', 'is', null)
    // An account that was blocked after the approval stops it here (§C14).
    .where('warning_level', '<', SeverityNumber.stop)
    .where('deleted_at', 'is', null)
    .where(isReleased('invoices'))
    // Who is narrowed exports what they see.
    .where(isTheirs({ companyId, userId: taken.userId ?? noCompany }, 'invoices.administration_id'));
  if (taken.administrationId !== null)
    invoices = invoices.where('administration_id', '=', taken.administrationId);
  await invoices.execute();
  return taken;
}

/** The invoices that an export took, in the order of their numbers. */
export async function listTaken(db: Db, { companyId, exportId }: ExportKey): Promise<ExportedInvoice[]> {
  const rows = await db
    .selectFrom('invoices as i')
    .innerJoin('companies', 'companies.id', 'i.company_id')
    .leftJoin('administrations as a', (join) =>
      join.onRef('a.company_id', '=', 'i.company_id').onRef('a.id', '=', 'i.administration_id'),
    )
    .leftJoin('creditors as c', (join) =>
      join.onRef('c.company_id', '=', 'i.company_id').onRef('c.id', '=', 'i.creditor_id'),
    )
    .where('i.company_id', '=', companyId)
    .where('i.export_id', '=', exportId)
    .orderBy(sql`i.document_number collate natural_order`)
    .select([
      'i.id',
      'i.document_id as documentId',
      'i.document_number as documentNumber',
      sql<string>`coalesce(a.name, companies.name)`.as('customer'),
      'i.creditor_name as name',
      'c.kvk',
      'c.vat_id as vatId',
      // That of the invoice, or none: an account of the creditor may be another one (decision 0127).
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
      lines.as('lines'),
    ])
    .execute();
  return rows.map(({ name, kvk, vatId, iban, ...row }) => ({ ...row, creditor: { name, kvk, vatId, iban } }));
}

const lines = sql<ExportedLine[]>`(
  select coalesce(json_agg(json_build_object(
    'lineNumber', l.line_number, 'ledgerNumber', l.ledger_number, 'ledgerName', l.ledger_name, 'costCenter', l.cost_center,
    'debitInCents', l.debit_in_cents, 'creditInCents', l.credit_in_cents, 'description', l.description
  ) order by l.line_number), '[]'::json)
  from invoice_lines l where l.company_id = i.company_id and l.invoice_id = i.id)`;

/** Finishes an export with its file, or without one when there was nothing to export; false when it was finished before. */
export async function finish(
  tx: Tx,
  { companyId, exportId }: ExportKey,
  result: { readonly count: number; readonly sha256: string | null; readonly filename: string },
  at: Date,
): Promise<boolean> {
  const ended = await tx
    .updateTable('invoice_exports')
    .set({
      state: ExportNumber.done,
      invoice_count: result.count,
      file_sha256: result.sha256,
      filename: result.filename,
      error: null,
      finished_at: at.toISOString(),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', exportId)
    .where('state', 'in', unfinished)
    .executeTakeFirst();
  if (ended.numUpdatedRows === 0n) return false;
  await tx
    .updateTable('invoices')
    .set({
      status: StatusNumber.Processed,
      export_error: null,
      updated_at: at.toISOString(),
      row_version: sql`row_version + 1`,
    })
    .where('company_id', '=', companyId)
    .where('export_id', '=', exportId)
    .where('status', '=', StatusNumber.ReadyForProcessing)
    .execute();
  return true;
}

/** Releases the invoices, still approved, with the error (§C1). */
export async function fail(
  tx: Tx,
  { companyId, exportId }: ExportKey,
  code: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({
      export_id: null,
      export_error: code,
      updated_at: at.toISOString(),
      row_version: sql`row_version + 1`,
    })
    .where('company_id', '=', companyId)
    .where('export_id', '=', exportId)
    .where('status', '=', StatusNumber.ReadyForProcessing)
    .execute();
  await tx
    .updateTable('invoice_exports')
    .set({ state: ExportNumber.failed, error: code, finished_at: at.toISOString() })
    .where('company_id', '=', companyId)
    .where('id', '=', exportId)
    .where('state', 'in', unfinished)
    .execute();
}
