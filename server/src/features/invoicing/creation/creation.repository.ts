import { sql } from 'kysely';
import { markUsage, supplierKey } from '#server/features/documents/index.ts';
import { executeLater, type Tx } from '#server/platform/db/database.ts';
import type { Writer } from '#server/platform/db/history.ts';
import { updateRow } from '#server/platform/db/record.ts';
import { snakeValues } from '#server/platform/db/snake-case.ts';
import { type Slot, statement } from '#server/platform/db/statement.ts';
import { advisoryLocks } from '#server/platform/locks.ts';
import { PaymentNumber, StatusNumber } from '../state-numbers.ts';
import { type InvoiceValues, numberKey } from './invoice.rules.ts';
import '../invoicing.tables.ts';

const lock = statement(
  (_db, slot: Slot<'name'>) => sql`select pg_advisory_xact_lock(hashtextextended(${slot('name')}::text, 0))`,
);

/** Creates one invoice of a company at a time, so that two copies of one document cannot both be the first. */
export async function lockCreation(tx: Tx, companyId: string): Promise<void> {
  await lock.later(tx, { name: advisoryLocks.invoices(companyId) });
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

/** An invoice about to be created. */
export interface NewInvoice extends FromDocument {
  readonly companyId: string;
  readonly id: string;
  readonly documentId: string;
  readonly documentNumber: string;
  readonly fileSha256: string;
  /** Whether the supplier collects it. */
  readonly isDirectDebit: boolean;
  readonly picture: string | null;
}

/** What an invoice takes from its document. */
export interface FromDocument {
  readonly administrationId: string | null;
  /** Undefined when the supplier is not known. */
  readonly creditor: { readonly id: string; readonly name: string } | undefined;
  readonly values: InvoiceValues;
}

function valuesFrom({ administrationId, creditor, values }: FromDocument) {
  const { supplier, description: _description, gAccount: _gAccount, vatRates: _vatRates, ...read } = values;
  return {
    ...read,
    administrationId,
    kvk: supplier.kvk ?? '',
    creditorId: creditor?.id ?? null,
    creditorName: supplier.name || (creditor?.name ?? ''),
    supplierKey: supplierKey(supplier),
    invoiceNumberKey: numberKey(read.invoiceNumber),
  };
}

/** The invoice that this one repeats (§C2): the original rather than another copy, then the oldest. */
export async function findDuplicated(tx: Tx, made: NewInvoice): Promise<string | undefined> {
  const { values } = made;
  // A person who took two files apart said that they are two invoices (§C21).
  const isApart = sql`document_id in (select d.id from documents d join documents o on o.company_id = ${made.companyId}
    and o.id = ${made.documentId} where d.company_id = ${made.companyId} and (d.apart_from = o.id or d.id = o.apart_from))`;
  const found = await sql<{ id: string }>`
    select id from invoices
    where company_id = ${made.companyId} and deleted_at is null
      and ((invoice_number_key = ${numberKey(values.invoiceNumber)} and invoice_date = ${values.invoiceDate}::date
            and (supplier_key = ${supplierKey(values.supplier)} or creditor_id = ${made.creditor?.id ?? null}::uuid)
            and administration_id is not distinct from ${made.administrationId}::uuid
            and (total_in_cents < 0) = ${values.totalInCents < 0}::boolean)
        or file_sha256 = ${made.fileSha256}
        or document_id in (select f.document_id from document_files f
          where f.company_id = ${made.companyId} and f.sha256 = ${made.fileSha256}))
      and not ${isApart}
    order by status = ${StatusNumber.Duplicate}::smallint, created_at, id
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
    ...snakeValues(valuesFrom(made)),
    description: values.description,
    status: duplicateOf === undefined ? StatusNumber.Concept : StatusNumber.Duplicate,
    duplicate_of: duplicateOf ?? null,
    decided_at: null,
    decided_by: null,
    decided_by_name: null,
    export_id: null,
    export_error: null,
    payment_status: made.isDirectDebit ? PaymentNumber.directDebit : PaymentNumber.toPay,
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
  await insertVatLines(tx, made, values);
  if (duplicateOf !== undefined) await markUsage(tx, made.companyId, [made.documentId]);
}

async function insertVatLines(
  tx: Tx,
  key: { readonly companyId: string; readonly id: string },
  { vatRates }: InvoiceValues,
): Promise<void> {
  if (vatRates.length === 0) return;
  const rows = vatRates.map(({ rate, baseInCents, vatInCents }, index) => ({
    company_id: key.companyId,
    invoice_id: key.id,
    line_number: index + 1,
    rate,
    // Of EN 16931; a document does not say why a rate is zero.
    category: rate === 0 ? 'Z' : 'S',
    base_in_cents: baseInCents,
    vat_in_cents: vatInCents,
  }));
  await executeLater(tx, tx.insertInto('invoice_vat_lines').values(rows));
}

/** Writes other values of the document over those that the invoice has. */
export async function updateValues(
  tx: Tx,
  ctx: Writer,
  key: { readonly companyId: string; readonly id: string },
  from: FromDocument,
): Promise<void> {
  await tx
    .deleteFrom('invoice_vat_lines')
    .where('company_id', '=', key.companyId)
    .where('invoice_id', '=', key.id)
    .execute();
  await insertVatLines(tx, key, from.values);
  await updateRow(tx, ctx, 'invoices', key, valuesFrom(from));
}
