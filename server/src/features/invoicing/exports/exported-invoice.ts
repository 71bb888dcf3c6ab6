/** An approved invoice, as bookkeeping gets it. Amounts in cents, negative on a credit note; days are ISO. */
export interface ExportedInvoice {
  readonly id: string;
  readonly documentId: string;
  readonly documentNumber: string;
  /** Whose books: the administration, else the company. */
  readonly customer: string;
  readonly creditor: {
    readonly name: string;
    readonly kvk: string | null;
    readonly vatId: string | null;
    readonly iban: string | null;
  };
  readonly invoiceNumber: string;
  readonly invoiceDate: string;
  readonly dueDate: string | null;
  readonly description: string;
  readonly currency: string;
  readonly totalInCents: number;
  readonly exclInCents: number | null;
  readonly vatInCents: number | null;
  readonly paymentReference: string | null;
  readonly approvedBy: string | null;
  readonly approvedAt: string | null;
  readonly lines: readonly ExportedLine[];
}

/** A line of its booking. */
export interface ExportedLine {
  readonly lineNumber: number;
  readonly ledgerNumber: string;
  readonly ledgerName: string;
  readonly costCenter: string;
  readonly debitInCents: number;
  readonly creditInCents: number;
  readonly description: string;
}
