import type { PdfDocument, PdfText } from '#server/platform/pdf/pdf.ts';
import type { Extraction, RecognisedPage, RecognisedWord, RecognitionWarning } from '../recognised.ts';
import { type Line, linesFrom, plainText, wordsFrom, wordsOfLines } from '../text/words.ts';

/** Pages of a document with their lines, before fields are found. */
export interface PagesRead {
  readonly pages: readonly RecognisedPage[];
  readonly lines: readonly Line[];
  readonly warnings: readonly RecognitionWarning[];
  /** What an invoice in XML inside a PDF says: data, so that nothing needs to be guessed. */
  readonly xml?: Extraction;
}

/** The lines of a page from its words, as they were when it was read. */
export function linesOfPage({
  words,
  number,
  widthPx,
  heightPx,
  textSource,
}: Omit<RecognisedPage, 'jpeg'>): Line[] {
  return linesFrom(words, number, widthPx / heightPx, textSource === 'ocr');
}

/** Called before each page; pages count from 1. */
export type ProgressReport = (page: number, pageCount: number) => void;

export const maxPages = 200;

/** How pages are shown (§C11). */
export const shownPicture = { dpi: 150, maxLongSide: 2000, quality: 80 } as const;

/** A page of a PDF by its text layer: with its lines, and its words in the order of the file. */
export async function readTextLayer(
  document: PdfDocument,
  pageOfFile: number,
  number = pageOfFile,
  layer?: PdfText,
): Promise<{ page: RecognisedPage; lines: Line[]; inFileOrder: RecognisedWord[] }> {
  const picture = await document.picture(pageOfFile, shownPicture);
  const aspect = picture.widthPx / picture.heightPx;
  const inFileOrder = wordsFrom(layer ?? (await document.text(pageOfFile)), aspect);
  const lines = linesFrom(inFileOrder, number, aspect, false);
  const words = wordsOfLines(lines);
  const textSource = words.length === 0 ? 'none' : 'pdf';
  return { page: { number, ...picture, textSource, words, text: plainText(lines) }, lines, inFileOrder };
}
