import {
  approvalLineStates,
  approvalStates,
  type ApprovalState,
  invoiceStatuses,
  type InvoiceStatus,
} from '#contract/invoicing/invoices.ts';
import { supplierKey } from '#server/features/documents/index.ts';
import { newId } from '#server/platform/db/ids.ts';
import type { Db } from '#server/platform/db/database.ts';
import { numberKey } from '../creation/invoice.rules.ts';

/** The values of an invoice that a test sets; the others have defaults. */
export interface InvoiceSeed {
  readonly companyId: string;
  readonly administrationId?: string | null;
  readonly documentId?: string;
  readonly invoiceNumber?: string;
  readonly invoiceDate?: string;
  readonly creditor?: string;
  readonly description?: string;
  readonly totalInCents?: number;
  readonly exclInCents?: number;
  readonly vatInCents?: number;
  readonly dueDate?: string;
  readonly iban?: string;
  readonly kvk?: string;
  readonly orderNumber?: string;
  readonly status?: InvoiceStatus;
  readonly approvalState?: ApprovalState;
  readonly comments?: string;
  readonly decidedBy?: { readonly id: string; readonly name: string; readonly at: string };
  readonly exportId?: string;
  readonly duplicateOf?: string;
  /** Debit and credit of each booking line. */
  readonly booking?: readonly (readonly [debit: number, credit: number])[];
  readonly lines?: readonly {
    readonly userId: string;
    readonly sequence: number;
    readonly state: (typeof approvalLineStates)[number];
    readonly decidedAt?: string;
  }[];
}

let made = 0;

const at = '2026-11-20T09:00:00.000Z';
const audit = {
  created_at: at,
  created_by: null,
  updated_at: at,
  updated_by: null,
  deleted_at: null,
  deleted_by: null,
};

/** An invoice with its document, straight into the database. */
export async function buildInvoice(
  db: Db,
  seed: InvoiceSeed,
): Promise<{ id: string; documentKey: string; documentId: string; lineIds: string[] }> {
  made += 1;
  const { companyId, administrationId = null } = seed;
  const id = newId();
  const documentKey = newId();
  const documentId = seed.documentId ?? `2026-11-${String(made).padStart(4, '0')}`;
  const sha256 = made.toString(16).padStart(64, '0');
  await db
    .insertInto('documents')
    .values({
      company_id: companyId,
      id: documentKey,
      number: documentId,
      administration_id: administrationId,
      sha256,
      filename: 'factuur.pdf',
      mime: 'application/pdf',
      bytes: 1000,
      source: 'upload',
      state: 2,
      reasons: [],
      invoice_id: id,
      ...audit,
    })
    .execute();
  const creditor = seed.creditor ?? 'Bakker Techniek B.V.';
  const invoiceNumber = seed.invoiceNumber ?? `F-${made}`;
  await db
    .insertInto('invoices')
    .values({
      company_id: companyId,
      id,
      document_id: documentKey,
      document_number: documentId,
      administration_id: administrationId,
      creditor_id: null,
      creditor_name: creditor,
      supplier_key: supplierKey({ name: creditor, kvk: null, vatId: null, iban: null }),
      invoice_number: invoiceNumber,
      invoice_number_key: numberKey(invoiceNumber),
      invoice_date: seed.invoiceDate ?? '2026-11-02',
      due_date: seed.dueDate ?? null,
      kvk: seed.kvk ?? '',
      order_number: seed.orderNumber ?? '',
      description: seed.description ?? '',
      currency: 'EUR',
      total_in_cents: seed.totalInCents ?? 12_100,
      excl_in_cents: seed.exclInCents ?? null,
      vat_in_cents: seed.vatInCents ?? null,
      iban: seed.iban ?? null,
      payment_reference: null,
      status: invoiceStatuses.indexOf(seed.status ?? 'Concept'),
      approval_state: approvalStates.indexOf(seed.approvalState ?? 'pending'),
      duplicate_of: seed.duplicateOf ?? null,
      comments: seed.comments ?? '',
      decided_at: seed.decidedBy?.at ?? null,
      decided_by: seed.decidedBy?.id ?? null,
      decided_by_name: seed.decidedBy?.name ?? null,
      export_id: seed.exportId ?? null,
      export_error: null,
      file_sha256: sha256,
      picture: null,
      ...audit,
    })
    .execute();
  await buildBooking(db, companyId, id, seed.booking ?? []);
  return { id, documentKey, documentId, lineIds: await buildLines(db, companyId, id, seed.lines ?? []) };
}

async function buildBooking(
  db: Db,
  companyId: string,
  invoiceId: string,
  booking: NonNullable<InvoiceSeed['booking']>,
): Promise<void> {
  if (booking.length === 0) return;
  const of = {
    company_id: companyId,
    invoice_id: invoiceId,
    ledger_number: '4990',
    ledger_name: 'Overige kosten',
    description: '',
  };
  await db
    .insertInto('invoice_lines')
    .values(
      booking.map(([debit, credit], index) => ({
        ...of,
        line_number: index + 1,
        debit_in_cents: debit,
        credit_in_cents: credit,
      })),
    )
    .execute();
}

async function buildLines(
  db: Db,
  companyId: string,
  invoiceId: string,
  lines: NonNullable<InvoiceSeed['lines']>,
): Promise<string[]> {
  const rows = lines.map(({ userId, sequence, state, decidedAt = null }) => ({
    company_id: companyId,
    id: newId(),
    invoice_id: invoiceId,
    user_id: userId,
    sequence,
    state: approvalLineStates.indexOf(state),
    decided_at: decidedAt,
    on_behalf_of: null,
  }));
  if (rows.length === 0) return [];
  await db.insertInto('invoice_approvals').values(rows).execute();
  await db
    .updateTable('invoices')
    .set({ has_turns: true })
    .where('company_id', '=', companyId)
    .where('id', '=', invoiceId)
    .execute();
  return rows.map(({ id }) => id);
}
