import { PDFDocument } from '@cantoo/pdf-lib';
import { drawInvoice } from './draw-page.ts';
import { isBareUbl, parseInvoice } from './parse-invoice.ts';
import type { XmlPlace, XmlTax } from './xml-invoice.ts';

/** What an e-invoice says of itself, to compare with what was approved. Amounts negative on a credit note. */
export interface EInvoice {
  /** UBL without an envelope: a package can take the file as it is. */
  readonly isUbl: boolean;
  readonly number: string | null;
  readonly date: string | null;
  readonly currency: string | null;
  readonly totalInCents: number | null;
  readonly exclInCents: number | null;
  readonly vatInCents: number | null;
  readonly iban: string | null;
  readonly seller: {
    readonly names: readonly string[];
    readonly kvk: string | null;
    readonly vatId: string | null;
    readonly place: XmlPlace;
  };
  /** The invoice that a credit note takes back. */
  readonly credited: string | null;
  readonly taxes: readonly XmlTax[];
}

/** Reads a UBL or CII file; undefined where it is none, or cannot be read. */
export function readEInvoice(bytes: Uint8Array): EInvoice | undefined {
  const invoice = parseInvoice(bytes);
  if (typeof invoice === 'string') return undefined;
  const sign = invoice.isCreditNote ? -1 : 1;
  const signed = (cents: number | null) => (cents === null ? null : cents * sign || 0);
  const { number, date, currency, iban, seller } = invoice;
  return {
    isUbl: isBareUbl(bytes),
    number,
    date,
    currency,
    totalInCents: signed(invoice.totalInCents),
    exclInCents: signed(invoice.exclInCents),
    vatInCents: signed(invoice.vatInCents),
    iban,
    seller,
    credited: invoice.references.invoice,
    taxes: invoice.taxes.map((tax) => ({
      ...tax,
      baseInCents: signed(tax.baseInCents),
      vatInCents: signed(tax.vatInCents),
    })),
  };
}

/** An e-invoice as a PDF that people can read, with the file itself inside: EN 16931 takes no XML as an attachment. */
export async function pdfOfEInvoice(bytes: Uint8Array, filename: string): Promise<Uint8Array> {
  const invoice = parseInvoice(bytes);
  if (typeof invoice === 'string') throw new Error(`no e-invoice: ${invoice}`);
  const drawn = await drawInvoice(invoice);
  const pdf = await PDFDocument.load(drawn.bytes, { updateMetadata: false });
  const day = new Date(`${invoice.date ?? '2000-01-01'}T12:00:00Z`);
  // Fixed times: the same invoice gives the same bytes.
  await pdf.attach(bytes, filename, {
    mimeType: 'application/xml',
    creationDate: day,
    modificationDate: day,
  });
  return pdf.save();
}
