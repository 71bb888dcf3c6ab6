import { sql } from 'kysely';
import { type LineKind, lineKinds, type LineOrigin, lineOrigins } from '#contract/invoicing/booking-rules.ts';
import { executeLater, type Db, type Tx } from '#server/platform/db/database.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import type { BookingLine } from '../invoices/invoices.repository.ts';
import { TurnNumber } from '../state-numbers.ts';
import '../invoicing.tables.ts';

/** Which invoice. */
export interface InvoiceKey {
  readonly companyId: string;
  readonly id: string;
}

/** A booking line that is about to be stored. */
export type WrittenLine = Omit<BookingLine, 'id' | 'lineNumber' | 'isTouched'> & {
  /** Absent: a new line. */
  readonly id?: string;
  readonly touchedBy?: string | null;
  readonly touchedAt?: string | null;
};

/** A stored booking line, with who touched it. */
export type StoredLine = BookingLine & {
  readonly touchedBy: string | null;
  readonly touchedAt: string | null;
};

/** Locks nothing: the invoice is locked. */
export async function listLines(tx: Db, { companyId, id }: InvoiceKey): Promise<StoredLine[]> {
  const rows = await tx
    .selectFrom('invoice_lines as l')
    .where('company_id', '=', companyId)
    .where('invoice_id', '=', id)
    .orderBy('line_number')
    .select([
      'l.id',
      'l.line_number as lineNumber',
      nameAt<LineKind>(lineKinds, 'l.kind').as('kind'),
      'l.ledger_number as ledgerNumber',
      'l.ledger_name as ledgerName',
      'l.cost_center as costcenter',
      'l.cost_unit as costUnit',
      'l.vat_code as vatCode',
      'l.vat_rate as vatRate',
      'l.period',
      'l.debit_in_cents as debit',
      'l.credit_in_cents as credit',
      'l.description',
      nameAt<LineOrigin>(lineOrigins, 'l.origin').as('origin'),
      'l.touched_by as touchedBy',
      'l.touched_at as touchedAt',
    ])
    .execute();
  return rows.map(({ ledgerNumber, ledgerName, ...row }) => ({
    ...row,
    ledger: { number: ledgerNumber, name: ledgerName },
    isTouched: row.touchedBy !== null,
  }));
}

/** What a booking follows from. */
export async function findFacts(tx: Db, { companyId, id }: InvoiceKey) {
  return tx
    .selectFrom('invoices')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .select([
      'administration_id as administrationId',
      'creditor_id as creditorId',
      'creditor_name as creditorName',
      'invoice_number as invoiceNumber',
      'invoice_date as invoiceDate',
      'booking_date as bookingDate',
      'journal',
      'total_in_cents as totalInCents',
      'excl_in_cents as exclInCents',
      'vat_in_cents as vatInCents',
      'row_version as rowVersion',
      sql<{ rate: number; vatInCents: number }[]>`(select coalesce(json_agg(json_build_object('rate', v.rate,
        'vatInCents', v.vat_in_cents) order by v.line_number), '[]'::json) from invoice_vat_lines v
        where v.company_id = invoices.company_id and v.invoice_id = invoices.id)`.as('vatByRate'),
    ])
    .executeTakeFirst();
}

/** Whether somebody decided in the current round of an invoice. */
export async function hasDecision(db: Db, { companyId, id }: InvoiceKey): Promise<boolean> {
  const found = await db
    .selectFrom('invoice_approvals as a')
    .innerJoin('invoices as i', (join) =>
      join
        .onRef('i.company_id', '=', 'a.company_id')
        .onRef('i.id', '=', 'a.invoice_id')
        .onRef('i.round', '=', 'a.round'),
    )
    .where('a.company_id', '=', companyId)
    .where('a.invoice_id', '=', id)
    .where('a.state', 'in', [TurnNumber.approved, TurnNumber.rejected])
    .select('a.id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Writes all lines of a booking in their order; those that had an id keep it. */
export async function replaceLines(tx: Tx, key: InvoiceKey, lines: readonly WrittenLine[]): Promise<void> {
  await tx
    .deleteFrom('invoice_lines')
    .where('company_id', '=', key.companyId)
    .where('invoice_id', '=', key.id)
    .execute();
  await insertLines(tx, key, lines);
}

/** Writes the lines of an invoice that has none. */
export async function insertLines(tx: Tx, key: InvoiceKey, lines: readonly WrittenLine[]): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map((line, index) => ({
    company_id: key.companyId,
    invoice_id: key.id,
    line_number: index + 1,
    ...(line.id === undefined ? {} : { id: line.id }),
    kind: lineKinds.indexOf(line.kind),
    ledger_number: line.ledger.number,
    ledger_name: line.ledger.name,
    cost_center: line.costcenter,
    cost_unit: line.costUnit,
    vat_code: line.vatCode,
    vat_rate: line.vatRate,
    period: line.period,
    debit_in_cents: line.debit,
    credit_in_cents: line.credit,
    description: line.description.slice(0, 255),
    origin: lineOrigins.indexOf(line.origin),
    touched_by: line.touchedBy ?? null,
    touched_at: line.touchedAt ?? null,
  }));
  await executeLater(tx, tx.insertInto('invoice_lines').values(rows));
}

/** Where and when an invoice is booked. */
export interface BookingHead {
  readonly bookingDate: string;
  readonly journal: string;
  /** `2026-11`. */
  readonly period: string;
}

/** Writes where and when an invoice is booked, and who changed that by hand. */
export async function saveHead(
  tx: Tx,
  { companyId, id }: InvoiceKey,
  { bookingDate, journal, period }: BookingHead,
  bookedBy: string | null = null,
): Promise<void> {
  const [year, number] = period.split('-').map(Number);
  await executeLater(
    tx,
    tx
      .updateTable('invoices')
      .set({
        booking_date: bookingDate,
        journal,
        book_year: year ?? null,
        book_period: number ?? null,
        booked_by: sql<string[]>`case when ${bookedBy}::uuid is null or ${bookedBy}::uuid = any(booked_by)
          then booked_by else booked_by || ${bookedBy}::uuid end`,
      })
      .where('company_id', '=', companyId)
      .where('id', '=', id),
  );
}
