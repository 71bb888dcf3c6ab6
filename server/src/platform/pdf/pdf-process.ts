import sharp from 'sharp';
import { z } from 'zod';
import { ServedError, serve } from '../processes/served.ts';
import { type PdfiumDocument, startPdfium } from './pdfium.ts';

// Runs as a child of pdf.ts.

sharp.concurrency(1);
sharp.cache(false);

const openArgs = z.object({ bytes: z.instanceof(Uint8Array) });
const pageArgs = z.object({ handle: z.number(), page: z.number() });
const pictureArgs = pageArgs.extend({ dpi: z.number(), maxLongSide: z.number(), quality: z.number() });
const closeArgs = z.object({ handle: z.number() });

const pdfium = startPdfium();
const documents = new Map<number, PdfiumDocument>();
let lastHandle = 0;

function documentOf(handle: number): PdfiumDocument {
  const document = documents.get(handle);
  if (!document) throw new ServedError('unknown-document');
  return document;
}

serve({
  async open(args) {
    const document = (await pdfium).open(openArgs.parse(args).bytes);
    if (typeof document === 'string') throw new ServedError(document);
    if (document.pageCount < 1) {
      document.close();
      throw new ServedError('no-pages');
    }
    lastHandle += 1;
    documents.set(lastHandle, document);
    return { handle: lastHandle, pageCount: document.pageCount, attachments: document.attachments };
  },
  async text(args) {
    const { handle, page } = pageArgs.parse(args);
    return documentOf(handle).text(page);
  },
  async picture(args) {
    const { handle, page, dpi, maxLongSide, quality } = pictureArgs.parse(args);
    const { pixels, width, height } = documentOf(handle).draw(page, dpi, maxLongSide);
    const image = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
    return { jpeg: await image.jpeg({ quality }).toBuffer(), widthPx: width, heightPx: height };
  },
  async close(args) {
    const { handle } = closeArgs.parse(args);
    documents.get(handle)?.close();
    documents.delete(handle);
  },
});
