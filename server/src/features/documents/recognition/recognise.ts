import { type SniffedType, sniff } from '#server/platform/files/sniff.ts';
import type { OcrReader } from '#server/platform/ocr/ocr.ts';
import type { PdfReader } from '#server/platform/pdf/pdf.ts';
import { extractFields } from './extract.ts';
import { recogniseXml } from './from-xml.ts';
import { pagesOfPdf } from './pages-of-pdf.ts';
import { pagesOfPicture } from './pages-of-picture.ts';
import type { PagesRead, ProgressReport } from './pages-read.ts';
import type {
  DocumentMime,
  Identity,
  RecognisedDocument,
  RefusalReason,
  RefusedDocument,
} from './recognised.ts';

export interface RecogniseOptions {
  /** Only shown to people; the type is read from the content. */
  readonly filename: string;
  readonly pdf: PdfReader;
  readonly ocr: OcrReader;
  /** The own company and its administrations: never the creditor. */
  readonly excluded?: readonly Identity[];
  /** Creditors seen before: preferred when one of them is on the document. */
  readonly known?: readonly Identity[];
  /** Whether an invoice in XML inside a PDF is taken at its word; true when absent. */
  readonly embeddedXml?: boolean;
}

export interface RecogniseProgress {
  readonly page: number;
  readonly pageCount: number;
}

const largestFile = 25 * 1024 * 1024;

const mimes: Partial<Record<SniffedType, DocumentMime>> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  tiff: 'image/tiff',
  xml: 'application/xml',
};

/**
 * Reads one file from its bytes: pages as pictures, text with boxes, and what an invoice says. Never throws for what
 * is in the file; throws `PdfError` or `OcrError` with code `stopped` when a reading process is gone, so that the
 * caller can try again.
 */
export async function recogniseDocument(
  bytes: Uint8Array,
  options: RecogniseOptions,
  onProgress?: (progress: RecogniseProgress) => void,
): Promise<RecognisedDocument | RefusedDocument> {
  if (bytes.length === 0) return refused('empty-file');
  if (bytes.length > largestFile) return refused('too-large');
  const mime = mimes[sniff(bytes)];
  const report: ProgressReport = (page, pageCount) => onProgress?.({ page, pageCount });
  if (mime === undefined) return refused('unsupported-type');
  if (mime === 'application/xml') return recogniseXml(bytes, options, report);
  const read =
    mime === 'application/pdf'
      ? await pagesOfPdf(bytes, options, report)
      : await pagesOfPicture(bytes, options, report);
  return typeof read === 'string' ? refused(read) : recognised(mime, read, options);
}

function refused(reason: RefusalReason): RefusedDocument {
  return { kind: 'refused', reason };
}

function recognised(mime: DocumentMime, read: PagesRead, options: RecogniseOptions): RecognisedDocument {
  const { excluded = [], known = [] } = options;
  const extraction = read.xml ?? extractFields(read.lines, { excluded, known });
  return {
    kind: 'recognised-input',
    mime,
    pages: read.pages,
    ...extraction,
    warnings: [...new Set(read.warnings)],
  };
}
