import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { type OcrReader, startOcr } from '#server/platform/ocr/ocr.ts';
import { PdfError, startPdf } from '#server/platform/pdf/pdf.ts';
import { generateInvoices } from '#server/samples/generate.ts';
import { layoutNames } from '#server/samples/sample.ts';
import { recogniseDocument } from './recognise.ts';
import type { RecognisedDocument, RefusedDocument } from './recognised.ts';

const pdf = startPdf();
const ocr = startOcr({ processes: 1 });
afterAll(() => Promise.all([pdf.close(), ocr.close()]));

const recognise = (bytes: Uint8Array, extra: object = {}): Promise<RecognisedDocument | RefusedDocument> =>
  recogniseDocument(bytes, { filename: 'x', pdf, ocr, ...extra });

async function read(bytes: Uint8Array, extra: object = {}): Promise<RecognisedDocument> {
  const result = await recognise(bytes, extra);
  if (result.kind === 'refused') throw new Error(result.reason);
  return result;
}

function makePdf(
  options: ConstructorParameters<typeof PDFDocument>[0],
  draw: (page: InstanceType<typeof PDFDocument>) => void,
): Promise<Buffer> {
  const page = new PDFDocument(options);
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve) =>
    page.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks))),
  );
  draw(page);
  page.end();
  return done;
}

const samples = generateInvoices({ seed: 20, count: layoutNames.length });

describe('a PDF with text', () => {
  test.each(samples.map((sample) => [sample.layout, sample] as const))(
    '%s: number, date, total and creditor',
    async (_, { pdf: draw, expected, buyer }) => {
      const found = await read(await draw(), {
        excluded: [{ id: 'us', name: buyer.name, vatId: buyer.vatId }],
      });
      const { number, date, total, creditor } = found.fields;
      expect([number[0]?.value, date[0]?.value, total[0]?.value, creditor[0]?.value]).toEqual([
        expected.number,
        expected.date,
        expected.totalInCents,
        expected.creditor,
      ]);
      expect(found.creditNote).toBe(expected.creditNote);
      expect(found.pages.every(({ textSource }) => textSource === 'pdf')).toBe(true);
    },
  );

  test('pages are pictures of at most 2000 px with words in place, and progress is reported', async () => {
    const seen: string[] = [];
    const [sample] = generateInvoices({ seed: 3, count: 1, layouts: ['multi-page'] });
    const found = await recogniseDocument(
      await (sample?.pdf() ?? Buffer.alloc(0)),
      { filename: 'x', pdf, ocr },
      ({ page, pageCount }) => seen.push(`${page}/${pageCount}`),
    );
    if (found.kind === 'refused') throw new Error(found.reason);
    expect(seen).toEqual(found.pages.map(({ number }) => `${number}/${found.pages.length}`));
    expect(found.pages.length).toBeGreaterThan(1);
    for (const page of found.pages) {
      const { width, height, format } = await sharp(page.jpeg).metadata();
      expect({ width, height, format }).toEqual({
        width: page.widthPx,
        height: page.heightPx,
        format: 'jpeg',
      });
      expect(Math.max(width, height)).toBeLessThanOrEqual(2000);
      expect(page.words.every(({ box }) => box.every((edge) => edge >= -0.01 && edge <= 1.01))).toBe(true);
      expect(page.text.length).toBeGreaterThan(20);
    }
    expect(found.lines).toHaveLength(sample?.expected.lines.length ?? 0);
  });

  test.each([
    ['as the norm calls it', 'xrechnung.xml'],
    ['by a name of its own', 'F-2026-12.XML'],
  ])('an invoice in XML inside it, %s, is taken at its word', async (_, name) => {
    const [sample] = generateInvoices({ seed: 4, count: 1 });
    const bytes = await makePdf({}, (page) => {
      page.file(Buffer.from('<meter/>'), { name: 'meterstand.xml' });
      page.file(Buffer.from(sample?.ubl() ?? ''), { name });
      page.text('Een factuur, zie de bijlage van dit bestand.');
    });
    const found = await read(bytes);
    expect(found.mime).toBe('application/pdf');
    expect(found.fields.number[0]).toMatchObject({
      value: sample?.expected.number,
      confidence: 1,
      method: 'xml',
    });
    expect(found.warnings).toEqual([]);
  });
});

test('UBL becomes a page that people can read, with its values in place', async () => {
  const [sample] = generateInvoices({ seed: 5, count: 1, layouts: ['classic'] });
  const found = await read(
    Buffer.from((sample?.ubl() ?? '').replace(sample?.supplier.name ?? '', 'Ménage Żółw B.V.')),
  );
  expect(found.mime).toBe('application/xml');
  const [page] = found.pages;
  expect(page?.textSource).toBe('xml');
  expect(page?.text).toContain('€');
  expect(page?.text).toContain(sample?.expected.number);
  expect(found.fields.total[0]).toMatchObject({ value: sample?.expected.totalInCents, page: 1 });
  expect(found.pages).toHaveLength(1);
  expect(found.fields.total[0]?.box).not.toBeNull();
});

describe('a scan', () => {
  test('is read from a skewed and noisy JPEG', { timeout: 90_000 }, async () => {
    const [sample] = generateInvoices({ seed: 6, count: 1, layouts: ['classic'] });
    const found = await read(await (sample?.scan(pdf) ?? Buffer.alloc(0)));
    expect(found.pages[0]?.textSource).toBe('ocr');
    const { number, date, total } = found.fields;
    expect([number[0]?.value, date[0]?.value, total[0]?.value]).toEqual([
      sample?.expected.number,
      sample?.expected.date,
      sample?.expected.totalInCents,
    ]);
  });

  test('inside a PDF is read as well, and so is every page of a TIFF', { timeout: 120_000 }, async () => {
    const [sample] = generateInvoices({ seed: 7, count: 1, layouts: ['receipt'] });
    const scan = await (sample?.scan(pdf, 'good') ?? Buffer.alloc(0));
    const inside = await read(
      await makePdf({ size: [226, 400], margin: 0 }, (page) => page.image(scan, 0, 0, { width: 226 })),
    );
    expect(inside.pages[0]?.textSource).toBe('ocr');
    expect(inside.fields.total[0]?.value).toBe(sample?.expected.totalInCents);
    const tiff = await sharp([scan, scan], { join: { animated: true } })
      .tiff({ compression: 'lzw' })
      .toBuffer();
    expect((await read(tiff)).pages).toHaveLength(2);
  });
});

test(
  'a photo in WebP or AVIF is read, and one in HEIC refused by its name',
  { timeout: 60_000 },
  async () => {
    const [sample] = generateInvoices({ seed: 4, count: 1, layouts: ['classic'] });
    const scan = await (sample?.scan(pdf, 'good') ?? Buffer.alloc(0));
    for (const [mime, photo] of [
      ['image/webp', await sharp(scan).webp({ quality: 85 }).toBuffer()],
      ['image/avif', await sharp(scan).avif({ quality: 70, effort: 0 }).toBuffer()],
    ] as const) {
      const found = await read(photo);
      expect([found.mime, found.fields.total[0]?.value]).toEqual([mime, sample?.expected.totalInCents]);
    }
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')]);
    expect(await recognise(heic)).toEqual({ kind: 'refused', reason: 'heic' });
  },
);

test('a drawing that takes too long is not called damaged', async () => {
  const slow = {
    open: () => Promise.reject(new PdfError('timeout')),
    close: () => Promise.resolve(),
  };
  expect(await recognise(Buffer.from('%PDF-1.7'), { pdf: slow })).toEqual({
    kind: 'refused',
    reason: 'too-slow',
  });
});

describe('a file that is refused', () => {
  const header = (width: number, height: number): Buffer => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000008060000000000000000', 'hex');
    png.writeUInt32BE(width, 16);
    png.writeUInt32BE(height, 20);
    return png;
  };
  const many = (count: number): Promise<Buffer> =>
    makePdf({ size: [50, 50], margin: 0 }, (page) => {
      for (let index = 1; index < count; index += 1) page.addPage();
    });

  test.each([
    ['nothing in it', Buffer.alloc(0), 'empty-file'],
    ['more than 25 MB', Buffer.alloc(25 * 1024 * 1024 + 1, '%PDF-1.7 '), 'too-large'],
    ['a ZIP', Buffer.from('PK\u0003\u0004xxxx'), 'unsupported-type'],
    ['a web page', Buffer.from('<!doctype html><p>factuur'), 'unsupported-type'],
    ['a text', Buffer.from('Factuurnummer 1'), 'unsupported-type'],
    ['half a PDF', Buffer.from('%PDF-1.7\n1 0 obj <<'), 'damaged'],
    ['half a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'damaged'],
    [
      'a bomb',
      Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><Invoice>&b;</Invoice>'),
      'xml-bomb',
    ],
    ['other XML', Buffer.from('<rss/>'), 'not-an-invoice-xml'],
  ])('%s', async (_, bytes, reason) => {
    expect(await recognise(bytes)).toEqual({ kind: 'refused', reason });
  });

  test('a picture of 100 megapixels, by its header', async () => {
    const whole = await sharp({ create: { width: 10, height: 10, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    const claimed = Buffer.concat([header(10_000, 10_000).subarray(0, 24), whole.subarray(24)]);
    expect(await recognise(claimed)).toMatchObject({ kind: 'refused' });
    const tiff = await sharp({ create: { width: 10_000, height: 5_001, channels: 3, background: 'white' } })
      .tiff({ compression: 'lzw' })
      .toBuffer();
    expect(await recognise(tiff)).toEqual({ kind: 'refused', reason: 'too-many-pixels' });
  });

  test('201 pages', async () => {
    expect(await recognise(await many(201))).toEqual({ kind: 'refused', reason: 'too-many-pages' });
  });

  test('a password', async () => {
    expect(await recognise(await makePdf({ userPassword: 'secret' }, (page) => page.text('x')))).toEqual({
      kind: 'refused',
      reason: 'encrypted',
    });
  });
});

test('no cut and no bent byte makes it throw', { timeout: 120_000 }, async () => {
  const [sample] = generateInvoices({ seed: 8, count: 1, layouts: ['classic'] });
  const whole = await (sample?.pdf() ?? Buffer.alloc(0));
  const ubl = Buffer.from(sample?.ubl() ?? '');
  // OCR of a page that lost its text would take most of the time and prove nothing here.
  const blind: OcrReader = {
    read: () => Promise.resolve({ jpeg: Buffer.alloc(0), widthPx: 1, heightPx: 1, angle: 0, words: [] }),
    forCompany: () => blind,
    close: () => Promise.resolve(),
  };
  let state = 12_345;
  const next = (most: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state % most;
  };
  for (let round = 0; round < 40; round += 1) {
    const source = round % 2 === 0 ? whole : ubl;
    const bytes = Buffer.from(round % 4 < 2 ? source.subarray(0, next(source.length)) : source);
    for (let bend = 0; bend < 20 && bytes.length > 0; bend += 1) bytes[next(bytes.length)] = next(256);
    const result = await recogniseDocument(bytes, { filename: 'x', pdf, ocr: blind });
    expect(['refused', 'recognised-input']).toContain(result.kind);
  }
});
