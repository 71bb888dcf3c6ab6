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

test('large letters at the head of a page are read, and light ones on a dark bar', async () => {
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="1654" height="2340" font-family="sans-serif">
    <rect width="1654" height="2340" fill="white"/>
    <text x="520" y="170" font-size="64" font-weight="bold">AUTOBEDRIJF VAN ECK</text>
    <rect x="120" y="260" width="700" height="70" fill="#123"/>
    <text x="150" y="312" font-size="44" fill="white">Garage Noord</text>
    ${Array.from({ length: 12 }, (_, at) => `<text x="120" y="${480 + at * 60}" font-size="28">Factuurnummer 2026-01${at + 10} van 12 mei 2026</text>`).join('')}
  </svg>`;
  const { words } = await ocr.read(await sharp(Buffer.from(sheet)).jpeg().toBuffer());
  const text = words.map((word) => word.text).join(' ');
  expect(text).toContain('AUTOBEDRIJF');
  expect(text).toContain('ECK');
  expect(text).toContain('Garage');
  const [name] = words.filter((word) => word.text === 'AUTOBEDRIJF');
  expect(Math.abs((name?.box[1] ?? 1) - (170 - 47) / 2340)).toBeLessThan(0.01);
  expect(Math.abs((name?.box[3] ?? 1) - 170 / 2340)).toBeLessThan(0.01);
});

test('bytes that are no picture are unreadable', async () => {
  await expect(ocr.read(Buffer.from('no picture'))).rejects.toMatchObject({ code: 'unreadable' });
});

test('after closing nothing is read', async () => {
  const own = startOcr({ processes: 1 });
  await own.close();
  await expect(own.read(Buffer.from('x'))).rejects.toMatchObject({ code: 'stopped' });
});
