import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp, testNow } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { startWork, uploadUbl, type Work } from '#server/features/invoicing/testing/work.ts';
import { switchSupplierRule } from '../rules/supplier-rules.repository.ts';
import { recogniseJob } from '../jobs.ts';
import { buildTrigger } from '../triggers/testing/factories.ts';
import { listKnown } from '../creditors/creditors.repository.ts';
import type { UblSeed } from '../testing/ubl.ts';

let now = testNow;
let world: TestApp;
let work: Work;
let user: TestClient;

const base = '/api/fmmodule/invoicerecognition';
const may = [
  'fmmodule.documents.create.company',
  'fmmodule.documents.read.company',
  'fmmodule.invoices.read.company',
  'fmmodule.invoices.approve.company',
  'fmmodule.invoicerecognitiondata.read.company',
  'fmmodule.invoicerecognitiondata.update.company',
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
  await buildAdministration(world.db, user.companyId, 'Holding');
});

async function send(seed: UblSeed = {}): Promise<string> {
  await uploadUbl(world, work, user, seed);
  const row = await world.db
    .selectFrom('documents')
    .where('company_id', '=', user.companyId)
    .orderBy('number', 'desc')
    .select('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
const waiting = async () =>
  (await user.get(`${base}/unvalidated?$top=250&$count=true&$orderby=documentId asc`)).json();
const judge = (id: string, isCorrect: boolean) =>
  user.put(`${base}/${id}`, { id, isValidated: true, isCorrect });
const document = (id: string) =>
  world.db.selectFrom('documents').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const invoices = async () => (await user.get('/api/fmmodule/invoices')).json().result;

describe('the list', () => {
  test('has what was recognised, with its pairs and the lowest confidence', async () => {
    const id = await send({ number: '2026-0042' });
    const { result, metadata } = await waiting();
    expect(metadata).toEqual({ count: 1 });
    expect(result).toMatchObject([
      {
        id,
        documentId: '2026-11-0001',
        customerId: expect.stringMatching(/^\d+$/),
        companyName: expect.stringMatching(/\S/),
        administrationName: 'Holding',
        filename: 'factuur.xml',
        documentType: 'invoice',
        confidence: 1,
        property: 'number',
        value: '2026-0042',
        lock: null,
      },
    ]);
    expect(result[0].properties.slice(0, 2)).toEqual([
      { property: 'number', value: '2026-0042', confidence: 1 },
      { property: 'date', value: '2026-11-02', confidence: 1 },
    ]);
  });

  test('searches values, sorts on confidence, and leaves out another company’s', async () => {
    await send({ number: 'ZOEK-77' });
    await send({ number: 'ANDER-1' });
    const found = await user.get(`${base}/unvalidated?query=zoek-77&$orderby=confidence desc`);
    expect(found.json().result).toMatchObject([{ value: 'ZOEK-77' }]);
    const stranger = await world.asUser({ may });
    expect((await stranger.get(`${base}/unvalidated`)).json().result).toEqual([]);
  });

  test('with the right to their own a person judges only what they sent in', async () => {
    await send();
    const colleague = await world.asUser({
      companyId: user.companyId,
      may: ['fmmodule.invoicerecognitiondata.read.user', 'fmmodule.invoicerecognitiondata.update.user'],
    });
    expect((await colleague.get(`${base}/unvalidated`)).json().result).toEqual([]);
  });
});

describe('one document', () => {
  test('comes with values, reasons, lines, pages and the words of a page', async () => {
    const id = await send();
    const item = (await user.get(`${base}/unvalidated/${id}`)).json().result;
    expect(item).toMatchObject({
      splitBefore: [],
      addressedTo: null,
      trigger: null,
      invoice: { isOpen: true },
      lines: [{ lineNumber: 1, amountInCents: 10_000 }],
      pages: [{ number: 1, textSource: 'xml' }],
    });
    expect(item.properties).toContainEqual(
      expect.objectContaining({
        property: 'total',
        value: '12100',
        method: 'xml',
        isConfirmed: false,
        reasons: ['xml'],
      }),
    );
    const page = (await user.get(`${base}/unvalidated/${id}/pages/1`)).json().result;
    expect(page.text).toContain('2026-0042');
    const picture = await user.get(`${base}/images?filename=${item.pages[0].picture}&width=148`);
    expect(picture.headers['content-type']).toBe('image/jpeg');
    expect(await user.get(`${base}/unvalidated/${id}/pages/2`)).toBeProblem(404, 'not-found');
    const stranger = await world.asUser({ may });
    expect(await stranger.get(`${base}/images?filename=${item.pages[0].picture}`)).toBeProblem(
      404,
      'not-found',
    );
  });
});

describe('a positive verdict', () => {
  test('confirms the values and leaves the invoice', async () => {
    const id = await send();
    const reply = await judge(id, true);
    expect(reply.json().result).toEqual({
      id,
      isValidated: true,
      isCorrect: true,
      undoUntil: '2026-11-21T13:15:00.000Z',
    });
    expect((await waiting()).result).toEqual([]);
    expect(await invoices()).toMatchObject([{ statusValue: 'Concept' }]);
    const item = (await user.get(`${base}/unvalidated/${id}`)).json().result;
    expect(item.properties.every(({ isConfirmed }: { isConfirmed: boolean }) => isConfirmed)).toBe(true);
  });

  test('twice is once', async () => {
    const id = await send();
    await judge(id, true);
    now = new Date(testNow.getTime() + 3_600_000);
    expect((await judge(id, true)).statusCode).toBe(200);
    const lines = await world.db
      .selectFrom('history')
      .where('entity_id', '=', id)
      .where('verb', '=', 'validate')
      .selectAll()
      .execute();
    expect(lines).toHaveLength(1);
  });

  test('of a body that names another document is refused, and neither is judged', async () => {
    const [id, other] = [await send(), await send()];
    expect(await user.put(`${base}/${id}`, { id: other, isValidated: true, isCorrect: true })).toBeProblem(
      400,
      'validation',
      { id: ['invalid'] },
    );
    expect((await waiting()).metadata.count).toBe(2);
  });

  test('other than isValidated true is refused', async () => {
    const id = await send();
    expect(await user.put(`${base}/${id}`, { id, isValidated: false, isCorrect: true })).toBeProblem(
      400,
      'validation',
      {
        is_validated: ['not-a-choice'],
      },
    );
  });
});

describe('a verdict beside another', () => {
  test('is shown with its person and moment to whoever has the document open', async () => {
    const id = await send();
    const colleague = await world.asUser({ companyId: user.companyId, may });
    const judgedFor = async (who: TestClient) =>
      (await who.get(`${base}/unvalidated/${id}`)).json().result.judged;
    expect(await judgedFor(user)).toBeNull();
    await judge(id, false);
    expect(await judgedFor(user)).toEqual({
      isCorrect: false,
      at: testNow.toISOString(),
      by: expect.stringMatching(/\S/),
      isMine: true,
    });
    expect(await judgedFor(colleague)).toMatchObject({ isCorrect: false, isMine: false });
    await user.post(`${base}/unvalidated/${id}/undo`, {});
    expect(await judgedFor(colleague)).toBeNull();
  });

  test('on values that have changed since is refused, with what stands there now', async () => {
    const id = await send();
    const { rowVersion } = (await user.get(`${base}/unvalidated/${id}`)).json().result;
    const colleague = await world.asUser({ companyId: user.companyId, may });
    await colleague.put(`${base}/${id}`, { id, isValidated: true, isCorrect: false });
    const reply = await user.put(`${base}/${id}`, { id, isValidated: true, isCorrect: true, rowVersion });
    expect(reply).toBeProblem(409, 'stale');
    expect(reply.json().current.judged).toMatchObject({ isCorrect: false, isMine: false });
    expect(await document(id)).toMatchObject({ is_correct: false });
  });
});

describe('a negative verdict', () => {
  test('withdraws the Concept and sends the document to the unknown ones', async () => {
    const id = await send();
    await judge(id, false);
    expect(await invoices()).toEqual([]);
    expect(await document(id)).toMatchObject({ state: 3, reasons: ['rejected'], is_correct: false });
  });

  test('is taken back whole', async () => {
    const id = await send();
    const [before] = await invoices();
    await judge(id, false);
    expect((await user.post(`${base}/unvalidated/${id}/undo`, {})).json().result).toMatchObject({
      isValidated: false,
    });
    expect(await invoices()).toMatchObject([{ id: before.id, statusValue: 'Concept' }]);
    expect(await document(id)).toMatchObject({ state: 2, reasons: [], is_correct: null });
    expect((await waiting()).result).toHaveLength(1);
  });

  test('becomes positive within ten minutes, and not later', async () => {
    const id = await send();
    await judge(id, false);
    now = new Date(testNow.getTime() + 10 * 60_000);
    expect((await judge(id, true)).json().result).toMatchObject({ isCorrect: true });
    expect(await invoices()).toHaveLength(1);
    now = new Date(testNow.getTime() + 21 * 60_000);
    expect(await judge(id, false)).toBeProblem(409, 'wrong-state');
    expect(await user.post(`${base}/unvalidated/${id}/undo`, {})).toBeProblem(409, 'wrong-state');
  });

  test('never touches an approved invoice', async () => {
    const id = await send();
    const [invoice] = await invoices();
    await user.post(`/api/fmmodule/invoices/${invoice.id}/approve`, { approve: true });
    expect(await judge(id, false)).toBeProblem(409, 'wrong-state');
    expect(await document(id)).toMatchObject({ state: 2, is_correct: null });
  });
});

describe('the name of a supplier', () => {
  const right = { supplier: 'Bakker Techniek B.V.', kvk: '12345678' };
  const misread = { supplier: 'Bokker Techmek B.V.', kvk: '12345678' };
  const stored = () =>
    world.db
      .selectFrom('creditors')
      .where('company_id', '=', user.companyId)
      .select(['name', 'is_name_confirmed'])
      .executeTakeFirstOrThrow();
  const known = () => listKnown(world.db, user.companyId);

  test('that nobody judged is not known, and gives way to the next reading', async () => {
    await send({ ...misread, number: '1' });
    expect(await known()).toEqual([]);
    await send({ ...right, number: '2' });
    expect(await stored()).toEqual({ name: right.supplier, is_name_confirmed: false });
    expect(await known()).toEqual([]);
  });

  test('is known after a positive verdict, until that is taken back', async () => {
    const id = await send({ ...right, number: '1' });
    await judge(id, true);
    expect(await known()).toMatchObject([{ name: right.supplier }]);
    await send({ ...misread, number: '2' });
    expect(await stored()).toEqual({ name: right.supplier, is_name_confirmed: true });
    expect((await user.post(`${base}/unvalidated/${id}/undo`, {})).statusCode).toBe(200);
    expect(await known()).toEqual([]);
  });

  test('that a person wrote renames the supplier, and is remembered', async () => {
    const first = await send({ ...misread, number: '1' });
    await judge(first, true);
    const id = await send({ ...misread, number: '2' });
    await user.put(`${base}/${id}/properties/creditor`, { value: right.supplier });
    expect(await known()).toMatchObject([{ name: right.supplier, kvk: right.kvk }]);
    await send({ ...misread, number: '3' });
    expect(await stored()).toEqual({ name: right.supplier, is_name_confirmed: true });
  });
});

describe('a correction', () => {
  const correct = (id: string, property: string, body: object) =>
    user.put(`${base}/${id}/properties/${property}`, body);

  test('is confirmed, keeps what was read as a candidate, and the invoice follows', async () => {
    const id = await send();
    const reply = await correct(id, 'total', { value: '€ 1.234,56', page: 1, box: [0.1, 0.2, 0.3, 0.25] });
    expect(reply.statusCode, reply.body).toBe(200);
    const total = reply
      .json()
      .result.properties.find(({ property }: { property: string }) => property === 'total');
    expect(total).toMatchObject({
      value: '123456',
      method: 'user',
      isConfirmed: true,
      page: 1,
      candidates: [{ value: '12100', method: 'xml' }],
    });
    expect(total.box[2]).toBeCloseTo(0.3);
    expect(await invoices()).toMatchObject([{ totalAmount: 123_456 }]);
    expect((await correct(id, 'total', { value: '12100', isStored: true })).statusCode).toBe(200);
    expect(await invoices()).toMatchObject([{ totalAmount: 12_100 }]);
  });

  test('of the supplier gives the invoice another creditor', async () => {
    const id = await send();
    await correct(id, 'creditor', { value: 'Jansen & Zn' });
    expect(await invoices()).toMatchObject([{ creditor: { name: 'Jansen & Zn' } }]);
  });

  test('that makes no sense is refused, and nothing changes', async () => {
    const id = await send();
    expect(await correct(id, 'date', { value: '31-02-2026' })).toBeProblem(400, 'validation', {
      value: ['not-a-date'],
    });
    expect(await correct(id, 'number', { value: '' })).toBeProblem(400, 'validation', {
      value: ['required'],
    });
    expect(await correct(id, 'onzin', { value: 'x' })).toBeProblem(404, 'not-found');
    expect(await invoices()).toMatchObject([{ invoiceDate: '2026-11-02', invoiceNumber: '2026-0042' }]);
  });

  test('of an old version shows what is stored', async () => {
    const id = await send();
    const { rowVersion } = (await user.get(`${base}/unvalidated/${id}`)).json().result;
    await correct(id, 'number', { value: 'A-1', rowVersion });
    const stale = await correct(id, 'number', { value: 'A-2', rowVersion });
    expect(stale).toBeProblem(409, 'stale');
    expect(stale.json().current).toMatchObject({ id, rowVersion: expect.any(Number), value: 'A-1' });
  });

  test('stays when the document is read again', async () => {
    const id = await send();
    await correct(id, 'number', { value: 'EIGEN-1' });
    await world.db.updateTable('documents').set({ state: 0 }).where('id', '=', id).execute();
    await world.services.jobs.send(world.db, (await import('../jobs.ts')).recogniseJob, {
      companyId: user.companyId,
      documentId: id,
      by: { userId: user.userId, name: 'x' },
    });
    await work.run();
    expect((await waiting()).result).toMatchObject([{ value: 'EIGEN-1' }]);
  });
});

describe('the lock', () => {
  test('tells a colleague who is at work, and ends by itself', async () => {
    const id = await send();
    const colleague = await world.asUser({ companyId: user.companyId, may });
    const mine = (await user.post(`${base}/unvalidated/${id}/lock`, {})).json().result;
    expect(mine).toMatchObject({ userId: user.userId, isMine: true, until: '2026-11-21T13:06:00.000Z' });
    expect((await colleague.post(`${base}/unvalidated/${id}/lock`, {})).json().result).toMatchObject({
      userId: user.userId,
      isMine: false,
    });
    expect((await colleague.get(`${base}/unvalidated`)).json().result[0].lock).toMatchObject({
      userId: user.userId,
      isMine: false,
    });
    expect(
      (await colleague.post(`${base}/unvalidated/${id}/lock`, { take: true })).json().result,
    ).toMatchObject({
      isMine: true,
    });
    now = new Date(testNow.getTime() + 61_000);
    expect((await user.get(`${base}/unvalidated`)).json().result[0].lock).toBeNull();
    expect((await user.delete(`${base}/unvalidated/${id}/lock`)).statusCode).toBe(204);
  });
});

describe('a document that somebody else has open', () => {
  test('is judged and corrected only by who takes it over', async () => {
    const id = await send();
    const colleague = await world.asUser({ companyId: user.companyId, may });
    await colleague.post(`${base}/unvalidated/${id}/lock`, {});
    const refused = await judge(id, true);
    expect(refused).toBeProblem(409, 'wrong-state');
    expect(refused.json().detail).toMatch(/werkt aan dit document/);
    expect(await user.put(`${base}/${id}/properties/number`, { value: 'X-1' })).toBeProblem(
      409,
      'wrong-state',
    );
    expect(await document(id)).toMatchObject({ is_correct: null });
    await user.post(`${base}/unvalidated/${id}/lock`, { take: true });
    expect((await judge(id, true)).statusCode).toBe(200);
  });

  test('is free again when its lock has run out', async () => {
    const id = await send();
    const colleague = await world.asUser({ companyId: user.companyId, may });
    await colleague.post(`${base}/unvalidated/${id}/lock`, {});
    now = new Date(testNow.getTime() + 61_000);
    expect((await judge(id, true)).statusCode).toBe(200);
  });
});

describe('a value that is confirmed as it was read', () => {
  test('keeps its place on the page, and is no correction', async () => {
    const id = await send({ number: 'A-1' });
    const place = { page: 1, box: [0.1, 0.2, 0.3, 0.25] };
    await world.db
      .updateTable('document_fields')
      .set(place)
      .where('document_id', '=', id)
      .where('property', '=', 'number')
      .execute();
    const reply = await user.put(`${base}/${id}/properties/number`, { value: 'A-1' });
    expect(
      reply.json().result.properties.find(({ property }: { property: string }) => property === 'number'),
    ).toMatchObject({
      value: 'A-1',
      isConfirmed: true,
      page: 1,
      box: place.box.map((side) => expect.closeTo(side)),
    });
    await judge(id, true);
    expect(await document(id)).toMatchObject({ was_corrected: false });
  });
});

describe('lines that are mended', () => {
  const line = { description: 'Binnenwerk', quantity: 2, unitPriceInCents: 2500, amountInCents: 5000 };
  const put = (id: string, lines: object[], more = {}) =>
    user.put(`${base}/unvalidated/${id}/lines`, { lines, ...more });

  test('stand in the place of what was read, and stay when the document is read again', async () => {
    const id = await send();
    const reply = await put(id, [line, { ...line, page: 1, box: [0.1, 0.5, 0.9, 0.52] }]);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json().result.lines).toMatchObject([
      { lineNumber: 1, ...line, vatPercent: null, page: null, box: null },
      { lineNumber: 2, ...line, page: 1 },
    ]);
    const history = await world.db
      .selectFrom('history')
      .where('entity_id', '=', id)
      .where('verb', '=', 'update')
      .select('changes')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(history.changes)).toContain('Binnenwerk 50,00; Binnenwerk 50,00');
    await world.db.updateTable('documents').set({ state: 0 }).where('id', '=', id).execute();
    await world.services.jobs.send(
      world.db,
      recogniseJob,
      { companyId: user.companyId, documentId: id, by: { userId: user.userId, name: 'Sanne' } },
      { key: id },
    );
    await work.run();
    expect((await user.get(`${base}/unvalidated/${id}`)).json().result.lines).toHaveLength(2);
  });

  test('are refused on an old version, with an amount that is none, and when all is settled', async () => {
    const id = await send();
    const { rowVersion } = (await user.get(`${base}/unvalidated/${id}`)).json().result;
    await put(id, [line]);
    expect(await put(id, [], { rowVersion })).toBeProblem(409, 'stale');
    expect((await put(id, [{ ...line, amountInCents: 0.5 }])).statusCode).toBe(400);
    const [invoice] = await invoices();
    await user.post(`/api/fmmodule/invoices/${invoice.id}/approve`, { approve: true });
    expect(await put(id, [])).toBeProblem(409, 'wrong-state');
  });
});

test('the reason of a value that a trigger read has the trigger’s name', async () => {
  const id = await send();
  const { id: triggerId } = await buildTrigger(world.db, { companyId: user.companyId, naam: 'Zon facturen' });
  await world.db
    .updateTable('document_fields')
    .set({ reason: `trigger:${triggerId}; agrees`, method: 'trigger' })
    .where('document_id', '=', id)
    .where('property', '=', 'total')
    .execute();
  const item = (await user.get(`${base}/unvalidated/${id}`)).json().result;
  expect(item.properties).toContainEqual(
    expect.objectContaining({ property: 'total', reasons: ['trigger:Zon facturen', 'agrees'] }),
  );
});

describe('an automatic supplier', () => {
  const creditor = () =>
    world.db
      .selectFrom('creditors')
      .where('company_id', '=', user.companyId)
      .selectAll()
      .executeTakeFirstOrThrow();
  const automatic = async () =>
    switchSupplierRule(world.db, user.companyId, (await creditor()).id, true, {
      userId: user.userId,
      name: '',
      at: testNow,
    });
  const rule = () =>
    world.db
      .selectFrom('touchless_rules')
      .where('company_id', '=', user.companyId)
      .selectAll()
      .executeTakeFirstOrThrow();

  test('skips the validation queue, and its invoice waits for approval all the same', async () => {
    await send({ number: 'A-1' });
    await automatic();
    await send({ number: 'A-2' });
    expect((await waiting()).result).toMatchObject([{ value: 'A-1' }]);
    expect(await invoices()).toHaveLength(2);
  });

  test('is looked at again after a new IBAN', async () => {
    await send({ number: 'A-1' });
    await automatic();
    await send({ number: 'A-2', iban: 'NL20INGB0001234567' });
    expect((await waiting()).result).toHaveLength(2);
    expect(await rule()).toMatchObject({ is_on: false, off_reason: 'new-iban' });
  });

  test('is looked at again after a negative verdict', async () => {
    const id = await send({ number: 'A-1' });
    await automatic();
    await judge(id, false);
    expect(await rule()).toMatchObject({ is_on: false, off_reason: 'negative-verdict' });
    expect(await creditor()).toMatchObject({ positives_in_a_row: 0 });
  });

  test('earns it by verdicts without edits', async () => {
    for (const number of ['A-1', 'A-2']) await judge(await send({ number }), true);
    expect(await creditor()).toMatchObject({ positives_in_a_row: 2 });
    const third = await send({ number: 'A-3' });
    await user.put(`${base}/${third}/properties/number`, { value: 'A-33' });
    await judge(third, true);
    expect(await creditor()).toMatchObject({ positives_in_a_row: 0 });
    await user.post(`${base}/unvalidated/${third}/undo`, {});
    expect(await creditor()).toMatchObject({ positives_in_a_row: 2 });
  });
});
