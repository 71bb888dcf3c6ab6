import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sureFrom } from '#contract/documents/properties.ts';
import { type TestApp, type TestClient, testApp, testNow } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { startWork, type Work } from '#server/features/invoicing/testing/work.ts';
import { type PageComposer, startPages } from '#server/platform/pdf/pages.ts';
import { type PdfReader, startPdf } from '#server/platform/pdf/pdf.ts';
import { generateInvoices } from '#server/samples/generate.ts';
import { switchSupplierRule } from '../rules/supplier-rules.repository.ts';
import { ublOf } from '../testing/ubl.ts';
import { upload } from '../testing/upload.ts';

let world: TestApp;
let work: Work;
let composer: PageComposer;
let pdf: PdfReader;
let user: TestClient;
let bundle: Buffer;
let numbers: string[];
let buyer: string;

const drawn = { dpi: 72, maxLongSide: 1000, quality: 50 };
const base = '/api/fmmanagement/documenten';
const may = [
  'fmmodule.documents.create.company',
  'fmmodule.invoices.read.company',
  'fmmodule.invoices.approve.company',
  ...['read', 'update', 'delete'].map((verb) => `fmmanagement.documents.${verb}.company`),
  'fmmodule.invoicerecognitiondata.read.company',
];

beforeAll(async () => {
  world = await testApp();
  work = startWork(world.services);
  composer = startPages();
  pdf = startPdf();
  const samples = generateInvoices({
    seed: 11,
    count: 2,
    layouts: ['classic'],
    until: testNow.toISOString().slice(0, 10),
  });
  buyer = samples[0]?.buyer.name ?? '';
  numbers = samples.map(({ expected }) => expected.number ?? '');
  const files = await Promise.all(
    samples.map(async (sample) => ({ kind: 'pdf' as const, bytes: await sample.pdf() })),
  );
  bundle = await composer.compose(files, [
    { file: 0, page: 1, turn: 0 },
    { file: 1, page: 1, turn: 0 },
  ]);
});
afterAll(async () => {
  await Promise.all([work.close(), composer.close(), pdf.close()]);
  await world.close();
});
beforeEach(async () => {
  user = await world.asUser({ may });
  await buildAdministration(world.db, user.companyId, 'Holding');
});

async function send(content: Buffer | string = bundle, filename = 'bundel.pdf'): Promise<string> {
  const [body, headers] = upload({ filename, content });
  const { id } = (await user.post('/api/fmmodule/documents', body, headers)).json().result[0];
  await work.run();
  return id;
}
const record = async (id: string) => (await user.get(`${base}/${id}`)).json().result;
const invoices = async () =>
  (await user.get('/api/fmmodule/invoices'))
    .json()
    .result.map(({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber);

describe('two invoices in one PDF', () => {
  test('are split by who opened them before their invoice was made', async () => {
    const [body, headers] = upload({ filename: 'bundel.pdf', content: bundle });
    const { id } = (await user.post('/api/fmmodule/documents', body, headers)).json().result[0];
    await work.read();
    const { rowVersion } = await record(id);
    await work.run();
    const reply = await user.post(`${base}/${id}/split`, { before: [2], rowVersion });
    expect(reply.statusCode, reply.body).toBe(200);
  });

  test('are offered to be split, and become two invoices; the source comes back whole', async () => {
    const id = await send();
    expect(await record(id)).toMatchObject({ pageCount: 2, splitBefore: [2], hasSource: false });
    const reply = await user.post(`${base}/${id}/split`, { before: [2] });
    expect(reply.statusCode, reply.body).toBe(200);
    const parts = reply.json().result;
    expect(parts).toMatchObject([
      { id, documentId: '2026-11-0001', pageCount: 1 },
      { documentId: '2026-11-0002', pageCount: 1 },
    ]);
    await work.run();
    expect((await invoices()).toSorted()).toEqual(numbers.toSorted());
    expect(await record(parts[1].id)).toMatchObject({
      filename: 'bundel (2).pdf',
      pageCount: 1,
      hasSource: true,
    });
    expect((await user.get(`${base}/${id}/original`)).rawPayload.equals(bundle)).toBe(true);

    await user.post(`${base}/${id}/restore-source`, {});
    await work.run();
    expect(await record(id)).toMatchObject({ pageCount: 2, hasSource: false, filename: 'bundel.pdf' });
  });

  test('make no sure value, and the invoice says so and to whom it is addressed', async () => {
    const id = await send();
    const { properties, addressedTo } = await record(id);
    expect(properties.filter(({ confidence }: { confidence: number }) => confidence >= sureFrom)).toEqual([]);
    expect(addressedTo).toBe(buyer);
    const [{ id: invoiceId }] = (await user.get('/api/fmmodule/invoices')).json().result;
    expect((await user.get(`/api/fmmodule/invoices/${invoiceId}`)).json().result).toMatchObject({
      invoiceNumber: numbers[0],
      splitBefore: [2],
      addressedTo: buyer,
    });
  });

  test('read before this was kept are offered to be split as well', async () => {
    const id = await send();
    await world.db.updateTable('documents').set({ split_before: null }).where('id', '=', id).execute();
    expect(await record(id)).toMatchObject({ splitBefore: [2] });
  });

  test('wait for a verdict, whatever the supplier is trusted with', async () => {
    const id = await send();
    const { creditorId } = await world.db
      .selectFrom('documents')
      .where('id', '=', id)
      .select('creditor_id as creditorId')
      .executeTakeFirstOrThrow();
    const by = { userId: user.userId, name: '', at: testNow };
    await switchSupplierRule(world.db, user.companyId, creditorId ?? '', true, by);
    await user.post(`${base}/${id}/rotate`, { pages: [2], degrees: 180 });
    await work.run();
    const { isAutomatic, skipsValidation } = await world.db
      .selectFrom('documents as d')
      .innerJoin('touchless_rules as r', (join) =>
        join.onRef('r.company_id', '=', 'd.company_id').onRef('r.creditor_id', '=', 'd.creditor_id'),
      )
      .where('d.id', '=', id)
      .select(['r.is_on as isAutomatic', 'd.skips_validation as skipsValidation'])
      .executeTakeFirstOrThrow();
    expect({ isAutomatic, skipsValidation }).toEqual({ isAutomatic: true, skipsValidation: false });
  });

  test('are not split at a page that is not there, and nothing changes', async () => {
    const id = await send();
    const before = await record(id);
    expect(await user.post(`${base}/${id}/split`, { before: [3] })).toBeProblem(400, 'validation', {
      before: ['unknown'],
    });
    expect(await record(id)).toEqual(before);
  });

  test('stay as they are once the invoice is approved', async () => {
    const id = await send();
    const [invoice] = (await user.get('/api/fmmodule/invoices')).json().result;
    await user.post(`/api/fmmodule/invoices/${invoice.id}/approve`, { approve: true });
    expect(await user.post(`${base}/${id}/split`, { before: [2] })).toBeProblem(409, 'wrong-state');
    expect(await record(id)).toMatchObject({ pageCount: 2, state: 'Herkend' });
  });
});

describe('pages', () => {
  test('are turned, and the document is read again', async () => {
    const id = await send();
    const { pages } = await record(id);
    await user.post(`${base}/${id}/rotate`, { pages: [1], degrees: 90 });
    expect(await record(id)).toMatchObject({ state: 'Bezig', hasSource: true });
    const { sha256 } = await world.db
      .selectFrom('documents')
      .where('id', '=', id)
      .select('sha256')
      .executeTakeFirstOrThrow();
    const open = await pdf.open((await world.services.files.get(sha256)) ?? Buffer.alloc(0));
    const [first, second] = [await open.picture(1, drawn), await open.picture(2, drawn)];
    await open.close();
    expect(first.widthPx > first.heightPx).toBe(true);
    expect(second.widthPx < second.heightPx).toBe(pages[1].width < pages[1].height);
    // A sideways page would go through OCR, which this test can do without.
    await sql`delete from jobs.job where data->>'documentId' = ${id}`.execute(world.db);
    expect(await user.post(`${base}/${id}/rotate`, { pages: [1], degrees: 45 })).toBeProblem(
      400,
      'validation',
      { degrees: ['not-a-choice'] },
    );
  });

  test('are those of the file that the document has, when it was replaced while the one before was read', async () => {
    const id = await send();
    const pictures = async () => (await record(id)).pages.map(({ picture }: { picture: string }) => picture);
    const before = await pictures();
    await user.post(`${base}/${id}/remove-pages`, { pages: [2] });
    const { files } = world.services;
    let isRestored = false;
    const slow = startWork({
      ...world.services,
      files: {
        ...files,
        async get(sha256: string) {
          const bytes = await files.get(sha256);
          if (!isRestored) {
            isRestored = true;
            const reply = await user.post(`${base}/${id}/restore-source`, {});
            expect(reply.statusCode, reply.body).toBe(200);
          }
          return bytes;
        },
      },
    });
    await slow.read();
    await slow.close();
    expect(isRestored).toBe(true);
    expect(await record(id)).toMatchObject({ state: 'Herkend', hasSource: false, pageCount: 2 });
    expect(await pictures()).toEqual(before);
  });

  test('are not read again when another one is turned or goes', async () => {
    const id = await send();
    const page = (number: number) =>
      world.db
        .selectFrom('document_pages')
        .where('document_id', '=', id)
        .where('number', '=', number)
        .selectAll()
        .executeTakeFirstOrThrow();
    const first = await page(1);
    await world.db
      .updateTable('document_pages')
      .set({ text: 'zoals het gelezen was' })
      .where('document_id', '=', id)
      .execute();
    await user.post(`${base}/${id}/rotate`, { pages: [1], degrees: 180 });
    await work.run();
    expect(await page(2)).toMatchObject({ text: 'zoals het gelezen was' });
    const turned = await page(1);
    expect(turned.text).not.toBe('zoals het gelezen was');
    expect(turned.image_sha256).not.toBe(first.image_sha256);

    const { image_sha256: picture } = await page(2);
    await user.post(`${base}/${id}/remove-pages`, { pages: [1] });
    await work.run();
    expect(await page(1)).toMatchObject({ text: 'zoals het gelezen was', image_sha256: picture });
    expect(await record(id)).toMatchObject({ pageCount: 1 });
    // Back to the file that came in, everything is read again.
    await user.post(`${base}/${id}/restore-source`, {});
    await work.run();
    expect((await page(2)).text).toContain(numbers[1]);
  }, 90_000);

  test('keep what was read of them in the parts of a split, and in a merged whole', async () => {
    const id = await send();
    const texts = async (of: string) =>
      (
        await world.db
          .selectFrom('document_pages')
          .where('document_id', '=', of)
          .orderBy('number')
          .select('text')
          .execute()
      ).map(({ text }) => text);
    for (const number of [1, 2])
      await world.db
        .updateTable('document_pages')
        .set({ text: `gelezen ${number}` })
        .where('document_id', '=', id)
        .where('number', '=', number)
        .execute();
    const parts = (await user.post(`${base}/${id}/split`, { before: [2] })).json().result;
    await work.run();
    expect([await texts(id), await texts(parts[1].id)]).toEqual([['gelezen 1'], ['gelezen 2']]);
    await user.post(`${base}/merge`, { ids: [parts[1].id, id] });
    await work.run();
    expect(await texts(parts[1].id)).toEqual(['gelezen 2', 'gelezen 1']);
  });

  test('are removed, but never all', async () => {
    const id = await send();
    expect(await user.post(`${base}/${id}/remove-pages`, { pages: [1, 2] })).toBeProblem(409, 'wrong-state');
    await user.post(`${base}/${id}/remove-pages`, { pages: [1] });
    await work.run();
    expect(await record(id)).toMatchObject({ pageCount: 1, hasSource: true });
    expect(await invoices()).toEqual([numbers[1]]);
  });

  test('of XML are nobody’s to work on', async () => {
    const id = await send(ublOf(), 'a.xml');
    expect(await user.post(`${base}/${id}/rotate`, { pages: [1], degrees: 90 })).toBeProblem(
      409,
      'wrong-state',
    );
  });

  test('of several documents become one; the others go to the trash', async () => {
    const [first, second] = [await send(), await send()];
    const reply = await user.post(`${base}/merge`, { ids: [second, first] });
    expect(reply.json().result).toMatchObject([{ id: second, pageCount: 4 }]);
    await work.run();
    expect(await record(second)).toMatchObject({ pageCount: 4, hasSource: true });
    expect(await user.get(`${base}/${first}`)).toBeProblem(404, 'not-found');
    expect(await user.post(`${base}/merge`, { ids: [second, second] })).toBeProblem(400, 'validation', {
      ids: ['required'],
    });
  });

  test('of another company cannot be merged with one’s own', async () => {
    const mine = await send();
    const stranger = await world.asUser({ may });
    const [body, headers] = upload({ filename: 'x.pdf', content: bundle });
    const theirs = (await stranger.post('/api/fmmodule/documents', body, headers)).json().result[0].id;
    expect(await user.post(`${base}/merge`, { ids: [mine, theirs] })).toBeProblem(404, 'not-found');
    expect(await record(mine)).toMatchObject({ pageCount: 2, hasSource: false });
  });

  test('worked on by two at once are the first one’s', async () => {
    const id = await send();
    const { rowVersion } = await record(id);
    const both = await Promise.all(
      [90, 270].map((degrees) => user.post(`${base}/${id}/rotate`, { pages: [1], degrees, rowVersion })),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await sql`delete from jobs.job where data->>'documentId' = ${id}`.execute(world.db);
  });
});
