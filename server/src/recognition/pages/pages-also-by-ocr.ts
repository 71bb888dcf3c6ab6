import type { OcrReader } from '#server/platform/ocr/ocr.ts';
import type { PdfReader } from '#server/platform/pdf/pdf.ts';
import { readByOcr } from './pages-of-ocr.ts';
import { ocrPicture } from './pages-of-pdf.ts';
import type { RecognisedPage } from '../recognised.ts';

// What identifies a supplier and its invoice stands at the beginning.
const maxPages = 3;

/** Reads the first pages by OCR beside their own text, for triggers that ask for it; what fails is left out. */
export async function alsoByOcr(
  pages: readonly RecognisedPage[],
  bytes: Uint8Array,
  { pdf, ocr }: { readonly pdf: PdfReader; readonly ocr: OcrReader },
): Promise<RecognisedPage[]> {
  const document = await pdf.open(bytes);
  try {
    const read: RecognisedPage[] = [];
    for (const page of pages) {
      if (page.textSource !== 'pdf' || page.byOcr || page.number > maxPages) {
        read.push(page);
        continue;
      }
      const { jpeg } = await document.picture(page.number, ocrPicture);
      const found = await readByOcr(ocr, jpeg, page.number);
      read.push(
        typeof found === 'string'
          ? page
          : { ...page, byOcr: { text: found.page.text, words: found.page.words } },
      );
    }
    return read;
  } finally {
    await document.close();
  }
}
