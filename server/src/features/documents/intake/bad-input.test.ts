import PDFKit from 'pdfkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { startWork, type Work } from '#server/features/invoicing/testing/work.ts';
import { ublOf } from '../testing/ubl.ts';
import { upload } from '../testing/upload.ts';

let world: TestApp;
let work: Work;
let user: TestClient;

beforeAll(async () => {
  world = await testApp();
  work = startWork(world.services);
  user = await world.asUser({
    may: [
      'fmmodule.documents.create.company',
      'fmmodule.documents.read.company',
      'fmmanagement.documents.read.company',
      'fmmodule.invoices.read.company',
      'fmmodule.intakelog.read.company',
      'fmmanagement.documents.update.company',
    ],
  });
  await buildAdministration(world.db, user.companyId, 'Holding');
});
afterAll(async () => {
  await work.close();
  await world.close();
});

function pdfOf(
  pageCount: number,
  options: PDFKit.PDFDocumentOptions = {},
  draw: (page: PDFKit.PDFDocument) => void = () => undefined,
): Promise<Buffer> {
  const document = new PDFKit({ autoFirstPage: false, size: 'A4', ...options });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(chunks))));
  for (let page = 0; page < pageCount; page += 1) {
    document.addPage();
    draw(document);
  }
  document.end();
  return done;
}

const invoiceText = (page: PDFKit.PDFDocument) =>
  page
    .fontSize(11)
    .text(
      'Bakker Techniek B.V.\nKvK 12345678\nFactuurnummer: 2026-0077\nFactuurdatum: 02-11-2026\nExclusief btw € 100,00\nBtw 21% € 21,00\nTotaal € 121,00',
    );

const log = '/api/fmmodule/intake-log';

async function send(filename: string, content: Buffer | string) {
  const [body, headers] = upload({ filename, content });
  const { id } = (await user.post('/api/fmmodule/documents', body, headers)).json().result[0];
  await work.run();
  const kept = await user.get(`/api/fmmanagement/documenten/${id}/original`);
  const document = (await user.get(`/api/fmmodule/documents/${id}`)).json().result;
  const lines: readonly { document: { id: string } }[] = (await user.get(log)).json().result;
  return {
    ...document,
    line: lines.find((line) => line.document.id === id),
    isKept: kept.rawPayload.equals(Buffer.from(content)),
  };
}

describe('a bad file is listed with its reason, and its bytes are kept', () => {
  test.each([
    [
      'encrypted',
      async () => pdfOf(1, { userPassword: 'geheim' }, invoiceText),
      'encrypted',
      'Deze PDF is met een wachtwoord beveiligd; stuur hem zonder wachtwoord.',
    ],
    [
      'of a thousand pages',
      async () => pdfOf(1000),
      'too-many-pages',
      "Dit bestand heeft meer dan 200 pagina's.",
    ],
    [
      'cut off',
      async () => (await pdfOf(1, {}, invoiceText)).subarray(0, 400),
      'damaged',
      'Dit bestand is beschadigd en kan niet worden geopend.',
    ],
    [
      'XML that fetches',
      async () =>
        Buffer.from('<!DOCTYPE a [<!ENTITY b SYSTEM "http://127.0.0.1/geheim">]><Invoice>&b;</Invoice>'),
      'xml-bomb',
      'Dit XML-bestand is niet veilig om te lezen.',
    ],
  ] as const)('%s', async (_, make, code, reason) => {
    const content = await make();
    expect(await send('factuur', content)).toMatchObject({
      state: 'Onverwerkbaar',
      reasonCodes: [code],
      reason,
      isKept: true,
      line: { reasonCode: code, reason },
    });
    const refused = (await user.get(`${log}?$filter=${encodeURIComponent("reasonCode ne ''")}`)).json()
      .result;
    expect(refused).toContainEqual(expect.objectContaining({ reasonCode: code, filename: 'factuur' }));
  });

  test('without a letter on it', { timeout: 120_000 }, async () => {
    const document = await send('leeg.pdf', await pdfOf(1));
    expect(document).toMatchObject({ state: 'Onbekend', isKept: true, pageCount: 1 });
    expect(document.reason).toContain('Op dit document staat geen tekst.');
    // It was read; that somebody sets it aside later is not how it came in.
    expect(document.line).toMatchObject({ reasonCode: '', reason: '' });
    expect(
      (await user.post('/api/fmmanagement/documenten/onverwerkbaar', { ids: [document.id] })).statusCode,
    ).toBe(200);
    expect((await user.get(`${log}/${document.line.id}`)).json().result).toMatchObject({
      reasonCode: '',
      document: { state: 'Onverwerkbaar' },
    });
  });
});

describe('an odd file is read all the same', () => {
  const invoiceOf = async (id: string) => (await user.get(`/api/fmmodule/invoices/${id}`)).json().result;

  test('a PDF with scripts and things to launch, of which nothing runs', async () => {
    const bytes = await pdfOf(1, {}, (page) => {
      invoiceText(page);
      page.addNamedJavaScript('uit', 'app.launchURL("http://127.0.0.1/uit")');
      page.link(0, 0, 100, 100, 'file:///etc/passwd');
    });
    const document = await send('script.pdf', bytes);
    expect(document).toMatchObject({ state: 'Herkend', isKept: true });
    expect(await invoiceOf(document.invoiceId)).toMatchObject({
      invoiceNumber: '2026-0077',
      totalAmount: 12_100,
    });
  });

  test('letters of other alphabets', async () => {
    const { invoiceId } = await send(
      '北京.xml',
      ublOf({ number: 'Σ-42', supplier: '北京餐厅 Ωμέγα', kvk: '87654321', iban: null }),
    );
    expect(await invoiceOf(invoiceId)).toMatchObject({
      invoiceNumber: 'Σ-42',
      creditor: { name: '北京餐厅 Ωμέγα' },
    });
  });

  test('a credit note, which is negative and no duplicate of its invoice', async () => {
    await send('factuur.xml', ublOf({ number: 'C-1' }));
    const { invoiceId } = await send('credit.xml', ublOf({ number: 'C-1', isCredit: true }));
    expect(await invoiceOf(invoiceId)).toMatchObject({ totalAmount: -12_100, statusValue: 'Concept' });
  });
});
