import { type PdfDocument, PdfError, type PdfReader } from '#server/platform/pdf/pdf.ts';
import { readTextLayer } from './pages-read.ts';
import type { RecognisedPage } from '../recognised.ts';
import type { XmlAttachment } from '../xml/xml-invoice.ts';

/** An invoice has few pages; what hangs behind it, such as hours, stays in the file. */
const maxInside = 10;

/** `%PDF` in base64. */
const pdfMark = /^\s*JVBER/;

/**
 * The pages of the PDFs that lie in an electronic invoice: how its sender shows it. They follow the drawn ones, numbered
 * on; one that cannot be opened is left out, since nothing is read from it.
 */
export async function pagesInside(
  attachments: readonly XmlAttachment[],
  pdf: PdfReader,
  before: number,
): Promise<RecognisedPage[]> {
  const pages: RecognisedPage[] = [];
  for (const { base64 } of attachments) {
    if (pages.length >= maxInside || !pdfMark.test(base64)) continue;
    pages.push(
      ...(await pagesOf(Buffer.from(base64, 'base64'), pdf, before + pages.length, maxInside - pages.length)),
    );
  }
  return pages;
}

async function pagesOf(
  bytes: Buffer,
  pdf: PdfReader,
  before: number,
  max: number,
): Promise<RecognisedPage[]> {
  let document: PdfDocument | undefined;
  try {
    document = await pdf.open(bytes);
    const pages: RecognisedPage[] = [];
    for (let number = 1; number <= Math.min(document.pageCount, max); number += 1)
      pages.push((await readTextLayer(document, number, before + number)).page);
    return pages;
  } catch (error) {
    if (!(error instanceof PdfError) || error.code === 'stopped') throw error;
    return [];
  } finally {
    await document?.close();
  }
}
