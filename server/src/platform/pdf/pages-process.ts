import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { z } from 'zod';
import { ServedError, serve } from '../processes/served.ts';

// Runs as a child of pages.ts: what it opens was sent in by strangers.

sharp.concurrency(1);
sharp.cache(false);

const composeArgs = z.object({
  files: z.array(z.object({ kind: z.enum(['pdf', 'image']), bytes: z.instanceof(Uint8Array) })),
  pages: z.array(z.object({ file: z.number(), page: z.number(), turn: z.number() })),
});

const longest = 3000;
const pointsPerInch = 72;
const assumedDpi = 150;

serve({
  async compose(args) {
    const { files, pages } = composeArgs.parse(args);
    const made = await PDFDocument.create();
    const opened: (PDFDocument | null)[] = [];
    for (const { kind, bytes } of files) opened.push(kind === 'pdf' ? await openPdf(bytes) : null);
    for (const { file, page, turn } of pages) {
      const source = opened[file];
      const added = source
        ? await addPdfPage(made, source, page)
        : await addPicture(made, files[file]?.bytes, page);
      added.setRotation(degrees((added.getRotation().angle + turn) % 360));
    }
    return { bytes: await made.save() };
  },
});

async function openPdf(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false });
  } catch (error) {
    throw new ServedError(String(error).includes('encrypted') ? 'encrypted' : 'damaged');
  }
}

async function addPdfPage(made: PDFDocument, source: PDFDocument, page: number) {
  if (page < 1 || page > source.getPageCount()) throw new ServedError('no-such-page');
  const [copied] = await made.copyPages(source, [page - 1]);
  if (!copied) throw new ServedError('no-such-page');
  return made.addPage(copied);
}

async function addPicture(made: PDFDocument, bytes: Uint8Array | undefined, page: number) {
  const options = { page: page - 1, limitInputPixels: 50_000_000 };
  const jpeg = await sharp(bytes, options)
    .rotate()
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 85 })
    .toBuffer()
    .catch(() => {
      throw new ServedError('damaged');
    });
  const picture = await made.embedJpg(jpeg);
  const scale = pointsPerInch / assumedDpi;
  const size: [number, number] = [picture.width * scale, picture.height * scale];
  const added = made.addPage(size);
  added.drawImage(picture, { x: 0, y: 0, width: size[0], height: size[1] });
  return added;
}
