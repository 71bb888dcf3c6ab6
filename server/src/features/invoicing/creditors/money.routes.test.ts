import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import type { UblSeed } from '#server/features/documents/testing/ubl.ts';
import { startWork, uploadUbl, type Work } from '../testing/work.ts';

let world: TestApp;
let work: Work;
let uploader: TestClient;
let approver: TestClient;
let controller: TestClient;

const old = 'NL91ABNA0417164300';
const changed = 'NL20INGB0001234567';

beforeAll(async () => {
  world = await testApp({ now: () => now });
  work = startWork(world.services);
});
afterAll(async () => {
  await work.close();
  await world.close();
});
beforeEach(async () => {
  uploader = await world.asUser({
    may: [
      'fmmodule.documents.create.company',
      'fmmodule.invoices.read.company',
      'fmmodule.invoices.update.company',
      'fmmodule.bankaccounts.read.company',
      'fmmodule.bankaccounts.confirm.company',
    ],
    firstName: 'Ulla',
    lastName: 'Laadt',
  });
  const { companyId } = uploader;
  approver = await world.asUser({
    may: ['fmmodule.invoices.read.company', 'fmmodule.invoices.approve.company'],
    companyId,
  });
  controller = await world.asUser({
    may: [
      'fmmodule.invoices.read.company',
      'fmmodule.bankaccounts.read.company',
      'fmmodule.bankaccounts.confirm.company',
      'fmmodule.creditors.read.company',
      'fmmodule.creditors.update.company',
      'fmmodule.approvalflows.update.company',
    ],
    companyId,
    firstName: 'Petra',
    lastName: 'Huisman',
  });
  await buildAdministration(world.db, companyId, 'Holding');
});

let made = 0;
// What came first is told by the clock.
let now = new Date('2026-11-21T13:05:00.000Z');
async function send(seed: UblSeed = {}): Promise<string> {
  made += 1;
  now = new Date(now.getTime() + 1000);
  const id = await uploadUbl(world, work, uploader, { number: `M-${made}`, date: '2026-11-02', ...seed });
  if (id === null) throw new Error('no invoice');
  return id;
}
const find = async (id: string) => (await approver.get(`/api/fmmodule/invoices/${id}`)).json().result;
const openCodes = async (id: string) => (await find(id)).warnings.map(({ code }: { code: string }) => code);
const approve = (id: string) => approver.post(`/api/fmmodule/invoices/${id}/approve`, { approve: true });
const accounts = async () => (await controller.get('/api/fmmodule/bank-accounts')).json().result;
const accountOf = async (iban: string) =>
  (await accounts()).find((one: { iban: string }) => one.iban === iban);
const confirm = (client: TestClient, id: string) =>
  client.post(`/api/fmmodule/bank-accounts/${id}/confirm`, {
    method: 'called',
    note: 'Dhr. Bakker, 038-5550142',
  });

describe('a changed account', () => {
  test('stops the invoice until somebody else confirms it', async () => {
    const first = await send({ iban: old, exclInCents: 10_000 });
    expect(await openCodes(first)).toEqual(['numbers-missing', 'first-invoice']);
    const second = await send({ iban: changed, exclInCents: 11_000 });
    const stopped = await find(second);
    expect(stopped.warnings[0]).toEqual({ code: 'new-account', severity: 'stop' });
    expect(stopped.warningDetails[0]).toMatchObject({
      subject: changed,
      details: { iban: changed, oldIban: old, oldInvoiceId: first, oldDate: '2026-11-02' },
    });
    expect(stopped.payments).toEqual([{ iban: changed, amount: 13_310, kind: 'normal' }]);
    const rows = (await approver.get('/api/fmmodule/invoices')).json().result;
    expect(rows.find((row: { id: string }) => row.id === second).warnings[0].code).toBe('new-account');

    const refused = await approve(second);
    expect(refused).toBeProblem(409, 'open-stop');
    expect(refused.json().detail).toContain('Petra Huisman');
    expect(refused.json().detail).not.toContain('Ulla');
    expect(await find(second)).toMatchObject({ statusValue: 'Concept', approvalState: 'pending' });

    const { id } = await accountOf(changed);
    expect((await uploader.get(`/api/fmmodule/bank-accounts/${id}`)).json().result).toMatchObject({
      mayConfirm: false,
      confirmers: ['Petra Huisman'],
      openInvoices: 1,
    });
    expect(await confirm(uploader, id)).toBeProblem(409, 'four-eyes');
    expect(await confirm(approver, id)).toBeProblem(403, 'forbidden');
    const confirmed = await confirm(controller, id);
    expect(confirmed.json().result).toMatchObject({
      state: 'confirmed',
      events: [
        {
          state: 'confirmed',
          userName: 'Petra Huisman',
          method: 'called',
          reason: 'Dhr. Bakker, 038-5550142',
        },
        { state: 'seen' },
      ],
    });
    const closed = (await find(second)).warningDetails.find(
      (one: { code: string }) => one.code === 'new-account',
    );
    expect(closed).toMatchObject({ state: 'closed', closedBy: 'Petra Huisman' });
    expect((await approve(second)).json().result).toMatchObject({ statusValue: 'ReadyForProcessing' });
  });

  test('is a stop on each invoice that names it, and on approved ones once it is blocked', async () => {
    await send({ iban: old, exclInCents: 10_000 });
    const second = await send({ iban: changed, exclInCents: 11_000 });
    const third = await send({ iban: changed, exclInCents: 12_000 });
    expect(await openCodes(third)).toContain('new-account');
    const { id } = await accountOf(changed);
    await confirm(controller, id);
    expect((await approve(second)).statusCode).toBe(200);
    const reply = await controller.post(`/api/fmmodule/bank-accounts/${id}/block`, {
      reason: 'Leverancier kent deze niet',
    });
    expect(reply.json().result).toMatchObject({ state: 'blocked' });
    expect(await openCodes(second)).toContain('account-blocked');
    expect(await approve(third)).toBeProblem(409, 'open-stop');
  });

  test('is no account of the creditor that comes into an invoice without one', async () => {
    await send({ iban: old, exclInCents: 10_000 });
    const without = await send({ iban: null, exclInCents: 11_000 });
    expect(await find(without)).toMatchObject({ iban: null, payments: [] });
  });
});

test('the account of another creditor is a stop, and none for its owner', async () => {
  const first = await send({ iban: old, kvk: '12345678', supplier: 'Bakker Techniek B.V.' });
  const second = await send({ iban: old, kvk: '87654321', supplier: 'Visser Montage', exclInCents: 20_000 });
  expect((await openCodes(second))[0]).toBe('account-of-other');
  expect(await approve(second)).toBeProblem(409, 'open-stop');
  expect((await approve(first)).statusCode).toBe(200);
});

describe('creditors', () => {
  const creditors = async () => (await controller.get('/api/fmmodule/creditors')).json().result;
  const creditor = async (id: string) =>
    (await controller.get(`/api/fmmodule/creditors/${id}`)).json().result;

  test('blocking one stops its invoices, and lets them go again', async () => {
    const id = await send({ iban: old });
    const [{ id: creditorId }] = await creditors();
    const url = `/api/fmmodule/creditors/${creditorId}`;
    expect(await creditor(creditorId)).toMatchObject({
      openInvoices: 1,
      invoiceCount: 1,
      stopCount: 0,
      isBlocked: false,
    });
    expect(await controller.post(`${url}/block`, { reason: '' })).toBeProblem(400, 'validation', {
      reason: ['required'],
    });
    const blocked = await controller.post(`${url}/block`, { reason: 'Failliet' });
    expect(blocked.json().result).toMatchObject({ isBlocked: true, blockReason: 'Failliet', stopCount: 1 });
    expect((await approve(id)).json().detail).toContain('Petra Huisman');
    await controller.post(`${url}/unblock`, { reason: 'Doorstart' });
    expect((await approve(id)).statusCode).toBe(200);
  });

  test('two are merged and parted again, with what belongs to each', async () => {
    const first = await send({ iban: old, kvk: '12345678', supplier: 'Bakker Techniek B.V.' });
    const second = await send({
      iban: changed,
      kvk: '87654321',
      supplier: 'Bakker Techniek',
      exclInCents: 20_000,
    });
    expect(await openCodes(second)).toContain('similar-name');
    const into = (await find(first)).creditorId;
    const from = (await find(second)).creditorId;
    await confirm(controller, (await accountOf(changed)).id);
    expect((await creditor(into)).suggestions).toMatchObject([{ id: from, reason: 'name' }]);
    const url = `/api/fmmodule/creditors/${into}`;
    expect(await controller.post(`${url}/merge`, { creditorId: into })).toBeProblem(400, 'validation', {
      creditor_id: ['unknown'],
    });
    const merged = (await controller.post(`${url}/merge`, { creditorId: from })).json().result;
    expect(merged).toMatchObject({ invoiceCount: 2, accountCount: 2, merges: [{ creditor: { id: from } }] });
    expect((await creditors()).map((one: { id: string }) => one.id)).toEqual([into]);
    expect((await creditor(from)).mergedInto).toMatchObject({ id: into });
    expect((await accounts()).map((one: { state: string }) => one.state)).toEqual(['seen', 'seen']);
    expect(await openCodes(second)).toContain('new-account');
    // What comes in under the old marks belongs to the one that stays.
    const third = await send({
      iban: old,
      kvk: '87654321',
      supplier: 'Bakker Techniek',
      exclInCents: 30_000,
    });
    expect((await find(third)).creditorId).toBe(into);

    const undone = await controller.post(`${url}/undo-merge`, { mergeId: merged.merges[0].id });
    expect(undone.json().result).toMatchObject({ invoiceCount: 2, merges: [] });
    expect((await find(second)).creditorId).toBe(from);
    expect(await accountOf(changed)).toMatchObject({ creditorId: from, state: 'confirmed' });
    expect(await controller.post(`${url}/undo-merge`, { mergeId: merged.merges[0].id })).toBeProblem(
      404,
      'not-found',
    );
  });

  test('their values change, and are checked', async () => {
    await send({ iban: old });
    const [{ id }] = await creditors();
    const url = `/api/fmmodule/creditors/${id}`;
    const administrationId = (await buildAdministration(world.db, uploader.companyId, 'Vastgoed')).id;
    const body = {
      name: 'Bakker Techniek',
      city: 'Zwolle',
      kvk: '12345678',
      numbers: [{ administrationId, number: '20417' }],
    };
    expect((await controller.put(url, body)).json().result).toMatchObject({
      name: 'Bakker Techniek',
      city: 'Zwolle',
      numbers: [{ administration: 'Vastgoed', number: '20417' }],
    });
    expect(await controller.put(url, { ...body, name: '', kvk: '12' })).toBeProblem(400, 'validation', {
      name: ['required'],
      kvk: ['invalid'],
    });
    expect(
      await controller.put(url, { ...body, numbers: [{ administrationId: 'x', number: '1' }] }),
    ).toBeProblem(400, 'validation', { numbers: ['unknown'] });
    expect(await controller.put(url, { ...body, rowVersion: 1 })).toBeProblem(409, 'stale');
    const found = (await controller.get('/api/fmmodule/creditors/lookup?query=techn')).json().result;
    expect(found).toEqual([{ id, name: 'Bakker Techniek', city: 'Zwolle' }]);
  });
});

test('a company does without a warning, and not without a stop', async () => {
  const id = await send({ iban: old });
  const url = `/api/fmmodule/warning-settings/${uploader.companyId}`;
  expect(await controller.put(url, { off: ['new-account'] })).toBeProblem(400, 'validation', {
    off: ['not-a-choice'],
  });
  await controller.put(url, { off: ['first-invoice'] });
  expect(await openCodes(id)).toEqual(['numbers-missing']);
  expect((await controller.get(url)).json().result.codes).toContainEqual({
    code: 'first-invoice',
    severity: 'info',
    isOn: false,
  });
  await controller.put(url, { off: [] });
  expect(await openCodes(id)).toEqual(['numbers-missing', 'first-invoice']);
});

test('who has the right says how an invoice is paid, and lists filter on it', async () => {
  const id = await send({ iban: old });
  const url = `/api/fmmodule/invoices/${id}/payment-status`;
  expect(await approver.post(url, { paymentStatus: 'paid' })).toBeProblem(403, 'forbidden');
  expect((await uploader.post(url, { paymentStatus: 'paid' })).json().result.paymentStatus).toBe('paid');
  const listed = await approver.get(
    `/api/fmmodule/invoices?$filter=${encodeURIComponent("paymentStatus eq 'paid'")}`,
  );
  expect(listed.json().result).toHaveLength(1);
});
