import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { documentStates } from '#contract/documents/documents.ts';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { type OcrReader, startOcr } from '#server/platform/ocr/ocr.ts';
import { type PdfReader, startPdf } from '#server/platform/pdf/pdf.ts';
import type { DocumentJob } from '../jobs.ts';
import { generateInvoices } from '../samples/generate.ts';
import { sharedMatcher } from '../triggers/matcher.ts';
import { buildTrigger } from '../triggers/testing/factories.ts';
import { upload } from '../testing/upload.ts';
import { processDocument } from './process-document.job.ts';

let world: TestApp;
let tools: { pdf: PdfReader; ocr: OcrReader };
let user: TestClient;
const [sample] = generateInvoices({ seed: 41, count: 1, layouts: ['classic'] });

beforeAll(async () => {
  world = await testApp();
  tools = { pdf: startPdf(), ocr: startOcr() };
});
afterAll(async () => {
  await Promise.all([tools.pdf.close(), tools.ocr.close(), sharedMatcher().close()]);
  await world.close();
});
beforeEach(async () => {
  user = await world.asUser({
    may: ['fmmodule.documents.create.company', 'fmmodule.documents.read.company'],
  });
  await buildAdministration(world.db, user.companyId, 'Holding');
});

async function send(): Promise<DocumentJob> {
  const content = await sample?.pdf();
  const reply = await user.post(
    '/api/fmmodule/documents',
    ...upload({ filename: 'factuur.pdf', content: content ?? '' }),
  );
  const documentId = reply.json().result[0].id;
  return { companyId: user.companyId, documentId, by: { userId: user.userId, name: 'Sanne' } };
}
const read = (job: DocumentJob) => processDocument(world.services, tools, job, { isLastTry: false });
const trigger = (values: Parameters<typeof buildTrigger>[1] | object = {}) =>
  buildTrigger(world.db, {
    companyId: user.companyId,
    naam: 'Zon',
    keywords: 'factuur',
    factuurnummer: sample?.expected.number ?? '',
    factuurdatum: String.raw`\d{1,2}[-/. ][^\n]{1,12}?[-/. ]\d{4}`,
    totaalbedrag: String.raw`[\d.]+,\d\d`,
    ...values,
  });

async function stored({ documentId }: DocumentJob) {
  const document = await world.db
    .selectFrom('documents')
    .where('id', '=', documentId)
    .select(['state', 'reasons', 'trigger_id as triggerId', 'page_count as pageCount'])
    .executeTakeFirstOrThrow();
  const fields = await world.db
    .selectFrom('document_fields')
    .where('document_id', '=', documentId)
    .where('rank', '=', 0)
    .select(['property', 'value', 'method', 'reason', 'confidence', 'page', 'box'])
    .execute();
  return {
    ...document,
    state: documentStates[document.state],
    field: (name: string) => fields.find(({ property }) => property === name),
  };
}

describe('a document that a trigger reads', () => {
  test('has the trigger’s values with their places, and says so', async () => {
    const { id } = await trigger();
    const job = await send();
    await read(job);
    const found = await stored(job);
    expect(found).toMatchObject({ state: 'Herkend', triggerId: id });
    expect(found.field('number')).toMatchObject({
      value: sample?.expected.number,
      method: 'trigger',
      page: 1,
    });
    expect(found.field('number')?.reason).toContain(`trigger:${id}`);
    expect(found.field('number')?.box).toHaveLength(4);
    expect(found.field('creditor')?.method).toBe('heuristic');
  });

  test('is unknown when it asks for a value that is not there', async () => {
    await trigger({ factuurnummer: 'geen nummer (\\d+)' });
    const job = await send();
    await read(job);
    expect(await stored(job)).toMatchObject({ state: 'Onbekend', reasons: ['no-number'] });
  });

  test('is unknown when two fit equally well, and both are named', async () => {
    const createdAt = '2026-11-01T10:00:00.000Z';
    await trigger({ naam: 'Eerste', createdAt });
    await trigger({ naam: 'Tweede', createdAt });
    const job = await send();
    await read(job);
    expect(await stored(job)).toMatchObject({ state: 'Onbekend', triggerId: null });
    const shown = (await user.get(`/api/fmmodule/documents/${job.documentId}`)).json().result;
    expect(shown.reasonCodes).toEqual(['several-triggers']);
    expect(shown.reason).toContain('Eerste · Tweede');
  });

  test('is read by the newer of two that are equal else', async () => {
    await trigger({ naam: 'Oud', createdAt: '2026-11-01T10:00:00.000Z' });
    const { id } = await trigger({ naam: 'Nieuw', createdAt: '2026-11-02T10:00:00.000Z' });
    const job = await send();
    await read(job);
    expect((await stored(job)).triggerId).toBe(id);
  });

  test('can be read again from the words that were kept', async () => {
    const job = await send();
    await trigger({ factuurnummer: 'geen nummer (\\d+)' });
    await read(job);
    const before = await stored(job);
    await world.db.deleteFrom('triggers').where('company_id', '=', user.companyId).execute();
    await world.db
      .updateTable('documents')
      .set({ state: 1, sha256: 'gone' })
      .where('id', '=', job.documentId)
      .execute();
    await read({ ...job, keepsText: true });
    const after = await stored(job);
    expect(after).toMatchObject({ state: 'Herkend', triggerId: null, pageCount: before.pageCount });
    expect(after.field('number')).toMatchObject({ value: sample?.expected.number, method: 'heuristic' });
  });

  test('is read by OCR where the PDF switch is off', async () => {
    await trigger({ is_pdf: false });
    const job = await send();
    await read(job);
    const page = await world.db
      .selectFrom('document_pages')
      .where('document_id', '=', job.documentId)
      .select(['text_source', 'ocr_text'])
      .executeTakeFirstOrThrow();
    expect(page.text_source).toBe('pdf');
    expect(page.ocr_text?.length ?? 0).toBeGreaterThan(100);
    expect((await stored(job)).triggerId).not.toBeNull();
    // OCR stands behind everything else that the machine does.
  }, 90_000);
});
