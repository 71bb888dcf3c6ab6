import { nearestOpenPeriod, periodOfDay, reviseBooking } from '#contract/invoicing/booking-rules.ts';
import type { FoundDocument } from '#server/features/documents/index.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { bookingOf, type InvoiceValues } from '../creation/invoice.rules.ts';
import { type Books, readBooks } from './books.repository.ts';
import * as repository from './booking.repository.ts';
import { listEvidence } from './suggestions.repository.ts';

/** An invoice as its booking is proposed. */
export interface Proposable extends repository.InvoiceKey {
  readonly administrationId: string | null;
  readonly values: InvoiceValues;
  readonly creditor: { readonly id: string } | undefined;
}

type Lines = FoundDocument['lines'];

/** Proposes the booking of an invoice that has none yet. */
export async function proposeLines(tx: Tx, invoice: Proposable, found: Lines): Promise<void> {
  const books = await booksOf(tx, invoice);
  const { lines } = bookingOf(invoice.values, found, books, await memoryOf(tx, invoice));
  await repository.insertLines(tx, invoice, lines);
  await repository.saveHead(tx, invoice, headOf(invoice.values.invoiceDate, books));
}

/** Proposes the booking anew after values changed; what a person touched stays, and the difference is shown (§C15). */
export async function reviseLines(tx: Tx, invoice: Proposable, found: Lines): Promise<void> {
  const books = await booksOf(tx, invoice);
  const { facts, lines } = bookingOf(invoice.values, found, books, await memoryOf(tx, invoice));
  const stored = await repository.listLines(tx, invoice);
  const costs = lines.filter(({ kind }) => kind === 'costs');
  const { kept, added, computed } = reviseBooking(stored, costs, facts);
  const written = (computed ?? []).map((line) => ({ ...line, origin: 'proposed' as const }));
  // Cost lines first: VAT and creditor follow from them.
  const [keptCosts, keptComputed] = [
    kept.filter(({ kind }) => kind === 'costs'),
    kept.filter(({ kind }) => kind !== 'costs'),
  ];
  await repository.replaceLines(tx, invoice, [...keptCosts, ...added, ...keptComputed, ...written]);
  // Journal and date that a person chose stay with their lines.
  if (!stored.some(({ isTouched }) => isTouched))
    await repository.saveHead(tx, invoice, headOf(invoice.values.invoiceDate, books));
}

// How the creditor's invoices were booked before.
const memoryOf = (tx: Tx, { companyId, administrationId, creditor, id }: Proposable) =>
  listEvidence(tx, { companyId, administrationId, creditorId: creditor?.id ?? null, invoiceId: id });

const booksOf = (tx: Tx, { companyId, administrationId, values }: Proposable) =>
  readBooks(tx, companyId, administrationId, values.invoiceDate);

/** An invoice is booked on its own date, in an open period. */
export function headOf(
  day: string,
  { chart: { periods }, firstMonth, journal }: Books,
): repository.BookingHead {
  const period = periodOfDay(day, periods, firstMonth);
  const isClosed = periods.some((one) => one.period === period && one.isClosed);
  return {
    bookingDate: day,
    journal,
    period: (isClosed ? nearestOpenPeriod(period, periods) : period) ?? period,
  };
}
