import type { RefusalReason } from '#contract/documents/documents.ts';
import type { OcrReader } from '#server/platform/ocr/ocr.ts';
import {
  type PdfDocument,
  PdfError,
  type PdfPicture,
  type PdfReader,
  type PdfText,
} from '#server/platform/pdf/pdf.ts';
import { readInvoiceXml } from '../xml/from-xml.ts';
import { findInvoice } from '../xml/parse-invoice.ts';
import { readByOcr } from './pages-of-ocr.ts';
import { linesOfPage, type PagesRead, type ProgressReport, maxPages, readTextLayer } from './pages-read.ts';
import type { Extraction, Identity, RecognisedPage, RecognitionWarning } from '../recognised.ts';
import type { Line } from '../text/words.ts';

interface Options {
  readonly pdf: PdfReader;
  readonly ocr: OcrReader;
  readonly embeddedXml?: boolean;
  readonly ocrAlways?: boolean;
  readonly readBefore?: ReadonlyMap<number, RecognisedPage>;
  readonly excluded?: readonly Identity[];
  readonly known?: readonly Identity[];
}

/** Letters below which a page has no text layer worth the name. */
const fewLetters = 25;
/** Share of glyphs without a letter above which the text layer is unreadable. */
const maxUnmapped = 0.2;
/** Share of the page above which a picture is a scan, when there is little text over it. */
const scanCover = 0.7;
const littleText = 200;

/** How a page is drawn for OCR. */
export const ocrPicture = { dpi: 200, maxLongSide: 3400, quality: 92 } as const;

/** Reads a PDF page by page: its text layer, or OCR where that says little. */
export async function pagesOfPdf(
  bytes: Uint8Array,
  options: Options,
  report: ProgressReport,
): Promise<PagesRead | RefusalReason> {
  const opened = await open(bytes, options.pdf);
  if (typeof opened === 'string') return opened;
  try {
    if (opened.pageCount > maxPages) return 'too-many-pages';
    const { xml, warnings } = embedded(opened, options);
    const pages: RecognisedPage[] = [];
    const lines: Line[] = [];
    let ahead = drawn(opened, 1, options);
    for (let number = 1; number <= opened.pageCount; number += 1) {
      report(number, opened.pageCount);
      const page = await ahead;
      // The next page is drawn while OCR, a process of its own, reads this one.
      if (number < opened.pageCount) ahead = drawn(opened, number + 1, options);
      ahead.catch(() => undefined);
      const read = await readPage(opened, page, options);
      pages.push(read.page);
      lines.push(...read.lines);
      warnings.push(...read.warnings);
    }
    return { pages, lines, warnings, ...(xml ? { xml } : {}) };
  } catch (error) {
    return refusal(error);
  } finally {
    await opened.close();
  }
}

async function open(bytes: Uint8Array, pdf: PdfReader): Promise<PdfDocument | RefusalReason> {
  try {
    return await pdf.open(bytes);
  } catch (error) {
    return refusal(error);
  }
}

function refusal(error: unknown): RefusalReason {
  if (!(error instanceof PdfError) || error.code === 'stopped') throw error;
  if (error.code === 'timeout') return 'too-slow';
  return error.code === 'encrypted' || error.code === 'no-pages' ? error.code : 'damaged';
}

function embedded(
  document: PdfDocument,
  options: Options,
): { xml: Extraction | null; warnings: RecognitionWarning[] } {
  if (options.embeddedXml === false) return { xml: null, warnings: [] };
  const { files, named } = eInvoicesIn(document);
  for (const { bytes } of files) {
    const xml = readInvoiceXml(bytes, options);
    if (typeof xml !== 'string') return { xml, warnings: [] };
  }
  return { xml: null, warnings: named > 0 ? ['embedded-xml-unreadable'] : [] };
}

// What is called an invoice is one before a file of another name that happens to be one.
function eInvoicesIn({ attachments }: PdfDocument) {
  const files = attachments.filter(({ name }) => /\.xml$/i.test(name));
  const named = files.filter(({ name }) => invoiceName.test(name));
  return { files: [...named, ...files.filter((file) => !named.includes(file))], named: named.length };
}

/** The e-invoice inside a PDF, the one that its values are read from; undefined where it has none. */
export async function eInvoiceInPdf(bytes: Uint8Array, pdf: PdfReader): Promise<Uint8Array | undefined> {
  const opened = await open(bytes, pdf);
  if (typeof opened === 'string') return undefined;
  try {
    return eInvoicesIn(opened).files.find((file) => typeof findInvoice(file.bytes) !== 'string')?.bytes;
  } finally {
    await opened.close();
  }
}

const invoiceName = /factur-x|zugferd-invoice|xrechnung|order-x|ubl|invoice/i;

interface PageRead {
  readonly page: RecognisedPage;
  readonly lines: readonly Line[];
  readonly warnings: readonly RecognitionWarning[];
}

/** A page before it is read: its text layer, and its picture as OCR wants it where that says little. */
type DrawnPage =
  | { readonly before: RecognisedPage }
  | { readonly number: number; readonly layer: PdfText; readonly large: PdfPicture | null };

async function drawn(
  document: PdfDocument,
  number: number,
  { readBefore, ocrAlways = false }: Options,
): Promise<DrawnPage> {
  const before = readBefore?.get(number);
  if (before) return { before };
  const layer = await document.text(number);
  const large = ocrAlways || needsOcr(layer) ? await document.picture(number, ocrPicture) : null;
  return { number, layer, large };
}

async function readPage(document: PdfDocument, page: DrawnPage, { ocr }: Options): Promise<PageRead> {
  if ('before' in page) return { page: page.before, lines: linesOfPage(page.before), warnings: [] };
  const { number, layer, large } = page;
  const warnings: RecognitionWarning[] = [];
  if (large) {
    const read = await readByOcr(ocr, large.jpeg, number);
    if (typeof read !== 'string') return { ...read, warnings };
    warnings.push(read);
  }
  const { page: shown, lines } = await readTextLayer(document, number, number, layer);
  return { page: shown, lines, warnings };
}

/** Whether the text layer is missing, unreadable, or only a stamp on a scan. */
function needsOcr(layer: PdfText): boolean {
  const letters = layer.characters.filter((character) => /[\p{L}\d]/u.test(character)).length;
  const printed = layer.characters.filter((character) => /\S/u.test(character)).length;
  if (letters < fewLetters || layer.unmapped > printed * maxUnmapped) return true;
  return layer.pictureCover > scanCover && letters < littleText;
}
