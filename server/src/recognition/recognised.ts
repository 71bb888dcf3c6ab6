import type { XmlPlace } from './xml/xml-invoice.ts';
import type { RefusalReason } from '#contract/documents/documents.ts';

/** A box on a page: left, top, right, bottom, each 0..1 of the page's width and height. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

export interface RecognisedWord {
  readonly text: string;
  readonly box: Box;
  /** 0..1; 1 for a text layer and for XML. */
  readonly confidence: number;
}

export type TextSource = 'pdf' | 'ocr' | 'xml' | 'none';

export interface RecognisedPage {
  /** Counts from 1. */
  readonly number: number;
  /** Size of `jpeg`. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Long side at most 2000 px (§C11); a skewed scan is shown straight. */
  readonly jpeg: Buffer;
  readonly textSource: TextSource;
  readonly words: readonly RecognisedWord[];
  /** The words in reading order, one line of the page per line: the text that triggers run on. */
  readonly text: string;
  /** What OCR reads on a page with text of its own, where a trigger asked for it (§D8). */
  readonly byOcr?: { readonly text: string; readonly words: readonly RecognisedWord[] };
}

/** One value that a field may have, and why we think so. */
export interface Candidate<Value> {
  readonly value: Value;
  /** What stands on the page, unchanged. */
  readonly raw: string;
  /** Page number from 1; null when the value was not read from a page (XML, or worked out). */
  readonly page: number | null;
  readonly box: Box | null;
  /**
   * 0..1. XML is 1; nothing found by labels and arithmetic ever is. Under 0.35 it is a suggestion for a person to
   * click, not a finding.
   */
  readonly confidence: number;
  readonly method: 'xml' | 'heuristic' | 'trigger';
  /**
   * Codes, some with what they speak of behind a colon; screens have a text for each. `xml` (an electronic invoice
   * says so), `label:{text}`, `sum` (excl + vat = incl), `sum-untaxed` (with a part that
   * has no VAT), `sums-differ` (XML that does not add up), `two-rates`, `largest-amount`, `reference-shape` (four groups of four digits), `number-shape` (no label, but
   * it looks like one), `near-the-top`, `beside-number` (the day that stands with
   * the chosen number), `repeated:{times}`, `days-before-due:{days}`, `days-after-date:{days}`,
   * `known-creditor`, `kvk:{code}`, `vat-id:{code}`, `iban:{code}`, `name:{name}`, `legal-form`, `large-letters`,
   * `memory:{times}` (as on so many confirmed documents of the supplier), `shared-layout` (where a layout has it that was shared with all companies), `usual-term:{days}`, `new-layout` (none of the
   * supplier's confirmed documents looks like it), `trigger:{id}`, `agrees` (general extraction found the same without it), `first-line`, `near-contact` (beside a KvK number, telephone number or the like), `domain` (in a web or e-mail
   * address), `no-currency` (none is printed, so it is the euro), `period` (two days with `t/m` between), `term` (the one term of
   * payment that the text names).
   */
  readonly reasons: readonly string[];
}

export interface CreditorCandidate extends Candidate<string> {
  /** The id of the known creditor it is, when one was recognised by KvK, btw-id, IBAN or name. */
  readonly knownId: string | null;
  /**
   * Names of the clues that speak against it (`creditor-clues.ts`), such as `addressee`, `bank` or `in-table`: why a
   * name was not chosen.
   */
  readonly doubts?: readonly string[];
}

/** Per field at most five candidates, the best first; an empty list means not found. */
export interface RecognisedFields {
  readonly number: readonly Candidate<string>[];
  /** ISO day. */
  readonly date: readonly Candidate<string>[];
  /** ISO day. */
  readonly dueDate: readonly Candidate<string>[];
  /** Cents including VAT; negative on a credit note. */
  readonly total: readonly Candidate<number>[];
  readonly excl: readonly Candidate<number>[];
  readonly vat: readonly Candidate<number>[];
  /** ISO 4217. */
  readonly currency: readonly Candidate<string>[];
  readonly creditor: readonly CreditorCandidate[];
  /** Eight digits. */
  readonly kvk: readonly Candidate<string>[];
  /** Without spaces and dots: `NL810433941B01`. */
  readonly vatId: readonly Candidate<string>[];
  /** Without spaces. */
  readonly iban: readonly Candidate<string>[];
  /** An IBAN too: the blocked account of a subcontractor, for wage tax and VAT alone. */
  readonly gAccount: readonly Candidate<string>[];
  readonly paymentReference: readonly Candidate<string>[];
  readonly orderNumber: readonly Candidate<string>[];
  readonly customerNumber: readonly Candidate<string>[];
  /** ISO day, as those of the period. */
  readonly deliveryDate: readonly Candidate<string>[];
  readonly periodFrom: readonly Candidate<string>[];
  readonly periodTo: readonly Candidate<string>[];
  /** Days, as digits. */
  readonly paymentTerm: readonly Candidate<string>[];
}

export type FieldName = keyof RecognisedFields;

export interface RecognisedLine {
  readonly description: string;
  readonly quantity: number | null;
  readonly unitPriceInCents: number | null;
  /** Excluding VAT where the document says so; negative on a credit note. */
  readonly amountInCents: number | null;
  readonly vatPercent: number | null;
  readonly page: number | null;
  readonly box: Box | null;
}

/** One rate of VAT, as the document says it; below zero on a credit note. */
export interface RecognisedVatRate {
  /** In hundredths of a percent: 2100 is 21 %. */
  readonly rate: number;
  /** What it is over, in cents; null where the document does not say. */
  readonly baseInCents: number | null;
  readonly vatInCents: number;
  /** 0..1. */
  readonly confidence: number;
  readonly page: number | null;
  readonly box: Box | null;
}

/** What went less well without stopping the document. */
export type RecognitionWarning =
  | 'ocr-timeout'
  | 'ocr-failed'
  | 'embedded-xml-unreadable'
  | 'text-not-readable'
  /** Sums of an electronic invoice that cannot be right. */
  | 'sums-differ';

export interface RecognisedDocument {
  readonly kind: 'recognised-input';
  /** The type by content. */
  readonly mime: DocumentMime;
  readonly pages: readonly RecognisedPage[];
  readonly fields: RecognisedFields;
  readonly lines: readonly RecognisedLine[];
  /** They come to the VAT of the fields, a row for each rate; empty where the document does not show that. */
  readonly vatRates: readonly RecognisedVatRate[];
  readonly creditNote: boolean;
  /** Ids of `excluded` identities that were found on the document, the most certain first: whose invoice this is. */
  readonly buyers: readonly string[];
  readonly warnings: readonly RecognitionWarning[];
  /** Pages on which another invoice starts. Then the values are those of the first, and none is sure. */
  readonly splitBefore: readonly number[];
  /** To whom it is addressed, as printed, where that is none of `excluded`; null where it is, or nothing says it. */
  readonly addressedTo: string | null;
  /** Where the supplier is, where an electronic invoice says it. */
  readonly sellerPlace?: XmlPlace;
  /** What an electronic invoice holds and names; absent where the document is none. */
  readonly attached?: AttachedFiles;
  readonly trigger?: TriggerUse;
}

/** The files of an electronic invoice beside itself: names of pictures, and hashes of what lies in it. */
export interface AttachedFiles {
  readonly names: readonly string[];
  readonly sha256: readonly string[];
}

/** What triggers had to do with a document. */
export interface TriggerUse {
  /** The one that read it; null where several fit equally well. */
  readonly id: string | null;
  /** Names of those that fit equally well, else empty (§D7). */
  readonly tied: readonly string[];
}

export type DocumentMime =
  | 'application/pdf'
  | 'image/jpeg'
  | 'image/png'
  | 'image/tiff'
  | 'image/webp'
  | 'image/avif'
  | 'application/xml';

export interface RefusedDocument {
  readonly kind: 'refused';
  readonly reason: RefusalReason;
}

/** A party that may be printed on the document; what is unknown stays absent. */
export interface Identity {
  readonly id: string;
  readonly name: string;
  readonly kvk?: string | null;
  readonly vatId?: string | null;
  readonly iban?: string | null;
}

/** What labels and arithmetic find on any invoice. */
export interface Extraction {
  readonly fields: RecognisedFields;
  readonly lines: readonly RecognisedLine[];
  /** They come to the VAT of the fields, a row for each rate; empty where the document does not show that. */
  readonly vatRates: readonly RecognisedVatRate[];
  readonly creditNote: boolean;
  /** Ids of the excluded parties that the document names, those found by a code first. */
  readonly buyers: readonly string[];
  /** To whom it is addressed, as printed, where that is none of the excluded parties. */
  readonly addressedTo: string | null;
  /** Where the supplier is, where an electronic invoice says it. */
  readonly sellerPlace?: XmlPlace;
  readonly warnings: readonly RecognitionWarning[];
}
