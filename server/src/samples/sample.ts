import type { PdfReader } from '#server/platform/pdf/pdf.ts';

export interface SampleParty {
  readonly name: string;
  readonly street: string;
  /** `1234 AB`. */
  readonly postcode: string;
  readonly city: string;
  /** Eight digits. */
  readonly kvk: string;
  /** `NL…B01`, valid. */
  readonly vatId: string;
  /** Without spaces, valid. */
  readonly iban: string;
  readonly email: string;
  readonly phone: string;
  readonly website: string;
}

export interface SampleLine {
  readonly description: string;
  readonly quantity: number;
  readonly unit: string;
  readonly unitPriceInCents: number;
  /** Excluding VAT; negative on a credit note. */
  readonly amountInCents: number;
  readonly vatPercent: 0 | 9 | 21;
}

/** What a perfect reader finds. Amounts of a credit note are negative. */
export interface ExpectedValues {
  readonly number: string;
  /** ISO day. */
  readonly date: string;
  readonly dueDate: string | null;
  readonly totalInCents: number;
  readonly exclInCents: number;
  readonly vatInCents: number;
  readonly currency: 'EUR';
  readonly creditor: string;
  readonly kvk: string;
  readonly vatId: string;
  readonly iban: string;
  readonly paymentReference: string | null;
  readonly creditNote: boolean;
  readonly lines: readonly SampleLine[];
}

export const layoutNames = [
  'classic',
  'stacked',
  'table-head',
  'two-columns',
  'split-vat',
  'credit-note',
  'multi-page',
  'english',
  'bare-number',
  'decoys',
  'receipt',
  'footer-block',
  'boxed',
  'letter',
  'direct-debit',
  'part-paid',
  'shifted-vat',
] as const;

export type LayoutName = (typeof layoutNames)[number];

export type ScanQuality = 'good' | 'fair' | 'hard';

/** One made-up invoice; the same seed gives the same bytes. */
export interface SampleInvoice {
  /** File stem, unique within one call: `0007-letter`. */
  readonly name: string;
  readonly layout: LayoutName;
  readonly supplier: SampleParty;
  readonly buyer: SampleParty;
  readonly expected: ExpectedValues;
  /** The PDF with a text layer. */
  pdf(): Promise<Buffer>;
  /** UBL 2.1: an Invoice, or a CreditNote for a credit note. */
  ubl(): string;
  /** Page 1 as a skewed, noisy JPEG; 200 dpi, or 150 for `hard`. */
  scan(pdf: PdfReader, quality?: ScanQuality): Promise<Buffer>;
}

export interface GenerateOptions {
  readonly seed: number;
  readonly count: number;
  /** The layouts to take turns; all of them when absent. */
  readonly layouts?: readonly LayoutName[];
  /** Who the invoices are for; an invented company when absent. */
  readonly buyer?: Partial<SampleParty> & { readonly name: string };
  /** Invoice dates lie in the year before this ISO day; `2026-06-30` when absent. */
  readonly until?: string;
}
