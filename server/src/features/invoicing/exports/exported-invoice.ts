import type { VatKind } from '#contract/invoicing/booking-rules.ts';

/** An approved invoice, as bookkeeping gets it. Amounts in cents, negative on a credit note; days are ISO. */
export interface ExportedInvoice {
  readonly id: string;
  readonly documentId: string;
  readonly documentNumber: string;
  /** Whose books: the administration, else the company. */
  readonly customer: ExportedParty;
  readonly creditor: ExportedParty & {
    readonly id: string | null;
    /** That of the invoice, or none: an account of the creditor may be another one (decision 0127). */
    readonly iban: string | null;
    /** By which the administration's package knows it; null where none is known. */
    readonly number: string | null;
  };
  readonly invoiceNumber: string;
  readonly invoiceDate: string;
  readonly dueDate: string | null;
  /** The day it is booked on; that of the invoice where none was chosen. */
  readonly bookingDate: string;
  readonly description: string;
  /** The customer's order; empty where none is named. */
  readonly orderNumber: string;
  readonly currency: string;
  readonly totalInCents: number;
  readonly exclInCents: number | null;
  readonly vatInCents: number | null;
  readonly paymentReference: string | null;
  /** The supplier collects it. */
  readonly isDirectDebit: boolean;
  readonly approvedBy: string | null;
  readonly approvedAt: string | null;
  readonly lines: readonly ExportedLine[];
  /** The file that came in, as people read it. */
  readonly original: { readonly sha256: string; readonly mime: string };
  /** The XML that came in, which may be the original itself; null where none did. */
  readonly eInvoice: {
    readonly sha256: string;
    /** Whether its picture lies in it. */
    readonly hasPicture: boolean;
  } | null;
}

/** Who sends an invoice, or gets it; what is not known is empty, or null. */
export interface ExportedParty {
  readonly name: string;
  readonly street: string;
  readonly zipCode: string;
  readonly city: string;
  /** ISO 3166-1. */
  readonly country: string;
  readonly kvk: string | null;
  readonly vatId: string | null;
}

/** A line of its booking. */
export interface ExportedLine {
  readonly lineNumber: number;
  readonly kind: 'costs' | 'vat' | 'creditor';
  readonly ledgerNumber: string;
  readonly ledgerName: string;
  readonly costCenter: string;
  readonly costUnit: string;
  readonly vatCode: string;
  /** What the VAT code does; null without one. */
  readonly vatKind: VatKind | null;
  /** In hundredths of a percent; null where none is known. */
  readonly vatRate: number | null;
  readonly debitInCents: number;
  readonly creditInCents: number;
  readonly description: string;
}

/** What an invoice comes to without VAT. */
export function exclOf({ exclInCents, vatInCents, totalInCents }: ExportedInvoice): number {
  return exclInCents ?? totalInCents - (vatInCents ?? 0);
}
