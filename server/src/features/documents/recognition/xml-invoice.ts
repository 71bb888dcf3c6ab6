/** What UBL and CII both say, before it becomes fields. Amounts as printed: positive on a credit note. */
export interface XmlInvoice {
  readonly number: string | null;
  /** ISO day. */
  readonly date: string | null;
  readonly dueDate: string | null;
  readonly currency: string | null;
  readonly totalInCents: number | null;
  readonly exclInCents: number | null;
  readonly vatInCents: number | null;
  readonly payableInCents: number | null;
  readonly seller: XmlParty;
  readonly buyer: XmlParty;
  readonly iban: string | null;
  readonly paymentReference: string | null;
  readonly note: string | null;
  readonly isCreditNote: boolean;
  readonly lines: readonly XmlLine[];
}

export interface XmlParty {
  /** The registered name first, then the trading name where it differs. */
  readonly names: readonly string[];
  readonly kvk: string | null;
  readonly vatId: string | null;
  /** Street, postcode and city, country. */
  readonly address: readonly string[];
}

export interface XmlLine {
  readonly description: string;
  readonly quantity: number | null;
  readonly unitPriceInCents: number | null;
  readonly amountInCents: number | null;
  readonly vatPercent: number | null;
}
