import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { ublOf } from '#server/features/documents/testing/ubl.ts';
import { upload } from '#server/features/documents/testing/upload.ts';
import { startWork, type Work } from './testing/work.ts';

let world: TestApp;
let work: Work;

beforeAll(async () => {
  world = await testApp();
  work = startWork(world.services);
});
afterAll(async () => {
  await work.close();
  await world.close();
});

test('a UBL invoice goes from upload to approval', async () => {
  const user = await world.asUser({
    may: [
      'fmmodule.documents.create.company',
      'fmmodule.invoices.read.company',
      'fmmodule.invoices.approve.company',
    ],
  });
  await buildAdministration(world.db, user.companyId);

  const uploaded = await user.post(
    '/api/fmmodule/documents',
    ...upload({ filename: 'factuur é.xml', content: ublOf() }),
  );
  expect(uploaded.statusCode).toBe(202);
  expect(uploaded.json()).toEqual({
    result: [{ id: expect.any(String), filename: 'factuur é.xml', state: 'Nieuw', reason: '' }],
  });

  await work.run();

  const list = await user.get('/api/fmmodule/invoices?$top=250&$count=true&$orderby=documentId%20asc');
  expect(list.json()).toMatchObject({
    result: [
      {
        documentId: '2026-11-0001',
        invoiceNumber: '2026-0042',
        invoiceDate: '2026-11-02',
        creditor: { name: 'Bakker Techniek B.V.' },
        description: 'Onderhoud ketel',
        currency: 'EUR',
        totalAmount: 12_100,
        statusValue: 'Concept',
        approvalState: 'pending',
        invoicePicture: expect.stringMatching(/^[0-9a-f]{64}\.jpg$/),
      },
    ],
    metadata: { count: 1 },
  });

  const { id } = list.json().result[0];
  const approved = await user.post(`/api/fmmodule/invoices/${id}/approve`, { approve: true });
  expect(approved.statusCode).toBe(200);
  expect(approved.json().result).toMatchObject({
    id,
    statusValue: 'ReadyForProcessing',
    approvalState: 'approved',
  });

  expect((await user.get('/api/fmmodule/invoices')).json().result).toEqual([]);
  expect((await user.get('/api/fmmodule/invoices?status=ReadyForProcessing')).json().result).toMatchObject([
    { id },
  ]);
});
