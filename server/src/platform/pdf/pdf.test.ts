import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { startPdf } from './pdf.ts';

const pdf = startPdf();
afterAll(() => pdf.close());

type Draw = (document: InstanceType<typeof PDFDocument>) => void;

function make(draw: Draw, options: ConstructorParameters<typeof PDFDocument>[0] = {}): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 0, ...options });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve) =>
    document
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks))),
  );
  draw(document);
  document.end();
  return done;
}

test('text comes with the boxes where it is seen', async () => {
  const document = await pdf.open(
    await make((page) => page.fontSize(12).text('Factuur 2024', 59.5, 84.2, { lineBreak: false })),
  );
  const text = await document.text(1);
  await document.close();
  expect(text.characters.join('').trim()).toBe('Factuur 2024');
  const [left = 0, top = 0, right = 0, bottom = 0] = text.boxes;
  expect(left).toBeCloseTo(0.1, 1);
  expect(top).toBeGreaterThan(0.09);
  expect(bottom).toBeLessThan(0.12);
  expect(right).toBeGreaterThan(left);
});

test('a turned page has its text where it is seen, too', async () => {
  const upright = await make((page) => page.fontSize(12).text('X', 10, 10, { lineBreak: false }));
  const turned = Buffer.from(
    upright
      .toString('latin1')
      .replace('/MediaBox [0 0 595.28 841.89]', '/Rotate 90 /MediaBox [0 0 595.28 841.89]'),
    'latin1',
  );
  const document = await pdf.open(turned);
  const { boxes } = await document.text(1);
  const picture = await document.picture(1, { dpi: 50, maxLongSide: 2000, quality: 50 });
  await document.close();
  expect(picture.widthPx).toBeGreaterThan(picture.heightPx);
  // Its letters run down the page now: too crooked to be read as words.
  expect([...boxes].every((edge) => edge === 0)).toBe(true);
});

test('a page is drawn in colour at the asked size, but never longer than told', async () => {
  const document = await pdf.open(await make((page) => page.rect(0, 0, 300, 842).fill('#ff0000')));
  const small = await document.picture(1, { dpi: 72, maxLongSide: 2000, quality: 90 });
  const capped = await document.picture(1, { dpi: 600, maxLongSide: 1000, quality: 90 });
  await document.close();
  expect([small.widthPx, small.heightPx]).toEqual([595, 842]);
  expect(Math.max(capped.widthPx, capped.heightPx)).toBe(1000);
  const { data } = await sharp(small.jpeg).raw().toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(240);
  expect(data[2]).toBeLessThan(20);
});

test('embedded files come out as they went in', async () => {
  const document = await pdf.open(
    await make((page) => page.file(Buffer.from('<Invoice/>'), { name: 'factur-x.xml' })),
  );
  await document.close();
  expect(document.attachments.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([
    ['factur-x.xml', '<Invoice/>'],
  ]);
});

test('how much of the page a picture covers is known', async () => {
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'grey' } })
    .png()
    .toBuffer();
  const document = await pdf.open(
    await make((page) => page.image(picture, 0, 0, { width: 595, height: 421 })),
  );
  const { pictureCover } = await document.text(1);
  await document.close();
  expect(pictureCover).toBeCloseTo(0.5, 1);
});

describe('files that cannot be read', () => {
  test('one that asks for a password', async () => {
    await expect(
      pdf.open(await make((page) => page.text('x'), { userPassword: 'secret' })),
    ).rejects.toMatchObject({ code: 'encrypted' });
  });

  test.each([
    ['no bytes of a PDF', Buffer.from('hello')],
    ['only its first line', Buffer.from('%PDF-1.7\n')],
    ['noise behind its first line', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 0xab)])],
  ])('%s', async (_, bytes) => {
    await expect(pdf.open(bytes)).rejects.toMatchObject({ code: 'damaged' });
  });
});

test('an open document survives the replacement of its process', async () => {
  const document = await pdf.open(await make((page) => page.text('nog steeds hier')));
  const bytes = await make((page) => page.text('x'));
  for (let count = 0; count < 201; count += 1) await (await pdf.open(bytes)).close();
  expect((await document.text(1)).characters.join('')).toContain('nog steeds hier');
  await document.close();
});

test('after closing nothing is opened', async () => {
  const own = startPdf();
  await own.close();
  await expect(own.open(await make((page) => page.text('x')))).rejects.toMatchObject({ code: 'stopped' });
});
