import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp, testNow } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { documentJobs } from '#server/features/documents/index.ts';
import { generateInvoices } from '#server/samples/generate.ts';
import { ublOf } from '#server/features/documents/testing/ubl.ts';
import { upload } from '#server/features/documents/testing/upload.ts';
import { type Jobs, openJobs } from '#server/platform/jobs/jobs.ts';
import type { LiveEvent } from '#server/platform/jobs/live-events.ts';
import { type OcrReader, startOcr } from '#server/platform/ocr/ocr.ts';
import { type PdfReader, startPdf } from '#server/platform/pdf/pdf.ts';
import { invoiceCreator, invoicingJobs } from './index.ts';

let world: TestApp;
let jobs: Jobs;
let tools: { pdf: PdfReader; ocr: OcrReader };
const errors: Error[] = [];

beforeAll(async () => {
  world = await testApp();
  jobs = await openJobs(world.database.app, { works: true, onError: (error) => errors.push(error) });
  tools = { pdf: startPdf(), ocr: startOcr() };
  const services = { ...world.services, jobs };
  await documentJobs.handlers(services, { ...tools, createInvoice: invoiceCreator(services) });
  await invoicingJobs.handlers(services, { allSites: () => [] });
});
afterAll(async () => {
  await jobs.stop(5000);
  await Promise.all([tools.pdf.close(), tools.ocr.close()]);
  await world.close();
});

/** Resolves with the events from now on as soon as one of them is the last that is waited for. */
function heard(last: (event: LiveEvent) => boolean): Promise<LiveEvent[]> {
  const events: LiveEvent[] = [];
  return new Promise((resolve) => {
    const stop = world.services.events.subscribe((event) => {
      events.push(event);
      if (!last(event)) return;
      stop();
      resolve(events);
    });
  });
}

test('through the real queue a UBL and a PDF become invoices, and open screens are notified of each step', async () => {
  const user = await world.asUser({
    may: [
      'fmmodule.documents.create.company',
      'fmmodule.invoices.read.company',
      'fmmodule.invoices.approve.company',
    ],
  });
  await buildAdministration(world.db, user.companyId);
  const [sample] = generateInvoices({
    seed: 7,
    count: 1,
    layouts: ['classic'],
    until: testNow.toISOString().slice(0, 10),
  });
  const pdf = (await sample?.pdf()) ?? Buffer.alloc(0);
  let made = 0;
  const both = heard((event) => event.resource === 'fmmodule/invoices' && ++made === 2);
  const reply = await user.post(
    '/api/fmmodule/documents',
    ...upload({ filename: 'a.xml', content: ublOf() }, { filename: 'b.pdf', content: pdf }),
  );
  expect(reply.statusCode).toBe(202);
  const events = await both;

  const { result } = (await user.get('/api/fmmodule/invoices')).json();
  expect(result.map(({ totalAmount }: { totalAmount: number }) => totalAmount)).toEqual([
    12_100,
    sample?.expected.totalInCents,
  ]);
  // Every list that a document may stand in, and nobody else's.
  const lists = [
    'fmmodule/documents',
    'fmmodule/intake-log',
    'fmmodule/invoicerecognition',
    'fmmanagement/documenten',
    'fmmodule/invoices',
  ];
  expect(new Set(events.map(({ resource }) => resource))).toEqual(new Set(lists));
  expect(new Set(events.map(({ companyId }) => companyId))).toEqual(new Set([user.companyId]));

  const [{ id }] = result;
  const approved = heard((event) => event.id === id);
  await user.post(`/api/fmmodule/invoices/${id}/approve`, { approve: true });
  // Lists of documents may still be notified of the last step of reading.
  const ofInvoices = (await approved).filter(({ resource }) => resource === 'fmmodule/invoices');
  expect(ofInvoices).toEqual([{ resource: 'fmmodule/invoices', companyId: user.companyId, id }]);
  expect(errors).toEqual([]);
});
