import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp, testNow } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { startWork, type Work } from '#server/features/invoicing/testing/work.ts';
import { generateInvoices } from '#server/samples/generate.ts';
import { recogniseJob } from '../jobs.ts';
import { buildTrigger } from '../triggers/testing/factories.ts';
import { requeue } from './requeue.job.ts';
import { ublOf, type UblSeed } from '../testing/ubl.ts';
import { upload } from '../testing/upload.ts';

let now = testNow;
let world: TestApp;
let work: Work;
let user: TestClient;
let administrationId: string;

const base = '/api/fmmanagement/documenten';
const may = [
  'fmmodule.documents.create.company',
  'fmmodule.documents.read.company',
  'fmmodule.invoices.read.company',
  'fmmodule.invoicerecognitiondata.read.company',
  ...['read', 'update', 'delete', 'retry'].map((verb) => `fmmanagement.documents.${verb}.company`),
];

beforeAll(async () => {
  world = await testApp({ now: () => now });
  work = startWork(world.services);
});
afterAll(async () => {
  await work.close();
  await world.close();
});
beforeEach(async () => {
  now = testNow;
  user = await world.asUser({ may });
  administrationId = (await buildAdministration(world.db, user.companyId, 'Holding')).id;
});

async function send(seed: UblSeed = { without: ['number'] }, client = user): Promise<string> {
  const [body, headers] = upload({ filename: 'factuur.xml', content: ublOf(seed) });
  const { id } = (await client.post('/api/fmmodule/documents', body, headers)).json().result[0];
  await work.run();
  now = new Date(now.getTime() + 1000);
  return id;
}
const listed = async (state = 'onbekend') => (await user.get(`${base}/${state}?$count=true`)).json();
const ids = ({ result }: { result: { id: string }[] }) => result.map(({ id }) => id);
const find = async (id: string) => (await user.get(`${base}/${id}`)).json().result;

describe('the list', () => {
  test('has the unknown ones only, in the names of product 2.3', async () => {
    const id = await send();
    await send({});
    const { result, metadata } = await listed();
    expect(metadata).toEqual({ count: 1 });
    expect(result).toMatchObject([
      {
        id,
        documentId: '2026-11-0001',
        klant: { customerIdAndName: expect.stringMatching(/^\d+ - /) },
        administratie: { id: administrationId, bedrijfsnaam: 'Holding' },
        filename: 'factuur.xml',
        IsEdited: false,
        triggerId: null,
        state: 'Onbekend',
        reasonCodes: ['no-number'],
        reason: 'Het factuurnummer is niet gevonden.',
        tries: 1,
        lock: null,
      },
    ]);
    const sorted = await user.get(
      `${base}/onbekend?$orderby=klant/customerIdAndName desc&$filter=contains(administratie/bedrijfsnaam,'old')`,
    );
    expect(ids(sorted.json())).toEqual([id]);
  });

  test('is nobody else’s', async () => {
    await send();
    const stranger = await world.asUser({ may });
    expect((await stranger.get(`${base}/onbekend`)).json().result).toEqual([]);
  });
});

describe('one document', () => {
  test('is found by its id and by its number, with its text and its pages', async () => {
    const id = await send();
    const record = await find(id);
    expect(record).toMatchObject({
      id,
      hasSource: false,
      isCredit: false,
      regex: '',
      trigger: null,
      invoiceId: null,
    });
    expect(record.filecontent).toContain('Bakker Techniek');
    expect(record.pages).toHaveLength(1);
    expect((await find('2026-11-0001')).id).toBe(id);
    expect((await user.get(`${base}/${id}/pages/1`)).json().result.words.length).toBeGreaterThan(5);
    expect((await user.get(`${base}/${id}/original`)).headers['content-type']).toBe('application/xml');
    expect(await user.get(`${base}/2026-11-9999`)).toBeProblem(404, 'not-found');
  });
});

describe('saving', () => {
  const save = (id: string, body: object) => user.put(`${base}/${id}`, body);

  test('marks it as edited, and complete it becomes an invoice that waits for a verdict', async () => {
    const id = await send();
    const reply = await save(id, { values: { number: { value: 'HAND-1', page: 1, box: [0, 0, 0.1, 0.1] } } });
    expect(reply.json().result).toMatchObject({ state: 'Herkend', IsEdited: true, reason: '' });
    await work.run();
    expect((await user.get('/api/fmmodule/invoices')).json().result).toMatchObject([
      { invoiceNumber: 'HAND-1' },
    ]);
    expect((await user.get('/api/fmmodule/invoicerecognition/unvalidated')).json().result).toMatchObject([
      { id, value: 'HAND-1' },
    ]);
  });

  test('by staff is none by the customer, and neither is choosing a trigger', async () => {
    const [mine, theirs] = [await send(), await send()];
    const { id: triggerId } = await buildTrigger(world.db, { companyId: user.companyId, naam: 'Zon' });
    expect((await save(mine, { triggerId })).json().result).toMatchObject({ triggerId, IsEdited: false });
    const staff = await world.asUser({ isProvider: true, may: ['fmmanagement.documents.update.system'] });
    const reply = await staff.put(`${base}/${theirs}`, { values: { total: { value: '1,00' } } });
    expect(reply.json().result).toMatchObject({ IsEdited: false });
    expect((await save(theirs, { isCredit: true })).json().result).toMatchObject({ IsEdited: true });
  });

  test('of a body that names another document is refused; by its number it is the same one', async () => {
    const [id, other] = [await send({ without: ['number'] }), await send({ without: ['number'] })];
    expect(await save(id, { id: other, isCredit: true })).toBeProblem(400, 'validation', { id: ['invalid'] });
    const { documentId, isCredit } = (await user.get(`${base}/${id}`)).json().result;
    expect(isCredit).toBe(false);
    expect((await save(documentId, { id, isCredit: true })).json().result).toMatchObject({
      id,
      isCredit: true,
    });
  });

  test('what still lacks is named', async () => {
    const id = await send({ without: ['number', 'total'] });
    const reply = await save(id, { values: { number: { value: 'HAND-1' } } });
    expect(reply.json().result).toMatchObject({ state: 'Onbekend', reasonCodes: ['no-total'] });
    const history = (
      await world.db
        .selectFrom('history')
        .where('entity_id', '=', id)
        .where('verb', '=', 'update')
        .select('changes')
        .execute()
    )[0];
    expect(history?.changes).toEqual({ number: { old: null, new: 'HAND-1' } });
  });

  test('all wrong values are named at once, and nothing is kept', async () => {
    const id = await send();
    const reply = await save(id, {
      values: { date: { value: 'morgen' }, dueDate: { value: 'ooit' }, number: { value: 'X' } },
    });
    expect(reply).toBeProblem(400, 'validation', {
      values_date: ['not-a-date'],
      values_due_date: ['not-a-date'],
    });
    expect(
      await save(id, { administrationId: '00000000-0000-7000-8000-000000000000', triggerId: 'x' }),
    ).toBeProblem(400, 'validation', {
      administration_id: ['unknown'],
      triggerId: ['unknown'],
    });
    expect(await find(id)).toMatchObject({
      IsEdited: false,
      state: 'Onbekend',
      rowVersion: (await find(id)).rowVersion,
    });
  });

  test('of a recognised one reaches its invoice, which cannot lose its number', async () => {
    const id = await send({});
    await save(id, { values: { number: { value: 'HAND-2' } } });
    expect((await user.get('/api/fmmodule/invoices')).json().result).toMatchObject([
      { invoiceNumber: 'HAND-2' },
    ]);
    expect(await save(id, { values: { number: null } })).toBeProblem(400, 'validation', {
      values_number: ['required'],
    });
    expect((await find(id)).properties[0]).toMatchObject({ value: 'HAND-2' });
  });

  test('of an old version is refused', async () => {
    const id = await send();
    const { rowVersion } = await find(id);
    await save(id, { isCredit: true, rowVersion });
    expect(await save(id, { isCredit: false, rowVersion })).toBeProblem(409, 'stale');
  });

  test('wins over a later retry', async () => {
    const id = await send({ without: ['number', 'total'] });
    await save(id, { values: { number: { value: 'HAND-1' } }, isCredit: true });
    await user.post(`${base}/retryDocumentsThroughOcr`, { force: true });
    await work.run();
    const record = await find(id);
    expect(record).toMatchObject({ IsEdited: true, isCredit: true, reasonCodes: ['no-total'] });
    expect(record.properties[0]).toMatchObject({
      property: 'number',
      value: 'HAND-1',
      method: 'user',
      isConfirmed: true,
    });
  });
});

describe('setting aside', () => {
  test('a selection, and its undo brings back exactly that with its reasons', async () => {
    const [first, second, third] = [await send(), await send(), await send({})];
    const reply = await user.post(`${base}/onverwerkbaar`, { ids: [first, third, 'geen-id'] });
    const { nrOfDocuments, batchId } = reply.json().result;
    expect(nrOfDocuments).toBe(1);
    expect(ids(await listed())).toEqual([second]);
    expect((await listed('onverwerkbaar')).result).toMatchObject([{ id: first, reasonCodes: ['set-aside'] }]);
    expect((await user.post(`${base}/batches/${batchId}/undo`, {})).json().result.nrOfDocuments).toBe(1);
    expect((await listed()).result).toMatchObject([
      { id: first, reasonCodes: ['no-number'] },
      { id: second },
    ]);
    expect((await user.post(`${base}/batches/${batchId}/undo`, {})).json().result.nrOfDocuments).toBe(0);
  });

  test('those under 500 characters that were read, and never an edited one', async () => {
    const [short, long, edited] = [await send(), await send(), await send({ without: ['number', 'total'] })];
    const length = (id: string, text_length: number) =>
      world.db.updateTable('documents').set({ text_length }).where('id', '=', id).execute();
    await Promise.all([length(short, 499), length(long, 500), length(edited, 10)]);
    await user.put(`${base}/${edited}`, { isCredit: true });
    const { nrOfDocuments, batchId } = (await user.post(`${base}/onverwerkbaar-onder-500`, {})).json().result;
    expect(nrOfDocuments).toBe(1);
    expect(ids(await listed()).toSorted()).toEqual([long, edited].toSorted());
    expect((await listed('onverwerkbaar')).result).toMatchObject([
      { id: short, reason: 'Dit document heeft minder dan 500 tekens tekst.' },
    ]);
    await user.post(`${base}/batches/${batchId}/undo`, {});
    expect(ids(await listed())).toHaveLength(3);
  });

  test('none is a success too', async () => {
    expect((await user.post(`${base}/onverwerkbaar-onder-500`)).json().result).toEqual({
      nrOfDocuments: 0,
      batchId: null,
    });
  });

  test('by the bytes of a document, in the caller’s scope only', async () => {
    const id = await send();
    const { sha256 } = await world.db
      .selectFrom('documents')
      .where('id', '=', id)
      .select('sha256')
      .executeTakeFirstOrThrow();
    const stranger = await world.asUser({ may });
    expect(await stranger.post(`${base}/${sha256}`, {})).toBeProblem(404, 'not-found');
    expect((await user.post(`${base}/${sha256.toUpperCase()}`, {})).json().result.nrOfDocuments).toBe(1);
    expect(await user.post(`${base}/iets-anders`, {})).toBeProblem(404, 'not-found');
  });

  test('one comes back by itself, and a refused file does not', async () => {
    const id = await send();
    await user.post(`${base}/onverwerkbaar`, { ids: [id] });
    expect((await user.post(`${base}/${id}/herstel`, {})).json().result).toMatchObject({
      state: 'Onbekend',
      reasonCodes: ['no-number'],
    });
    const [body, headers] = upload({ filename: 'leeg.pdf', content: '' });
    const refused = (await user.post('/api/fmmodule/documents', body, headers)).json().result[0].id;
    expect(await user.post(`${base}/${refused}/herstel`, {})).toBeProblem(409, 'wrong-state');
  });
});

describe('the retry', () => {
  const retry = async (body: object = {}) =>
    (await user.post(`${base}/retryDocumentsThroughOcr`, body)).json().result;
  const progress = async () => (await user.get(`${base}/retryDocumentsThroughOcr`)).json().result;

  test('queues all unknown ones, answers at once, and tells how far it is', async () => {
    await send();
    await send();
    await send({});
    expect(await progress()).toBeNull();
    expect(await retry()).toMatchObject({
      nrOfDocuments: 2,
      doneCount: 0,
      isRunning: true,
      wasRunning: false,
    });
    expect(await retry()).toMatchObject({ nrOfDocuments: 2, wasRunning: true });
    await work.run();
    expect(await progress()).toMatchObject({
      nrOfDocuments: 2,
      doneCount: 2,
      unknownCount: 2,
      recognisedCount: 0,
      isRunning: false,
      failures: [
        { documentId: '2026-11-0001', reason: 'Het factuurnummer is niet gevonden.' },
        { documentId: '2026-11-0002' },
      ],
    });
  });

  test('tells what it did itself: what people and triggers do afterwards is not counted in it', async () => {
    const [first, second] = [await send(), await send()];
    await retry({ force: true });
    await work.run();
    const shownRun = await progress();
    expect(shownRun).toMatchObject({ doneCount: 2, unknownCount: 2, recognisedCount: 0, isRunning: false });
    now = new Date(now.getTime() + 60_000);
    await user.put(`${base}/${first}`, { values: { number: { value: 'A-1' } } });
    expect(await find(first)).toMatchObject({ state: 'Herkend' });
    // As a trigger does it that is saved meanwhile: it is read once more.
    await world.db.updateTable('documents').set({ state: 1 }).where('id', '=', second).execute();
    expect(await progress()).toEqual(shownRun);
    const by = { userId: user.userId, name: 'x' };
    await world.services.jobs.send(
      world.db,
      recogniseJob,
      { companyId: user.companyId, documentId: second, by },
      { key: second },
    );
    await work.run();
    expect(await find(second)).toMatchObject({ state: 'Onbekend', tries: 3 });
    expect(await progress()).toEqual(shownRun);
  });

  test('by force reads a PDF by OCR that has text of its own', { timeout: 60_000 }, async () => {
    const [sample] = generateInvoices({ seed: 12, count: 1, layouts: ['classic'] });
    const content = await (sample?.pdf() ?? Buffer.alloc(0));
    const [body, headers] = upload({ filename: 'factuur.pdf', content });
    const { id } = (await user.post('/api/fmmodule/documents', body, headers)).json().result[0];
    await work.run();
    const sources = () =>
      world.db.selectFrom('document_pages').where('document_id', '=', id).select('text_source').execute();
    expect(await sources()).toEqual([{ text_source: 'pdf' }]);
    await world.db.updateTable('documents').set({ state: 3 }).where('id', '=', id).execute();
    await retry({ ids: [id] });
    await work.run();
    expect(await sources()).toEqual([{ text_source: 'pdf' }]);
    await world.db.updateTable('documents').set({ state: 3 }).where('id', '=', id).execute();
    await retry({ force: true, ids: [id] });
    await work.run();
    expect(await sources()).toEqual([{ text_source: 'ocr' }]);
  });

  test('waits for no document that was removed meanwhile', async () => {
    const [first, second] = [await send(), await send()];
    await retry({ force: true });
    await user.delete(`${base}/${first}`);
    await work.run();
    expect(await progress()).toMatchObject({
      nrOfDocuments: 2,
      doneCount: 2,
      unknownCount: 1,
      isRunning: false,
      failures: [{ id: second }],
    });
  });

  test('of which the queueing is cut off goes on, and reads each document once', async () => {
    const [first, second] = [await send(), await send()];
    const { id: retryId } = await retry({ force: true });
    const by = { userId: user.userId, name: 'x' };
    await requeue(world.services, { retryId, force: true, by });
    await work.run();
    const tries = await world.db
      .selectFrom('documents')
      .where('id', 'in', [first, second])
      .select('tries')
      .execute();
    expect(tries.map((row) => row.tries)).toEqual([2, 2]);
    expect(await progress()).toMatchObject({ doneCount: 2, isRunning: false });
  });

  test('bills no second scan', async () => {
    const id = await send();
    await retry({ force: true });
    await work.run();
    const events = await world.db
      .selectFrom('usage_events')
      .where('document_id', '=', id)
      .select(['kind', 'administration_id'])
      .execute();
    expect(events).toEqual([{ kind: 'scan', administration_id: administrationId }]);
  });

  test('of a few does those only, and of nothing is a success', async () => {
    const [one] = [await send(), await send()];
    expect(await retry({ ids: [one] })).toMatchObject({ nrOfDocuments: 1 });
    await work.run();
    await user.post(`${base}/onverwerkbaar-onder-500`, {});
    await user.post(`${base}/onverwerkbaar`, { ids: ids(await listed()) });
    expect((await listed()).result).toEqual([]);
    now = new Date(now.getTime() + 1000);
    expect(await retry()).toMatchObject({ nrOfDocuments: 0, isRunning: false });
  });
});

describe('a document that a colleague works on', () => {
  test('is saved by nobody else until they take it over', async () => {
    const id = await send();
    const colleague = await world.asUser({ companyId: user.companyId, may });
    await colleague.post(`${base}/${id}/lock`, {});
    const save = () => user.put(`${base}/${id}`, { values: { number: { value: 'F-1' } } });
    const refused = await save();
    expect(refused).toBeProblem(409, 'wrong-state');
    expect(refused.json().detail).toContain('werkt');
    expect((await find(id)).state).toBe('Onbekend');
    await user.post(`${base}/${id}/lock`, { take: true });
    expect((await save()).statusCode).toBe(200);
  });
});

describe('the next one', () => {
  test('is the oldest after this one in the filter, past what a colleague works on; then there is none', async () => {
    const [first, second, third] = [await send(), await send(), await send()];
    const next = async (id: string, query = '') =>
      (await user.get(`${base}/${id}/next${query}`)).json().result;
    expect(await next(first)).toEqual({ id: second, documentId: '2026-11-0002' });
    const colleague = await world.asUser({ companyId: user.companyId, may });
    await colleague.post(`${base}/${second}/lock`, {});
    expect((await next(first, '?$orderby=filename desc')).id).toBe(third);
    expect(await next(first, `?$filter=${encodeURIComponent("documentId eq '2026-11-0002'")}`)).toBeNull();
    expect(await next(third)).toBeNull();
  });
});

describe('deleting', () => {
  test('puts it in the trash, and not what became an invoice', async () => {
    const [id, known] = [await send(), await send({})];
    expect((await user.delete(`${base}/${id}`)).statusCode).toBe(204);
    expect(await user.get(`${base}/${id}`)).toBeProblem(404, 'not-found');
    expect(await user.delete(`${base}/${known}`)).toBeProblem(409, 'wrong-state');
  });
});

describe('a customer who uploads', () => {
  let customer: TestClient;
  beforeEach(async () => {
    customer = await world.asUser({
      may: ['fmmodule.documents.create.user', 'fmmodule.documents.read.user'],
      companyId: user.companyId,
    });
  });

  test('sees their own unknown documents, and completes what is missing', async () => {
    await send();
    const own = await send({ without: ['number'] }, customer);
    const { result } = (await customer.get(`${base}/onbekend`)).json();
    expect(ids({ result })).toEqual([own]);
    const record = (await customer.get(`${base}/${own}`)).json().result;
    expect(record.administrations).toEqual([{ id: administrationId, name: 'Holding' }]);
    const saved = await customer.put(`${base}/${own}`, { values: { number: { value: 'F-77' } } });
    expect(saved.json().result).toMatchObject({ state: 'Herkend', IsEdited: true });
  });

  test('asks the provider, who sees it in the list until the document is complete', async () => {
    const own = await send({ without: ['number'] }, customer);
    const url = `${base}/${own}/vraag`;
    expect(await customer.post(url, { question: ' ' })).toBeProblem(400, 'validation', {
      question: ['required'],
    });
    const asked = await customer.post(url, { question: 'Welk nummer is dit?' });
    expect(asked.json().result.question).toEqual({
      text: 'Welk nummer is dit?',
      at: now.toISOString(),
      by: expect.any(String),
    });
    const staff = await world.asUser({
      isProvider: true,
      may: ['fmmanagement.documents.read.system', 'fmmanagement.documents.update.system'],
    });
    const open = `${base}/onbekend?$filter=hasQuestion eq true`;
    expect(ids((await staff.get(open)).json())).toContain(own);
    await staff.put(`${base}/${own}`, { values: { number: { value: 'F-78' } } });
    expect((await staff.get(`${base}/${own}`)).json().result.question).toBeNull();
    expect(await customer.post(url, { question: 'En nu?' })).toBeProblem(409, 'wrong-state');
  });

  test('removes what is no invoice, and has no right to read everything again', async () => {
    const own = await send({ without: ['number'] }, customer);
    expect((await customer.delete(`${base}/${own}`)).statusCode).toBe(204);
    expect(await customer.get(`${base}/${own}`)).toBeProblem(404, 'not-found');
    expect(await customer.post(`${base}/retryDocumentsThroughOcr`, {})).toBeProblem(403, 'forbidden');
  });

  test('does not reach the documents of a colleague', async () => {
    const theirs = await send();
    expect(await customer.get(`${base}/${theirs}`)).toBeProblem(404, 'not-found');
    expect(await customer.post(`${base}/${theirs}/vraag`, { question: 'x' })).toBeProblem(404, 'not-found');
  });
});
