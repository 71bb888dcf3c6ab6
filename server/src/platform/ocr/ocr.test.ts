import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { startPdf } from '../pdf/pdf.ts';
import { startOcr } from './ocr.ts';

const ocr = startOcr({ processes: 1 });
const pdf = startPdf();
afterAll(() => Promise.all([ocr.close(), pdf.close()]));

const sentences = [
  'Factuurnummer 2024-9200',
  'Totaal te betalen 1.410,67',
  'Wij verzoeken u het bedrag binnen 30 dagen te voldoen',
];

async function printed(): Promise<Buffer> {
  const page = new PDFDocument({ size: [420, 300], margin: 40 });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve) =>
    page.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks))),
  );
  for (const sentence of sentences) page.fontSize(12).text(sentence).moveDown();
  page.end();
  const document = await pdf.open(await done);
  const { jpeg } = await document.picture(1, { dpi: 200, maxLongSide: 3000, quality: 95 });
  await document.close();
  return jpeg;
}

test('words are read with their places from a skewed, grey picture', { timeout: 60_000 }, async () => {
  const skewed = await sharp(await printed())
    .rotate(2.5, { background: '#ffffff' })
    .linear(0.6, 60)
    .jpeg()
    .toBuffer();
  const page = await ocr.read(skewed);
  expect(page.words.map(({ text }) => text).join(' ')).toContain('Factuurnummer 2024-9200');
  expect(page.words.map(({ text }) => text)).toContain('1.410,67');
  expect(page.angle).toBeCloseTo(-2.5, 0);
  for (const { box, confidence } of page.words) {
    expect(box.every((edge) => edge >= 0 && edge <= 1)).toBe(true);
    expect(confidence).toBeLessThanOrEqual(1);
  }
  const shown = await sharp(page.jpeg).metadata();
  expect([shown.width, shown.height]).toEqual([page.widthPx, page.heightPx]);
});

test('a picture upside down is turned', { timeout: 60_000 }, async () => {
  const page = await ocr.read(
    await sharp(await printed())
      .rotate(180)
      .png()
      .toBuffer(),
  );
  expect(page.words.map(({ text }) => text).join(' ')).toContain('te betalen');
});

test('the camera’s note on which way is up is honoured', { timeout: 60_000 }, async () => {
  const sideways = await sharp(await printed())
    .rotate(90)
    .withMetadata({ orientation: 8 })
    .jpeg()
    .toBuffer();
  const page = await ocr.read(sideways);
  expect(page.widthPx).toBeGreaterThan(page.heightPx);
  expect(page.words.map(({ text }) => text).join(' ')).toContain('te betalen');
});

test('bytes that are no picture are unreadable', async () => {
  await expect(ocr.read(Buffer.from('no picture'))).rejects.toMatchObject({ code: 'unreadable' });
});

test('after closing nothing is read', async () => {
  const own = startOcr({ processes: 1 });
  await own.close();
  await expect(own.read(Buffer.from('x'))).rejects.toMatchObject({ code: 'stopped' });
});
