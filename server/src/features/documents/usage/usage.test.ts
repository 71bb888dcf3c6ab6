import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp, testNow } from '#server/app/testing/app.ts';
import { buildCompany } from '#server/features/core/testing/factories.ts';
import { buildInvoice } from '#server/features/invoicing/testing/factories.ts';
import { setProcessed } from '../documents/documents.repository.ts';
import { noteUsage } from './usage.repository.ts';

let world: TestApp;

beforeAll(async () => {
  world = await testApp();
});
afterAll(() => world.close());

test('a document is billed once as scan and once as processed, whatever is tried again', async () => {
  const { id: companyId } = await buildCompany(world.db);
  const { documentKey: documentId } = await buildInvoice(world.db, { companyId });
  const later = new Date(testNow.getTime() + 86_400_000);
  await world.db.transaction().execute(async (tx) => {
    for (const at of [testNow, later]) {
      await noteUsage(tx, 'scan', { companyId, documentId, subjectId: documentId }, at);
      await setProcessed(tx, companyId, [documentId], at);
    }
  });
  const events = await world.db.selectFrom('usage_events').where('company_id', '=', companyId).orderBy('kind', 'desc').select(['kind', 'subject_id', 'at']).execute();
  expect(events).toEqual([
    { kind: 'scan', subject_id: documentId, at: testNow.toISOString() },
    { kind: 'processed', subject_id: documentId, at: testNow.toISOString() },
  ]);
});
