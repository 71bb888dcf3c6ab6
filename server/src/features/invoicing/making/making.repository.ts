import { sql } from 'kysely';
import { invoiceStatuses } from '#contract/invoicing/invoices.ts';
import { executeLater, type Tx } from '#server/platform/db/database.ts';
import { type Slot, statement } from '#server/platform/db/statement.ts';
import type { ProposedLine } from './booking.rules.ts';
import type { InvoiceValues } from './invoice.rules.ts';
import '../invoicing.tables.ts';

const lock = statement(
  (_db, slot: Slot<'name'>) => sql`select pg_advisory_xact_lock(hashtextextended(${slot('name')}::text, 0))`,
);

/** Lets one invoice of a company be made at a time, so that two copies of one paper cannot both be the first. */
export async function lockMaking(tx: Tx, companyId: string): Promise<void> {
  await lock.later(tx, { name: `invoices ${companyId}` });
}

export async function findOfDocument(
  tx: Tx,
  companyId: string,
  documentId: string,
): Promise<string | undefined> {
  const found = await tx
    .selectFrom('invoices')
    .select('id')
    .where('company_id', '=', companyId)
    .where('document_id', '=', documentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found?.id;
}

/** Pages that were read anew have new pictures. */
export async function setPicture(
  tx: Tx,
  companyId: string,
  id: string,
  picture: string | null,
): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({ picture })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** An invoice about to be made. */
export interface NewInvoice {
  readonly companyId: string;
  readonly id: string;
  readonly documentId: string;
  readonly documentNumber: string;
  readonly administrationId: string | null;
  /** Undefined when nobody could say who he is. */
  readonly creditor: { readonly id: string; readonly name: string } | undefined;
  readonly supplierKey: string;
  readonly numberKey: string;
  readonly fileSha256: string;
  readonly picture: string | null;
  readonly values: InvoiceValues;
}

/** The invoice that this one repeats (§C2): the original rather than another copy, then the oldest. */
export async function findDuplicated(tx: Tx, made: NewInvoice): Promise<string | undefined> {
  const { values } = made;
  const found = await sql<{ id: string }>`
    select id from invoices
    where company_id = ${made.companyId} and deleted_at is null
      and ((invoice_number_key = ${made.numberKey} and invoice_date = ${values.invoiceDate}::date
            and (supplier_key = ${made.supplierKey} or creditor_id = ${made.creditor?.id ?? null}::uuid)
            and administration_id is not distinct from ${made.administrationId}::uuid
            and (total_in_cents < 0) = ${values.totalInCents < 0}::boolean)
        or file_sha256 = ${made.fileSha256})
    order by status = ${invoiceStatuses.indexOf('Duplicate')}::smallint, created_at, id
    limit 1`.execute(tx);
  return found.rows[0]?.id;
}

export async function insert(
  tx: Tx,
  made: NewInvoice,
  duplicateOf: string | undefined,
  by: string,
  at: Date,
): Promise<void> {
  const { values } = made;
  const now = at.toISOString();
  const query = tx.insertInto('invoices').values({
    company_id: made.companyId,
    id: made.id,
    document_id: made.documentId,
    document_number: made.documentNumber,
    administration_id: made.administrationId,
    creditor_id: made.creditor?.id ?? null,
    creditor_name: values.supplier.name || (made.creditor?.name ?? ''),
    supplier_key: made.supplierKey,
    invoice_number: values.invoiceNumber,
    invoice_number_key: made.numberKey,
    invoice_date: values.invoiceDate,
    due_date: values.dueDate,
    description: values.description,
    currency: values.currency,
    total_in_cents: values.totalInCents,
    excl_in_cents: values.exclInCents,
    vat_in_cents: values.vatInCents,
    iban: values.iban,
    payment_reference: values.paymentReference,
    status: invoiceStatuses.indexOf(duplicateOf === undefined ? 'Concept' : 'Duplicate'),
    duplicate_of: duplicateOf ?? null,
    decided_at: null,
    decided_by: null,
    decided_by_name: null,
    export_id: null,
    export_error: null,
    file_sha256: made.fileSha256,
    picture: made.picture,
    created_at: now,
    created_by: by,
    updated_at: now,
    updated_by: by,
    deleted_at: null,
    deleted_by: null,
  });
  await executeLater(tx, query);
}

export async function insertLines(
  tx: Tx,
  companyId: string,
  invoiceId: string,
  lines: readonly ProposedLine[],
): Promise<void> {
  if (lines.length === 0) return;
  const query = tx.insertInto('invoice_lines').values(
    lines.map((line, at) => ({
      company_id: companyId,
      invoice_id: invoiceId,
      line_number: at + 1,
      ledger_number: line.ledger.number,
      ledger_name: line.ledger.name,
      debit_in_cents: line.debitInCents,
      credit_in_cents: line.creditInCents,
      description: line.description.slice(0, 255),
    })),
  );
  await executeLater(tx, query);
}
