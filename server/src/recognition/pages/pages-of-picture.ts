import type { RefusalReason } from '#contract/documents/documents.ts';
import sharp from 'sharp';
import type { OcrReader } from '#server/platform/ocr/ocr.ts';
import { readByOcr } from './pages-of-ocr.ts';
import { type PagesRead, type ProgressReport, maxPages, shownPicture } from './pages-read.ts';
import type { RecognisedPage, RecognitionWarning } from '../recognised.ts';
import type { Line } from '../text/words.ts';

const maxPixels = 50_000_000;

/** Reads a JPEG, PNG, WebP or AVIF, or every page of a TIFF, by OCR. */
export async function pagesOfPicture(
  bytes: Uint8Array,
  { ocr }: { readonly ocr: OcrReader },
  report: ProgressReport,
): Promise<PagesRead | RefusalReason> {
  const size = await measure(bytes, 0);
  if (typeof size === 'string') return size;
  if (size.pageCount > maxPages) return 'too-many-pages';
  const pages: RecognisedPage[] = [];
  const lines: Line[] = [];
  const warnings: RecognitionWarning[] = [];
  for (let number = 1; number <= size.pageCount; number += 1) {
    report(number, size.pageCount);
    const page = number === 1 ? size : await measure(bytes, number - 1);
    if (typeof page === 'string') return page;
    const read = await readByOcr(ocr, bytes, number, number);
    if (typeof read === 'string') {
      const shown = await unread(bytes, number);
      if (shown === null) return 'damaged';
      warnings.push(read);
      pages.push(shown);
    } else {
      pages.push(read.page);
      lines.push(...read.lines);
    }
  }
  return { pages, lines, warnings };
}

/** Size and pages from the header alone: a small file may claim pixels that no memory holds. */
async function measure(bytes: Uint8Array, page: number): Promise<{ pageCount: number } | RefusalReason> {
  try {
    const { width, height, format, ...rest } = await sharp(bytes, {
      page,
      limitInputPixels: false,
    }).metadata();
    // The frames of a moving picture are no pages.
    const pages = format === 'tiff' ? (rest.pages ?? 1) : 1;
    if (width * height > maxPixels) return 'too-many-pixels';
    return width < 1 || height < 1 ? 'damaged' : { pageCount: pages };
  } catch {
    return 'damaged';
  }
}

/** The picture without its text, where OCR gave up; null when it cannot be decoded either. */
async function unread(bytes: Uint8Array, number: number): Promise<RecognisedPage | null> {
  const { maxLongSide, quality } = shownPicture;
  try {
    const { data, info } = await sharp(bytes, {
      page: number - 1,
      limitInputPixels: maxPixels,
      failOn: 'error',
    })
      .autoOrient()
      .flatten({ background: 'white' })
      .resize({ width: maxLongSide, height: maxLongSide, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true });
    return {
      number,
      widthPx: info.width,
      heightPx: info.height,
      jpeg: data,
      textSource: 'none',
      words: [],
      text: '',
    };
  } catch {
    return null;
  }
}
