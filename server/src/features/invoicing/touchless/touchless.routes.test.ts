import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp, testNow } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import type { UblSeed } from '#server/features/documents/testing/ubl.ts';
import { startWork, uploadUbl, type Work } from '../testing/work.ts';

let now = testNow;
let world: TestApp;
let work: Work;
let maker: TestClient;
let other: TestClient;

const rules = '/api/fmmodule/touchless-rules';
const may = [
  'fmmodule.documents.create.company',
  'fmmodule.invoices.read.company',
  'fmmodule.invoices.update.company',
  'fmmodule.invoices.approve.company',
  'fmmodule.invoices.export.company',
  'fmmodule.approvalflows.update.company',
  'fmmodule.approvalflows.read.company',
  'fmmodule.invoicerecognitiondata.read.company',
  'fmmodule.invoicerecognitiondata.update.company',
  'fmmodule.touchlessrules.read.company',
  'fmmodule.touchlessrules.create.company',
  'fmmodule.touchlessrules.update.company',
  'fmmodule.touchlessrules.delete.company',
];
const content = {
  confidence: 0.98,
  confirmed: 2,
  upTo: 100_000,
  bookingShare: 0.9,
  maxCount: 3,
  maxTotal: 200_000,
};

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
  maker = await world.asUser({ may });
  other = await world.asUser({ companyId: maker.companyId, may });
  await buildAdministration(world.db, maker.companyId, 'Holding');
});

let sent = 0;
async function send(seed: UblSeed = {}): Promise<string> {
  sent += 1;
  now = new Date(now.getTime() + 1000);
  const id = await uploadUbl(world, work, maker, {
    number: `N-${sent}`,
    exclInCents: 10_000 + sent,
    ...seed,
  });
  if (id === null) throw new Error('no invoice');
  return id;
}
const invoice = async (id: string) => (await maker.get(`/api/fmmodule/invoices/${id}`)).json().result;
const decision = async (id: string) =>
  (await maker.get(`/api/fmmodule/invoices/${id}/decision`)).json().result;
const waiting = async () =>
  (await maker.get('/api/fmmodule/invoicerecognition/unvalidated')).json().result.length;
async function judge(invoiceId: string): Promise<void> {
  const { documentId } = await world.db
    .selectFrom('invoices')
    .where('id', '=', invoiceId)
    .select('document_id as documentId')
    .executeTakeFirstOrThrow();
  await maker.put(`/api/fmmodule/invoicerecognition/${documentId}`, { isValidated: true, isCorrect: true });
}
/** A creditor that people confirmed and booked twice. */
async function known(): Promise<void> {
  for (let count = 0; count < 2; count += 1) {
    const id = await send();
    await judge(id);
    await other.post(`/api/fmmodule/invoices/${id}/approve`, { approve: true });
  }
}
async function rule(kind: 'validation' | 'approval', more: object = {}, isOn = true) {
  const body = { kind, name: kind, content: { ...content, ...more } };
  const made = (await maker.post(rules, body)).json().result;
  if (isOn) await other.post(`${rules}/${made.id}/switch`, { isOn: true });
  return made;
}
const drawEvery = (sampleEvery: number) =>
  maker.put(`/api/fmmodule/touchless/${maker.companyId}`, { sampleEvery });

describe('a rule', () => {
  test('is off when it is made, and another person than its maker switches it on', async () => {
    const made = await rule('validation', {}, false);
    expect(made).toMatchObject({ number: 1, version: 1, isOn: false, isMine: true });
    expect(await maker.post(`${rules}/${made.id}/switch`, { isOn: true })).toBeProblem(409, 'four-eyes');
    expect((await other.post(`${rules}/${made.id}/switch`, { isOn: true })).json().result).toMatchObject({
      isOn: true,
    });
    expect((await maker.post(`${rules}/${made.id}/switch`, { isOn: false })).json().result).toMatchObject({
      isOn: false,
    });
  });

  test('that is changed is a version, off again, and keeps what it said', async () => {
    const made = await rule('validation');
    const body = { name: 'Ruimer', content: { ...content, upTo: 500_000 } };
    const changed = (await maker.put(`${rules}/${made.id}`, body)).json().result;
    expect(changed).toMatchObject({ number: 1, version: 2, isOn: false, name: 'Ruimer' });
    expect((await maker.get(`${rules}/${made.id}/versions`)).json().result).toMatchObject([
      { version: 2, content: { upTo: 500_000 } },
      { version: 1, content: { upTo: 100_000 } },
    ]);
  });

  test('is not seen by another company', async () => {
    await rule('validation');
    const stranger = await world.asUser({ may });
    expect((await stranger.get(rules)).json().result).toEqual([]);
    expect(await stranger.get(`/api/fmmodule/touchless/${maker.companyId}`)).toBeProblem(404, 'not-found');
  });
});

describe('without a rule that is on', () => {
  test('everything waits, and nothing is decided', async () => {
    await known();
    await rule('validation', {}, false);
    const id = await send();
    expect(await decision(id)).toBeNull();
    expect(await waiting()).toBe(1);
  });
});

describe('a rule for validation', () => {
  test('passes a known creditor with a known account, and the invoice waits for approval', async () => {
    await known();
    await rule('validation');
    const id = await send();
    expect(await decision(id)).toMatchObject({
      validatedBy: '1.1',
      approvedBy: null,
      stoppedBy: 'no-approval',
      evidence: { confidence: 1, confirmed: 2, accountSeen: 2 },
      mayUndo: true,
    });
    expect(await waiting()).toBe(0);
    expect(await invoice(id)).toMatchObject({ statusValue: 'Concept' });
    const history = (await maker.get(`/api/core/history?entity=fmmodule.invoices&entityId=${id}`)).json()
      .result;
    expect(history).toContainEqual(
      expect.objectContaining({ verb: 'pass-by-rule', userName: 'Regel 1, versie 1' }),
    );
  });

  test.each<[string, UblSeed, object]>([
    ['creditor', {}, { confirmed: 3 }],
    ['iban', { iban: null }, {}],
    ['iban', { iban: 'NL20INGB0001234567' }, {}],
    ['warning', { date: '2026-12-31' }, {}],
    ['amount', { exclInCents: 90_000 }, {}],
    ['month', {}, { maxTotal: 12_000 }],
  ])('stops at %s, which is the reason', async (reason, seed, more) => {
    await known();
    await rule('validation', more);
    expect(await decision(await send(seed))).toMatchObject({ validatedBy: null, stoppedBy: reason });
    expect(await waiting()).toBe(1);
  });

  test('stops where it decided as often as it may in a month', async () => {
    await known();
    await rule('validation', { maxCount: 1 });
    expect(await decision(await send())).toMatchObject({ validatedBy: '1.1' });
    expect(await decision(await send())).toMatchObject({ stoppedBy: 'month' });
  });

  test('leaves a reason by which the list of invoices finds what it stopped', async () => {
    await known();
    await rule('validation', { upTo: 20_000 });
    const passed = await send();
    const stopped = await send({ exclInCents: 90_000 });
    const listed = async (query: string) =>
      (await maker.get(`/api/fmmodule/invoices?${query}`)).json().result.map(({ id }: { id: string }) => id);
    expect(await listed('stoppedBy=amount&month=2026-11')).toEqual([stopped]);
    expect(await listed('stoppedBy=no-approval')).toEqual([passed]);
    expect(await listed('stoppedBy=amount&month=2026-10')).toEqual([]);
    expect(await listed('month=2026-11')).toHaveLength(4);
  });

  test('counts as wrong when somebody corrects what it passed', async () => {
    await known();
    await rule('validation');
    const id = await send();
    const { documentId } = await world.db
      .selectFrom('invoices')
      .where('id', '=', id)
      .select('document_id as documentId')
      .executeTakeFirstOrThrow();
    await maker.put(`/api/fmmodule/invoicerecognition/${documentId}/properties/number`, { value: 'ANDERS' });
    expect(await decision(id)).toMatchObject({ wrong: ['number'], mayUndo: false });
    const report = (await maker.get(`/api/fmmodule/touchless/${maker.companyId}`)).json().result;
    expect(report.months).toMatchObject([{ invoices: 3, touchless: 0, withoutValidation: 0, wrong: 1 }]);
  });
});

describe('a rule for approval', () => {
  test('approves by a booking as before, by its name and nobody’s', async () => {
    await known();
    await drawEvery(1000);
    await rule('validation');
    await rule('approval');
    const id = await send();
    expect(await decision(id)).toMatchObject({
      validatedBy: '1.1',
      approvedBy: '2.1',
      stoppedBy: null,
      evidence: { bookingShare: 1 },
    });
    expect(await invoice(id)).toMatchObject({ statusValue: 'ReadyForProcessing' });
    const row = await world.db
      .selectFrom('invoices')
      .where('id', '=', id)
      .select(['decided_by', 'decided_by_name'])
      .executeTakeFirst();
    expect(row).toEqual({ decided_by: null, decided_by_name: 'Regel 2, versie 1' });
    const report = (await maker.get(`/api/fmmodule/touchless/${maker.companyId}`)).json().result;
    expect(report.months).toMatchObject([{ invoices: 3, touchless: 1, withoutValidation: 1, wrong: 0 }]);
    expect(report.stops).toMatchObject([{ reason: 'off', count: 2 }]);
    expect(report.suppliers).toMatchObject([{ name: 'Bakker Techniek B.V.', invoices: 3, touchless: 1 }]);
  });

  test('does not decide where a flow names people', async () => {
    await known();
    await rule('validation');
    await rule('approval');
    const flow = `/api/fmmodule/approval-flows/${maker.companyId}`;
    const otherwise = [{ mode: 'one', userIds: [other.userId] }];
    await maker.put(flow, { draft: { rules: [], otherwise, fourEyes: null } });
    await maker.post(`${flow}/put-in-use`, {});
    const id = await send();
    expect(await decision(id)).toMatchObject({ validatedBy: '1.1', approvedBy: null, stoppedBy: 'approver' });
  });

  test('does not decide where four eyes are asked for', async () => {
    await known();
    await rule('validation');
    await rule('approval');
    const flow = `/api/fmmodule/approval-flows/${maker.companyId}`;
    const fourEyes = { above: 1000, secondApproverId: null };
    await maker.put(flow, { draft: { rules: [], otherwise: [], fourEyes } });
    await maker.post(`${flow}/put-in-use`, {});
    expect(await decision(await send())).toMatchObject({ approvedBy: null, stoppedBy: 'approver' });
  });

  test('does not decide without bookings of before', async () => {
    for (const id of [await send(), await send()]) await judge(id);
    await rule('validation');
    await rule('approval');
    expect(await decision(await send())).toMatchObject({ validatedBy: '1.1', stoppedBy: 'booking' });
  });

  test('is taken back until an export took the invoice', async () => {
    await known();
    await drawEvery(1000);
    await rule('validation');
    await rule('approval');
    const id = await send();
    const undone = await maker.post(`/api/fmmodule/invoices/${id}/undo-rule`, { reason: 'Verkeerd geboekt' });
    expect(undone.json().result).toMatchObject({ statusValue: 'Concept' });
    expect(await waiting()).toBe(1);
    expect(await decision(id)).toMatchObject({ mayUndo: false, undoneByName: expect.any(String) });
    expect(await maker.post(`/api/fmmodule/invoices/${id}/undo-rule`, { reason: 'X' })).toBeProblem(
      409,
      'wrong-state',
    );
    const exported = await send();
    await maker.post('/api/fmmodule/exports', { format: 'csv', companyId: maker.companyId });
    await work.run();
    expect(await invoice(exported)).toMatchObject({ statusValue: 'Processed' });
    expect(await maker.post(`/api/fmmodule/invoices/${exported}/undo-rule`, { reason: 'X' })).toBeProblem(
      409,
      'wrong-state',
    );
  });
});

describe('a sample', () => {
  beforeEach(async () => {
    await known();
    await drawEvery(1);
    await rule('validation');
    await rule('approval');
  });
  const takeOut = async () => {
    await maker.post('/api/fmmodule/exports', { format: 'csv', companyId: maker.companyId });
    await work.run();
  };

  test('waits for a person before it is exported, and teaches after they looked', async () => {
    const id = await send();
    await takeOut();
    expect(await invoice(id)).toMatchObject({ statusValue: 'ReadyForProcessing' });
    expect(
      (await maker.get(`/api/fmmodule/touchless/${maker.companyId}`)).json().result.samples,
    ).toMatchObject([{ invoiceId: id, rule: '2.1' }]);
    expect((await maker.post(`/api/fmmodule/invoices/${id}/check`, { wrong: [] })).statusCode).toBe(200);
    await takeOut();
    expect(await invoice(id)).toMatchObject({ statusValue: 'Processed' });
    const report = (await maker.get(`/api/fmmodule/touchless/${maker.companyId}`)).json().result;
    expect(report).toMatchObject({ samples: [], checked: 1, checkedWrong: 0 });
    const judged = await world.db
      .selectFrom('documents')
      .where('invoice_id', '=', id)
      .select(['is_correct', 'verdict_by'])
      .executeTakeFirst();
    expect(judged).toEqual({ is_correct: true, verdict_by: maker.userId });
  });

  test('that is wrong waits for people again, and is the measured error', async () => {
    const id = await send();
    await maker.post(`/api/fmmodule/invoices/${id}/check`, { wrong: ['total'] });
    expect(await invoice(id)).toMatchObject({ statusValue: 'Concept' });
    expect(await waiting()).toBe(1);
    const report = (await maker.get(`/api/fmmodule/touchless/${maker.companyId}`)).json().result;
    expect(report).toMatchObject({ checked: 1, checkedWrong: 1 });
    expect(report.months).toMatchObject([{ touchless: 0, wrong: 1 }]);
    expect(await maker.post(`/api/fmmodule/invoices/${id}/check`, { wrong: [] })).toBeProblem(
      409,
      'wrong-state',
    );
  });
});
