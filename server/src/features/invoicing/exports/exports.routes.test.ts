import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration, buildCompany } from '#server/features/core/testing/factories.ts';
import { buildInvoice } from '../testing/factories.ts';
import { startWork, type Work } from '../testing/work.ts';
import { runExport, resumeStuck } from './export.job.ts';

let world: TestApp;
let work: Work;
let staff: TestClient;
let companyId: string;
let now = new Date('2026-11-21T13:05:00.000Z');

const url = '/api/fmmodule/exports';

beforeAll(async () => {
  world = await testApp({ now: () => now });
  work = startWork(world.services);
  staff = await world.asUser({
    isProvider: true,
    may: [
      'fmmodule.invoices.export.system',
      'fmmodule.invoices.read.system',
      'fmmodule.invoices.approve.system',
    ],
    firstName: 'Bea',
    lastName: 'Heer',
  });
});
afterAll(async () => {
  await work.close();
  await world.close();
});
beforeEach(async () => {
  now = new Date('2026-11-21T13:05:00.000Z');
  companyId = (await buildCompany(world.db)).id;
});

const approved = (seed: object = {}) =>
  buildInvoice(world.db, {
    companyId,
    status: 'ReadyForProcessing',
    approvalState: 'approved',
    decidedBy: { id: staff.userId, name: 'Sanne', at: '2026-11-20T09:00:00.000Z' },
    booking: [
      [12_100, 0],
      [0, 12_100],
    ],
    ...seed,
  });
const start = async (body: object = {}): Promise<string> => {
  const reply = await staff.post(url, { companyId, format: 'csv', ...body });
  expect(reply.statusCode).toBe(202);
  return reply.json().result.id;
};
const find = async (id: string) => (await staff.get(`${url}/${id}`)).json().result;
const invoice = async (id: string) => (await staff.get(`/api/fmmodule/invoices/${id}`)).json().result;

describe('a handover', () => {
  test('writes a file of what is approved and sets it Processed', async () => {
    const mine = await approved({ documentId: '2026-11-0007' });
    const concept = await buildInvoice(world.db, { companyId });
    const exportId = await start();
    expect(await find(exportId)).toMatchObject({ state: 'waiting', invoiceCount: 0, filename: '' });
    await work.run();
    expect(await find(exportId)).toMatchObject({
      state: 'done',
      invoiceCount: 1,
      filename: 'facturen_2026-11-21_1405.csv',
      error: null,
      finishedAt: now.toISOString(),
    });
    expect(await invoice(mine.id)).toMatchObject({ statusValue: 'Processed', exportError: null });
    expect(await invoice(concept.id)).toMatchObject({ statusValue: 'Concept' });
    const document = await world.db
      .selectFrom('documents')
      .where('id', '=', mine.documentKey)
      .select('state')
      .executeTakeFirst();
    expect(document?.state).toBe(5);
    const history = await world.db
      .selectFrom('history')
      .where('entity_id', '=', mine.id)
      .select(['verb', 'user_name', 'changes'])
      .execute();
    expect(history).toEqual([
      {
        verb: 'export',
        user_name: 'Bea Heer',
        changes: { statusValue: { old: 'ReadyForProcessing', new: 'Processed' } },
      },
    ]);

    const file = await staff.get(`${url}/${exportId}/file`);
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="facturen_2026-11-21_1405.csv"; filename*=UTF-8''facturen_2026-11-21_1405.csv`,
      'x-content-type-options': 'nosniff',
    });
    const rows = file.rawPayload.toString('utf8').trim().split('\r\n');
    expect(rows).toHaveLength(3);
    expect(rows[1]).toContain('2026-11-0007');
  });

  test('as UBL is a zip with one XML an invoice', async () => {
    await approved({ documentId: '2026-11-0001', invoiceNumber: 'A 1' });
    await approved({ documentId: '2026-11-0002', invoiceNumber: 'A 2', totalInCents: -500, booking: [] });
    const exportId = await start({ format: 'ubl' });
    await work.run();
    const file = await staff.get(`${url}/${exportId}/file`);
    expect(file.headers['content-type']).toBe('application/zip');
    const entries = unzipSync(file.rawPayload);
    expect(Object.keys(entries)).toEqual(['2026-11-0001.xml', '2026-11-0002.xml']);
    expect(Buffer.from(entries['2026-11-0002.xml'] ?? []).toString('utf8')).toContain('<CreditNote');
  });

  test('can be of one administration', async () => {
    const administration = await buildAdministration(world.db, companyId);
    const mine = await approved({ administrationId: administration.id });
    const other = await approved();
    await start({ administrationId: administration.id });
    await work.run();
    expect([(await invoice(mine.id)).statusValue, (await invoice(other.id)).statusValue]).toEqual([
      'Processed',
      'ReadyForProcessing',
    ]);
  });

  test('of nothing is done and has no file', async () => {
    const exportId = await start();
    await work.run();
    expect(await find(exportId)).toMatchObject({ state: 'done', invoiceCount: 0, filename: '' });
    expect(await staff.get(`${url}/${exportId}/file`)).toBeProblem(404, 'not-found');
  });

  test('two at once hand every invoice over once', async () => {
    for (let made = 0; made < 5; made += 1) await approved();
    const [one, two] = [await start(), await start()];
    await Promise.all(
      [one, two].map((exportId) => runExport(world.services, { companyId, exportId }, { isLastTry: true })),
    );
    const counts = [(await find(one)).invoiceCount, (await find(two)).invoiceCount];
    expect(counts.toSorted((a: number, b: number) => a - b)).toEqual([0, 5]);
  });

  test('that is repeated does nothing more', async () => {
    const { id } = await approved();
    const exportId = await start();
    await work.run();
    await runExport(world.services, { companyId, exportId }, { isLastTry: true });
    expect(
      await world.db.selectFrom('history').where('entity_id', '=', id).select('id').execute(),
    ).toHaveLength(1);
  });
});

describe('when it fails', () => {
  const failing = () => ({
    ...world.services,
    files: { ...world.services.files, put: () => Promise.reject(new Error('disk full')) },
  });

  test('the invoices stay taken between tries, so that nobody withdraws them', async () => {
    const { id } = await approved();
    const exportId = await start();
    await expect(runExport(failing(), { companyId, exportId }, { isLastTry: false })).rejects.toThrow(
      'disk full',
    );
    expect(await staff.post(`/api/fmmodule/invoices/${id}/withdraw`)).toBeProblem(409, 'wrong-state');
    await work.run();
    expect(await invoice(id)).toMatchObject({ statusValue: 'Processed' });
  });

  test('after the last try they are given back, still approved, with the reason', async () => {
    const { id } = await approved();
    const exportId = await start();
    await expect(runExport(failing(), { companyId, exportId }, { isLastTry: true })).rejects.toThrow(
      'disk full',
    );
    const reason = 'De overdracht naar de boekhouding is niet gelukt; de facturen staan nog klaar.';
    expect(await find(exportId)).toMatchObject({ state: 'failed', error: reason });
    expect(await invoice(id)).toMatchObject({ statusValue: 'ReadyForProcessing', exportError: reason });
    expect((await staff.post(`/api/fmmodule/invoices/${id}/withdraw`)).statusCode).toBe(200);
  });

  test('one whose worker died is queued again', async () => {
    const exportId = await start();
    await sql`delete from jobs.job`.execute(world.db);
    now = new Date('2026-11-21T14:05:00.000Z');
    await resumeStuck(world.services);
    await work.run();
    expect(await find(exportId)).toMatchObject({ state: 'done' });
  });
});

describe('who may', () => {
  test('lists and finds its own company’s only', async () => {
    const user = await world.asUser({ may: ['fmmodule.invoices.export.company'] });
    const reply = await user.post(url, { companyId: user.companyId, format: 'csv' });
    expect(reply.statusCode).toBe(202);
    const foreign = await start();
    expect((await user.get(`${url}?$count=true&$orderby=createdAt%20desc`)).json()).toMatchObject({
      result: [{ id: reply.json().result.id }],
      metadata: { count: 1 },
    });
    expect(await user.get(`${url}/${foreign}`)).toBeProblem(404, 'not-found');
    expect(await user.get(`${url}/${foreign}/file`)).toBeProblem(404, 'not-found');
    expect((await staff.get(`${url}?$count=true`)).json().metadata.count).toBeGreaterThan(1);
  });

  test('another company is as unknown as none', async () => {
    const user = await world.asUser({ may: ['fmmodule.invoices.export.company'] });
    for (const other of [companyId, '00000000-0000-7000-8000-000000000000', 'x']) {
      expect(await user.post(url, { companyId: other, format: 'csv' })).toBeProblem(400, 'validation', {
        company_id: ['unknown'],
      });
    }
    expect(
      await world.db.selectFrom('invoice_exports').where('company_id', '=', companyId).select('id').execute(),
    ).toEqual([]);
  });

  test.each([
    [{}, { company_id: ['required'], format: ['not-a-choice'] }],
    [{ format: 'pdf' }, { company_id: ['required'], format: ['not-a-choice'] }],
  ] as const)('%j names every bad field', async (body, codes) => {
    expect(await staff.post(url, body)).toBeProblem(400, 'validation', codes);
  });

  test('an administration of another company is unknown', async () => {
    const theirs = await buildAdministration(world.db, (await buildCompany(world.db)).id);
    expect(await staff.post(url, { companyId, format: 'csv', administrationId: theirs.id })).toBeProblem(
      400,
      'validation',
      { administration_id: ['unknown'] },
    );
  });

  test('nobody without the right', async () => {
    const reader = await world.asUser({ may: ['fmmodule.invoices.read.company'], companyId });
    expect(await reader.post(url, { companyId, format: 'csv' })).toBeProblem(403, 'forbidden');
    expect(await reader.get(url)).toBeProblem(403, 'forbidden');
  });
});
