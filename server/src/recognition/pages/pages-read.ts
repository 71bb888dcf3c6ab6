import type { Extraction, RecognisedPage, RecognitionWarning } from '../recognised.ts';
import { type Line, linesFrom } from '../text/words.ts';

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
