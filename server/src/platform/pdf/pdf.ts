/** What can be wrong with a PDF, or with the process that reads it. */
export type PdfErrorCode = 'encrypted' | 'damaged' | 'no-pages' | 'timeout' | 'stopped';

/** Thrown by every call of a {@link PdfReader}. */
export class PdfError extends Error {
  readonly code: PdfErrorCode;

  constructor(code: PdfErrorCode, message?: string) {
    super(message ?? code);
    this.name = 'PdfError';
    this.code = code;
  }
}

/** How a page becomes a picture. */
export interface PdfPictureOptions {
  /** Pixels per inch. */
  readonly dpi: number;
  /** Longest side in pixels; a larger page is drawn at fewer dots per inch. */
  readonly maxLongSide: number;
  /** JPEG quality, 1 to 100. */
  readonly quality: number;
}

/** The characters of a page's text layer, in the order of the file. */
export interface PdfText {
  /** One entry a character. */
  readonly characters: readonly string[];
  /** Four numbers a character: left, top, right, bottom as 0..1 of the page as it is shown. */
  readonly boxes: Float32Array;
  /** Characters whose glyph has no known letter. */
  readonly unmapped: number;
  /** The part of the page that the largest picture covers, 0..1. */
  readonly pictureCover: number;
}

/** A page drawn as JPEG. */
export interface PdfPicture {
  readonly jpeg: Buffer;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A file inside a PDF, as Factur-X invoices carry. */
export interface PdfAttachment {
  readonly name: string;
  readonly bytes: Buffer;
}

/** An open PDF; close it. Pages count from 1. */
export interface PdfDocument {
  readonly pageCount: number;
  /** Embedded files of at most 5 MB each, the first twenty. */
  readonly attachments: readonly PdfAttachment[];
  text(page: number): Promise<PdfText>;
  picture(page: number, options: PdfPictureOptions): Promise<PdfPicture>;
  close(): Promise<void>;
}

/** Reads PDFs in a process of its own, since pdfium's memory only grows and a broken file may take it down. */
export interface PdfReader {
  /** Throws {@link PdfError} with code `encrypted`, `damaged` or `no-pages`. */
  open(bytes: Uint8Array): Promise<PdfDocument>;
  /** Ends the process; open documents answer `stopped`. */
  close(): Promise<void>;
}
