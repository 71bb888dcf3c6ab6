import { OcrError, type OcrReader } from '#server/platform/ocr/ocr.ts';
import type { RecognisedPage, RecognitionWarning } from '../recognised.ts';
import { type Line, linesFrom, plainText, rejoined, withColons, wordsOfLines } from '../text/words.ts';

/** One page as OCR reads it. */
export interface OcrPageRead {
  readonly page: RecognisedPage;
  readonly lines: readonly Line[];
}

/** Reads a picture of a page; a page that OCR gives up on is a warning, since the other pages may be fine. */
export async function readByOcr(
  ocr: OcrReader,
  picture: Uint8Array,
  number: number,
  pictureNumber = 1,
): Promise<OcrPageRead | RecognitionWarning> {
  try {
    const { jpeg, widthPx, heightPx, words } = await ocr.read(picture, { page: pictureNumber });
    const aspect = widthPx / heightPx;
    const lines = linesFrom(withColons(rejoined(words, aspect)), number, aspect, true);
    const text = plainText(lines);
    const page = { number, widthPx, heightPx, jpeg, words: wordsOfLines(lines), text };
    return { page: { ...page, textSource: 'ocr' }, lines };
  } catch (error) {
    if (!(error instanceof OcrError) || error.code === 'stopped') throw error;
    return error.code === 'timeout' ? 'ocr-timeout' : 'ocr-failed';
  }
}
