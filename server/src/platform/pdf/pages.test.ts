import PDFKit from 'pdfkit';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { startPages } from './pages.ts';
import { startPdf } from './pdf.ts';

const pages = startPages();
const pdf = startPdf();
afterAll(() => Promise.all([pages.close(), pdf.close()]));

function pdfOf(...texts: string[]): Promise<Buffer> {
  const document = new PDFKit({ autoFirstPage: false, size: 'A4' });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(chunks))));
  for (const text of texts) document.addPage().text(text);
  document.end();
  return done;
}

async function textsOf(bytes: Buffer): Promise<string[]> {
  const open = await pdf.open(bytes);
  const texts: string[] = [];
  for (let page = 1; page <= open.pageCount; page += 1)
    texts.push((await open.text(page)).characters.join('').trim());
  await open.close();
  return texts;
}

describe('pages', () => {
  test('of several files come in the order asked, with their text', async () => {
    const files = [
      { kind: 'pdf', bytes: await pdfOf('een', 'twee', 'drie') },
      { kind: 'pdf', bytes: await pdfOf('vier') },
    ] as const;
    const made = await pages.compose(files, [
      { file: 1, page: 1, turn: 0 },
      { file: 0, page: 3, turn: 0 },
      { file: 0, page: 1, turn: 0 },
    ]);
    expect(await textsOf(made)).toEqual(['vier', 'drie', 'een']);
  });

  test('are turned clockwise, and twice adds up', async () => {
    const size = async (bytes: Buffer) => {
      const open = await pdf.open(bytes);
      const { widthPx, heightPx } = await open.picture(1, { dpi: 72, maxLongSide: 2000, quality: 50 });
      await open.close();
      return widthPx > heightPx ? 'lying' : 'standing';
    };
    const upright = await pdfOf('een');
    const once = await pages.compose([{ kind: 'pdf', bytes: upright }], [{ file: 0, page: 1, turn: 90 }]);
    const twice = await pages.compose([{ kind: 'pdf', bytes: once }], [{ file: 0, page: 1, turn: 90 }]);
    expect([await size(upright), await size(once), await size(twice)]).toEqual([
      'standing',
      'lying',
      'standing',
    ]);
  });

  test('can be pictures', async () => {
    const bytes = await sharp({ create: { width: 300, height: 600, channels: 3, background: '#eee' } })
      .png()
      .toBuffer();
    const made = await pages.compose([{ kind: 'image', bytes }], [{ file: 0, page: 1, turn: 0 }]);
    expect(await textsOf(made)).toEqual(['']);
  });

  test.each([
    ['a broken file', Buffer.from('%PDF-1.7 en verder niets'), 1],
    ['a page that is not there', null, 7],
  ])('of %s are a failure with a name', async (_, bytes, page) => {
    const file = { kind: 'pdf', bytes: bytes ?? (await pdfOf('een')) } as const;
    await expect(pages.compose([file], [{ file: 0, page, turn: 0 }])).rejects.toMatchObject({
      code: 'damaged',
    });
  });
});
