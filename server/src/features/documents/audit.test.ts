import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import type { LiveEvent } from '#server/platform/jobs/live-events.ts';
import { type OcrReader, startOcr } from '#server/platform/ocr/ocr.ts';
import { type PdfReader, startPdf } from '#server/platform/pdf/pdf.ts';
import { processDocument } from './processing/process-document.job.ts';
import { ublOf } from './testing/ubl.ts';
import { upload } from './testing/upload.ts';

let world: TestApp;
let tools: { pdf: PdfReader; ocr: OcrReader };
beforeAll(async () => {
  world = await testApp();
  tools = { pdf: startPdf(), ocr: startOcr() };
});
afterAll(async () => {
  await Promise.all([tools.pdf.close(), tools.ocr.close()]);
  await world.close();
});

/** The events that are published while something is done, once all of these were named. */
async function publishedDuring(
  work: () => Promise<unknown>,
  resources: readonly string[],
  companyId: string,
): Promise<LiveEvent[]> {
  const events: LiveEvent[] = [];
  const heard = new Promise<void>((resolve) => {
    world.services.events.subscribe((event) => {
      if (event.companyId === companyId) events.push(event);
      if (resources.every((one) => events.some(({ resource }) => resource === one))) resolve();
    });
  });
  await work();
  await heard;
  return events;
}

test('an arrival and its reading are published to every list that may show them', async () => {
  const user = await world.asUser({
    may: ['fmmodule.documents.create.company', 'fmmanagement.documents.update.company'],
  });
  await buildAdministration(world.db, user.companyId);
  let id = '';
  const send = async () => {
    const reply = await user.post(
      '/api/fmmodule/documents',
      ...upload({ filename: 'factuur.xml', content: ublOf({ number: '2026-0042' }) }),
    );
    id = reply.json().result[0].id;
  };
  await publishedDuring(send, ['fmmodule/documents', 'fmmodule/intake-log'], user.companyId);

  const job = { companyId: user.companyId, documentId: id, by: { userId: user.userId, name: 'Sanne' } };
  const lists = [
    'fmmodule/documents',
    'fmmanagement/documenten',
    'fmmodule/invoicerecognition',
    'fmmodule/intake-log',
  ];
  const published = await publishedDuring(
    () => processDocument(world.services, tools, job, { isLastTry: false }),
    lists,
    user.companyId,
  );
  expect(published.filter(({ id: about }) => about === id).map(({ resource }) => resource)).toEqual(
    expect.arrayContaining(lists),
  );
});

test('opening a document is published to whoever has it open and to the list', async () => {
  const user = await world.asUser({
    may: ['fmmodule.documents.create.company', 'fmmanagement.documents.update.company'],
  });
  await buildAdministration(world.db, user.companyId);
  const reply = await user.post(
    '/api/fmmodule/documents',
    ...upload({ filename: 'factuur.xml', content: ublOf({ number: '2026-0043' }) }),
  );
  const id: string = reply.json().result[0].id;
  const open = () => user.post(`/api/fmmanagement/documenten/${id}/lock`, {});
  const published = await publishedDuring(
    open,
    ['fmmanagement/documenten/locks', 'fmmanagement/documenten/onbekend'],
    user.companyId,
  );
  expect(published.some(({ id: about }) => about === id)).toBe(true);
});
