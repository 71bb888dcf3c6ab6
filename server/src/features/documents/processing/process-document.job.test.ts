import { sql } from 'kysely';
import PDFDocument from 'pdfkit';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { type OcrReader, startOcr } from '#server/platform/ocr/ocr.ts';
import { PdfError, type PdfReader, startPdf } from '#server/platform/pdf/pdf.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { DocumentJob } from '../jobs.ts';
import { ublOf, type UblSeed } from '../testing/ubl.ts';
import { upload } from '../testing/upload.ts';
import { processDocument, resumeStuck } from './process-document.job.ts';

let world: TestApp;
let tools: { pdf: PdfReader; ocr: OcrReader };
let user: TestClient;
let administration: { id: string };
let now = new Date('2026-11-21T13:05:00.000Z');

beforeAll(async () => {
  world = await testApp({ now: () => now });
  tools = { pdf: startPdf(), ocr: startOcr() };
});
afterAll(async () => {
  await Promise.all([tools.pdf.close(), tools.ocr.close()]);
  await world.close();
});
beforeEach(async () => {
  now = new Date('2026-11-21T13:05:00.000Z');
  user = await world.asUser({
    may: ['fmmodule.documents.create.company', 'fmmodule.documents.read.company'],
  });
  administration = await buildAdministration(world.db, user.companyId, 'Holding');
});

async function send(content: string | Buffer): Promise<DocumentJob> {
  const reply = await user.post('/api/fmmodule/documents', ...upload({ filename: 'factuur.xml', content }));
  return {
    companyId: user.companyId,
    documentId: reply.json().result[0].id,
    by: { userId: user.userId, name: 'Sanne' },
  };
}
const sendUbl = (seed: UblSeed = {}) => send(ublOf(seed));
const read = (job: DocumentJob, isLastTry = false) =>
  processDocument(world.services, tools, job, { isLastTry });
const shown = async ({ documentId }: DocumentJob) =>
  (await user.get(`/api/fmmodule/documents/${documentId}`)).json().result;

async function rowsOf({ documentId }: DocumentJob) {
  const [fields, pages, lines] = await Promise.all([
    world.db
      .selectFrom('document_fields')
      .where('document_id', '=', documentId)
      .where('rank', '=', 0)
      .orderBy('property')
      .select(['property', 'value'])
      .execute(),
    world.db
      .selectFrom('document_pages')
      .where('document_id', '=', documentId)
      .orderBy('number')
      .selectAll()
      .execute(),
    world.db
      .selectFrom('document_lines')
      .where('document_id', '=', documentId)
      .orderBy('line_number')
      .selectAll()
      .execute(),
  ]);
  return { fields: Object.fromEntries(fields.map(({ property, value }) => [property, value])), pages, lines };
}

async function invoiceJobs({ documentId }: DocumentJob): Promise<number> {
  const { rows } =
    await sql`select 1 from jobs.job where name = 'invoicing-from-document' and data->>'documentId' = ${documentId}`.execute(
      world.db,
    );
  return rows.length;
}

describe('reading a UBL', () => {
  test('keeps fields, lines, pages and pictures, and asks for an invoice', async () => {
    const job = await sendUbl({
      lines: [
        { description: 'Ketel', cents: 7000 },
        { description: 'Montage', cents: 3000 },
      ],
    });
    await read(job);
    expect(await shown(job)).toMatchObject({ state: 'Herkend', reasonCodes: [], reason: '' });
    const { fields, pages, lines } = await rowsOf(job);
    expect((await shown(job)).pageCount).toBe(pages.length);
    expect(fields).toMatchObject({
      number: '2026-0042',
      date: '2026-11-02',
      total: '12100',
      excl: '10000',
      vat: '2100',
      creditor: 'Bakker Techniek B.V.',
      kvk: '12345678',
      iban: 'NL91ABNA0417164300',
    });
    expect(lines.map(({ description, amount_in_cents }) => [description, amount_in_cents])).toEqual([
      ['Ketel', 7000],
      ['Montage', 3000],
    ]);
    const [page] = pages;
    const picture = await world.services.files.get(page?.image_sha256 ?? '');
    const small = await world.services.files.get(page?.thumbnail_sha256 ?? '');
    expect(picture?.subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(small && picture && small.length < picture.length).toBe(true);
    expect(await invoiceJobs(job)).toBe(1);
  });

  test('a second run of the same job changes nothing', async () => {
    const job = await sendUbl();
    await read(job);
    const before = [await shown(job), await rowsOf(job)];
    await read(job);
    expect([await shown(job), await rowsOf(job)]).toEqual(before);
    expect(await invoiceJobs(job)).toBe(1);
  });

  test('a run that was cut off is done over, whatever it left', async () => {
    const job = await sendUbl();
    await read(job);
    const { pages } = await rowsOf(job);
    await world.db.updateTable('documents').set({ state: 1 }).where('id', '=', job.documentId).execute();
    await read(job);
    const again = await rowsOf(job);
    expect(again.pages).toHaveLength(pages.length);
    expect(await shown(job)).toMatchObject({ state: 'Herkend' });
  });

  test('two workers with the same document leave one reading', async () => {
    const job = await sendUbl();
    await Promise.all([read(job), read(job)]);
    const numbers = (await rowsOf(job)).pages.map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(await invoiceJobs(job)).toBe(1);
  });
});

describe('what is not understood', () => {
  test('keeps what was found and says what lacks', async () => {
    const job = await sendUbl({ without: ['number', 'total'] });
    await read(job);
    expect(await shown(job)).toMatchObject({
      state: 'Onbekend',
      reasonCodes: ['no-number', 'no-total'],
      reason: 'Niet gevonden: het factuurnummer en het totaal.',
    });
    expect((await rowsOf(job)).fields).toMatchObject({ date: '2026-11-02' });
    expect(await invoiceJobs(job)).toBe(0);
  });

  test.each([
    ['XML of something else', '<?xml version="1.0"?><Bestelling/>', 'not-an-invoice-xml'],
    ['a bomb of entities', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>', 'xml-bomb'],
    ['a PDF that is none', '%PDF-1.7 en verder niets', 'damaged'],
  ])('%s is refused with a reason', async (_, content, reason) => {
    const job = await send(content);
    await read(job);
    expect(await shown(job)).toMatchObject({ state: 'Onverwerkbaar', reasonCodes: [reason], pageCount: 0 });
    expect((await rowsOf(job)).pages).toEqual([]);
  });
});

describe('whose document it is', () => {
  test('the administration that is the buyer', async () => {
    const south = await buildAdministration(world.db, user.companyId, 'Zuiderpark Beheer');
    const job = await sendUbl({ buyer: 'Zuiderpark Beheer' });
    await read(job);
    const stored = await world.db
      .selectFrom('documents')
      .where('id', '=', job.documentId)
      .select('administration_id')
      .executeTakeFirst();
    expect(stored?.administration_id).toBe(south.id);
    expect(await shown(job)).toMatchObject({ state: 'Herkend' });
  });

  test('the only one, whoever the buyer is', async () => {
    const job = await sendUbl({ buyer: 'Iemand Anders' });
    await read(job);
    const stored = await world.db
      .selectFrom('documents')
      .where('id', '=', job.documentId)
      .select('administration_id')
      .executeTakeFirst();
    expect(stored?.administration_id).toBe(administration.id);
  });

  test('is not known when several could be', async () => {
    await buildAdministration(world.db, user.companyId, 'Zuiderpark Beheer');
    const job = await sendUbl({ buyer: 'Iemand Anders' });
    await read(job);
    expect(await shown(job)).toMatchObject({ state: 'Onbekend', reasonCodes: ['no-administration'] });
  });
});

describe('what is the own company by its codes', () => {
  const codes = { kvk_number: '87654321', vat_id: 'NL123456782B01', iban: 'NL20INGB0001234567' };
  beforeEach(async () => {
    await world.db.updateTable('administrations').set(codes).where('id', '=', administration.id).execute();
  });

  test('is not the supplier in XML, whatever it calls itself there', async () => {
    const job = await sendUbl({ supplier: 'De Vrolijke Noot', kvk: '87654321' });
    await read(job);
    const { fields } = await rowsOf(job);
    expect(fields['creditor']).toBeUndefined();
    expect(fields['kvk']).toBeUndefined();
  });

  test('is not the supplier in print: its numbers and its account are not taken for its', async () => {
    const job = await send(
      await paper([
        'Bakker Techniek B.V.',
        'Factuur 2026-0099',
        'Factuurdatum 2 november 2026',
        'Aan: De Vrolijke Noot, KvK 87654321, btw-id NL123456782B01',
        'Totaal te betalen € 121,00',
        'Wij schrijven dit bedrag af van uw rekening NL20 INGB 0001 2345 67.',
      ]),
    );
    await read(job);
    const { fields } = await rowsOf(job);
    expect(fields).toMatchObject({ number: '2026-0099', total: '12100', creditor: 'Bakker Techniek B.V.' });
    expect([fields['kvk'], fields['vatId'], fields['iban']]).toEqual([undefined, undefined, undefined]);
  });
});

describe('a data file', () => {
  const logged: unknown[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line)) });
  beforeEach(() => logged.splice(0));
  const inline = (job: DocumentJob, createInvoice: (tx: Tx, job: DocumentJob) => Promise<void>) =>
    processDocument(
      { ...world.services, log },
      { ...tools, createInvoice },
      { ...job, isData: true },
      { isLastTry: false },
    );
  const stateIn = async (db: Db, { documentId }: DocumentJob) =>
    (await db.selectFrom('documents').select('state').where('id', '=', documentId).executeTakeFirst())?.state;

  test('is read and made an invoice in one transaction, which others see all at once', async () => {
    const job = await sendUbl();
    const seen: unknown[] = [];
    await inline(job, async (tx) => {
      seen.push(await stateIn(tx, job), await stateIn(world.db, job));
    });
    expect(seen).toEqual([2, 0]);
    expect(await shown(job)).toMatchObject({ state: 'Herkend' });
    expect(await invoiceJobs(job)).toBe(0);
  });

  test('whose invoice cannot be created inline is read by the queued way, logged, and a job creates the invoice', async () => {
    const job = await sendUbl();
    await inline(job, () => Promise.reject(new Error('not now')));
    expect(await shown(job)).toMatchObject({ state: 'Herkend' });
    expect((await rowsOf(job)).pages).toHaveLength(1);
    expect(await invoiceJobs(job)).toBe(1);
    expect(logged).toMatchObject([{ documentId: job.documentId, err: { message: 'not now' } }]);
  });

  test('that was read already is left as it is', async () => {
    const job = await sendUbl();
    await read(job);
    const before = [await shown(job), await rowsOf(job)];
    await inline(job, () => Promise.reject(new Error('nothing is made twice')));
    expect([await shown(job), await rowsOf(job)]).toEqual(before);
  });
});

/** A page with these lines below each other, as text. */
async function paper(lines: readonly string[]): Promise<Buffer> {
  const page = new PDFDocument({ size: 'A4', margin: 60 });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve) => {
    page.on('data', (chunk: Buffer) => chunks.push(chunk));
    page.on('end', () => resolve(Buffer.concat(chunks)));
  });
  for (const line of lines) page.fontSize(11).text(line).moveDown();
  page.end();
  return done;
}

describe('when reading fails', () => {
  const stopped: PdfReader = {
    open: () => Promise.reject(new PdfError('stopped', 'the reading process is gone')),
    close: () => Promise.resolve(),
  };

  test('the document stays underway until the last try, then waits for a person with the reason kept', async () => {
    const job = await sendUbl();
    const attempt = (isLastTry: boolean) =>
      processDocument(world.services, { ...tools, pdf: stopped }, { ...job, isData: true }, { isLastTry });
    await expect(attempt(false)).rejects.toThrow('the reading process is gone');
    expect(await shown(job)).toMatchObject({ state: 'Bezig', reasonCodes: [] });
    await expect(attempt(true)).rejects.toThrow('the reading process is gone');
    expect(await shown(job)).toMatchObject({
      state: 'Onbekend',
      reasonCodes: ['failed'],
      reason: 'Het lezen is niet gelukt; probeer het later opnieuw.',
    });
    const stored = await world.db
      .selectFrom('documents')
      .where('id', '=', job.documentId)
      .select(['last_error', 'tries'])
      .executeTakeFirst();
    expect(stored).toEqual({ last_error: 'PdfError: the reading process is gone', tries: 2 });
  });

  test('the next try after a failed one succeeds', async () => {
    const job = await sendUbl();
    await expect(
      processDocument(world.services, { ...tools, pdf: stopped }, job, { isLastTry: false }),
    ).rejects.toThrow('the reading process is gone');
    await read(job);
    expect(await shown(job)).toMatchObject({ state: 'Herkend' });
  });

  test('a document whose worker died with the last try is queued again', async () => {
    const job = await sendUbl();
    await sql`delete from jobs.job`.execute(world.db);
    const queued = async () => {
      const { rows } =
        await sql`select 1 from jobs.job where name = 'documents-recognise' and data->>'documentId' = ${job.documentId}`.execute(
          world.db,
        );
      return rows.length;
    };
    await resumeStuck(world.services);
    expect(await queued()).toBe(0);
    now = new Date('2026-11-21T14:05:00.000Z');
    await resumeStuck(world.services);
    expect(await queued()).toBe(1);
  });
});
