import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp, testNow } from '#server/app/testing/app.ts';
import { buildCompany } from '#server/features/core/testing/factories.ts';
import { buildInvoice } from '#server/features/invoicing/testing/factories.ts';
import { markProcessed } from '../documents/documents.service.ts';
import { updateDocument } from '../document-rows.ts';
import { checkAllUsage } from './check-usage.job.ts';
import { markUsage, noteUsage } from './usage.repository.ts';

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
      await markProcessed(tx, companyId, [documentId], at);
    }
  });
  const events = await world.db
    .selectFrom('usage_events')
    .where('company_id', '=', companyId)
    .orderBy('kind', 'desc')
    .select(['kind', 'subject_id', 'at'])
    .execute();
  expect(events).toEqual([
    { kind: 'scan', subject_id: documentId, at: testNow.toISOString() },
    { kind: 'processed', subject_id: documentId, at: testNow.toISOString() },
  ]);
});

describe('what a use is worth (§I6)', () => {
  const marks = async (documentId: string) =>
    (
      await world.db
        .selectFrom('usage_events')
        .where('document_id', '=', documentId)
        .orderBy('kind')
        .select(['kind', 'mark', 'is_trial'])
        .execute()
    ).map(({ kind, mark, is_trial: isTrial }) => `${kind} ${mark || 'counts'}${isTrial ? ' trial' : ''}`);
  const sums = (companyId: string) =>
    world.db
      .selectFrom('usage_days')
      .where('company_id', '=', companyId)
      .orderBy('kind')
      .select(['day', 'kind', 'total', 'marked', 'trial'])
      .execute();
  const note = (kind: 'scan' | 'processed', companyId: string, documentId: string, at = testNow) =>
    world.db
      .transaction()
      .execute((tx) => noteUsage(tx, kind, { companyId, documentId, subjectId: documentId }, at));
  const setState = (companyId: string, id: string, state: number) =>
    world.db.transaction().execute((tx) => updateDocument(tx, { companyId, id }, { state }));
  const setInvoice = (
    { companyId, id, documentKey }: { companyId: string; id: string; documentKey: string },
    values: { status?: number; deleted_at?: string },
  ) =>
    world.db.transaction().execute(async (tx) => {
      await tx.updateTable('invoices').set(values).where('id', '=', id).execute();
      await markUsage(tx, companyId, [documentKey]);
    });

  test('an unprocessable document keeps its scan, which costs nothing until it comes back', async () => {
    const { id: companyId } = await buildCompany(world.db);
    const { documentKey } = await buildInvoice(world.db, { companyId });
    await note('scan', companyId, documentKey);
    await setState(companyId, documentKey, 4);
    expect(await marks(documentKey)).toEqual(['scan unprocessable']);
    expect(await sums(companyId)).toEqual([
      { day: '2026-11-21', kind: 'scan', total: 1, marked: 1, trial: 0 },
    ]);
    await setState(companyId, documentKey, 3);
    expect(await marks(documentKey)).toEqual(['scan counts']);
    expect(await sums(companyId)).toEqual([
      { day: '2026-11-21', kind: 'scan', total: 1, marked: 0, trial: 0 },
    ]);
  });

  test('a duplicate keeps its scan, which costs nothing until it turns out to be an original or is withdrawn', async () => {
    const { id: companyId } = await buildCompany(world.db);
    const first = await buildInvoice(world.db, { companyId, status: 'Duplicate' });
    await note('scan', companyId, first.documentKey);
    expect(await marks(first.documentKey)).toEqual(['scan duplicate']);
    await setInvoice({ companyId, ...first }, { status: 0 });
    expect(await marks(first.documentKey)).toEqual(['scan counts']);
    await setInvoice({ companyId, ...first }, { status: 1 });
    expect(await marks(first.documentKey)).toEqual(['scan duplicate']);
    await setInvoice({ companyId, ...first }, { deleted_at: testNow.toISOString() });
    expect(await marks(first.documentKey)).toEqual(['scan counts']);
  });

  test('what a final run has billed keeps its price', async () => {
    const { id: companyId } = await buildCompany(world.db);
    const { documentKey } = await buildInvoice(world.db, { companyId });
    await note('scan', companyId, documentKey, new Date('2025-03-31T21:59:00.000Z'));
    // Another customer's days say nothing of this one's.
    const { id: other } = await buildCompany(world.db);
    const { documentKey: unbilled } = await buildInvoice(world.db, { companyId: other });
    await note('scan', other, unbilled, new Date('2025-03-31T21:59:00.000Z'));
    await sql`with run as (insert into billing_runs (id, period, from_on, to_on, state, created_at, updated_at)
        values (gen_random_uuid(), '2025-03', '2025-03-01', '2025-03-31', 2, now(), now()) returning *)
      insert into billing_final_days (company_id, run_id, from_on, to_on)
        select ${companyId}::uuid, id, from_on, to_on from run`.execute(world.db);
    await setState(companyId, documentKey, 4);
    await setState(other, unbilled, 4);
    expect(await marks(documentKey)).toEqual(['scan counts']);
    expect(await marks(unbilled)).toEqual(['scan unprocessable']);
  });

  test('the use of a trial is counted apart, and a company that is switched off uses nothing (§A8)', async () => {
    const { id: companyId } = await buildCompany(world.db);
    const { documentKey } = await buildInvoice(world.db, { companyId });
    await sql`insert into customer_settings (company_id, start_on, subscription, created_at, updated_at)
      values (${companyId}::uuid, '2026-01-01', 3, now(), now())`.execute(world.db);
    await note('scan', companyId, documentKey);
    expect(await marks(documentKey)).toEqual(['scan counts trial']);
    await world.db.updateTable('companies').set({ is_active: false }).where('id', '=', companyId).execute();
    await note('processed', companyId, documentKey);
    expect(await marks(documentKey)).toEqual(['scan counts trial']);
    expect(await sums(companyId)).toEqual([
      { day: '2026-11-21', kind: 'scan', total: 1, marked: 0, trial: 1 },
    ]);
  });

  test('a day is that of Amsterdam', async () => {
    const { id: companyId } = await buildCompany(world.db);
    const { documentKey } = await buildInvoice(world.db, { companyId });
    await note('scan', companyId, documentKey, new Date('2026-06-30T22:00:00.000Z'));
    await note('processed', companyId, documentKey, new Date('2026-12-31T22:59:59.000Z'));
    expect((await sums(companyId)).map(({ day, kind }) => `${kind} ${day}`)).toEqual([
      'processed 2026-12-31',
      'scan 2026-07-01',
    ]);
  });

  test('an extra file with an invoice or its document is one use each, also when the file is removed again', async () => {
    const staff = await world.asUser({
      isProvider: true,
      may: ['fmmodule.invoices.update.system', 'fmmanagement.documents.update.system'],
    });
    const { id: companyId } = await buildCompany(world.db);
    const { id, documentKey } = await buildInvoice(world.db, { companyId });
    const file = {
      name: 'bon.pdf',
      content: `data:application/pdf;base64,${Buffer.from('%PDF-1.7').toString('base64')}`,
    };
    const ids: string[] = [];
    for (const entityId of [id, documentKey]) {
      const reply = await staff.post(`/api/shared/entities/${entityId}/attachments`, { ...file, entityId });
      expect(reply.statusCode, reply.body).toBe(201);
      ids.push(reply.json().result.id);
    }
    await staff.delete(`/api/shared/entities/${id}/attachments/${ids[0]}`);
    const events = await world.db
      .selectFrom('usage_events')
      .where('company_id', '=', companyId)
      .select(['kind', 'document_id', 'subject_id'])
      .execute();
    expect(events.toSorted((a, b) => a.subject_id.localeCompare(b.subject_id))).toEqual(
      ids.toSorted().map((subject_id) => ({ kind: 'attachment', document_id: documentKey, subject_id })),
    );
  });

  test('sums of days equal the events they are of', async () => {
    expect(await checkAllUsage(world.services)).toEqual([]);
    const { id: companyId } = await buildCompany(world.db);
    const { documentKey } = await buildInvoice(world.db, { companyId });
    await note('scan', companyId, documentKey);
    // A process of a version that counted by triggers.
    await world.db.updateTable('usage_days').set({ total: 7 }).where('company_id', '=', companyId).execute();
    expect(await checkAllUsage(world.services)).toEqual([companyId]);
    expect(await sums(companyId)).toEqual([
      { day: '2026-11-21', kind: 'scan', total: 1, marked: 0, trial: 0 },
    ]);
    expect(await checkAllUsage(world.services)).toEqual([]);
  });
});
