import type { BookingFacts, NewLine } from '#contract/invoicing/booking-rules.ts';
import type { FoundDocument } from '#server/features/documents/index.ts';
import type { Evidence } from '../booking/suggestions.rules.ts';
import { orderNumberOf } from './order-number.rules.ts';
import { proposeBooking, type ProposedIn } from './booking.rules.ts';

/** The values of an invoice, as read from its document. */
export interface InvoiceValues {
  readonly invoiceNumber: string;
  readonly invoiceDate: string;
  readonly dueDate: string | null;
  readonly currency: string;
  readonly totalInCents: number;
  readonly exclInCents: number | null;
  readonly vatInCents: number | null;
  readonly iban: string | null;
  /** The blocked account (G-rekening) beside it. */
  readonly gAccount: string | null;
  readonly paymentReference: string | null;
  /** VAT by rate, where the document shows it. */
  readonly vatRates: FoundDocument['vatRates'];
  readonly description: string;
  /** The customer's order; empty when none is named. */
  readonly orderNumber: string;
  readonly supplier: {
    readonly name: string;
    readonly kvk: string | null;
    readonly vatId: string | null;
    readonly iban: string | null;
    readonly isNameConfirmed: boolean;
    /** Where an electronic invoice says that they are. */
    readonly place: FoundDocument['supplierPlace'];
  };
}

/** A number as §C2 compares it: upper case, without spaces, dots and dashes; leading zeros stay. */
export function numberKey(invoiceNumber: string): string {
  return invoiceNumber.toUpperCase().replace(/[\s.\-\u2010-\u2015]/gu, '');
}

/** The values of the invoice in a document, or undefined if number, date or total is missing. */
export function valuesOf({
  values,
  lines,
  isCreditorConfirmed,
  firstText,
  supplierPlace,
  vatRates,
}: Pick<
  FoundDocument,
  'values' | 'lines' | 'vatRates' | 'isCreditorConfirmed' | 'firstText' | 'supplierPlace'
>): InvoiceValues | undefined {
  const { number, date, total } = values;
  const totalInCents = centsOf(total);
  if (number === undefined || date === undefined || totalInCents === null) return undefined;
  const iban = values.iban ?? null;
  return {
    invoiceNumber: number,
    invoiceDate: date,
    dueDate: values.dueDate ?? null,
    currency: values.currency ?? 'EUR',
    totalInCents,
    exclInCents: centsOf(values.excl),
    vatInCents: centsOf(values.vat),
    iban,
    gAccount: values.gAccount ?? null,
    paymentReference: values.paymentReference ?? null,
    vatRates,
    description: describe(lines),
    orderNumber: orderNumberOf(firstText),
    supplier: {
      name: values.creditor ?? '',
      kvk: values.kvk ?? null,
      vatId: values.vatId ?? null,
      iban,
      isNameConfirmed: isCreditorConfirmed,
      place: supplierPlace,
    },
  };
}

function centsOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const cents = Number(text);
  return Number.isSafeInteger(cents) ? cents : null;
}

// What people call the invoice by: its first line.
function describe(lines: FoundDocument['lines']): string {
  const first = lines.find(({ description }) => description.trim() !== '')?.description ?? '';
  return first.replace(/\s+/g, ' ').trim().slice(0, 255);
}

/** Supplier and number: what VAT and creditor lines are described by. */
export function referenceOf({
  supplier,
  invoiceNumber,
}: {
  readonly supplier: { readonly name: string };
  readonly invoiceNumber: string;
}): string {
  return `${supplier.name} ${invoiceNumber}`.trim();
}

/** The booking that is proposed for an invoice with these values, in these books. */
export function bookingOf(
  values: InvoiceValues,
  lines: FoundDocument['lines'],
  { chart, accounts }: ProposedIn,
  evidence: readonly Evidence[] = [],
): { readonly facts: BookingFacts; readonly lines: NewLine[] } {
  const reference = referenceOf(values);
  const facts: BookingFacts = {
    totalInCents: values.totalInCents,
    exclInCents: values.exclInCents,
    vatInCents: values.vatInCents,
    vatByRate: values.vatRates,
    reference,
    vatCodes: chart.vatCodes,
    accounts,
  };
  const amounts = { ...values, description: values.description || reference, lines };
  return { facts, lines: proposeBooking(amounts, facts, chart, evidence) };
}
