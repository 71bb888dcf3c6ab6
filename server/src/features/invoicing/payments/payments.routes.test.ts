import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration, buildCompany } from '#server/features/core/testing/factories.ts';
import { AccountKindNumber, AccountStateNumber, SeverityNumber } from '../state-numbers.ts';
import { buildAccount, buildCreditor } from '../testing/creditors.ts';
import { buildInvoice, type InvoiceSeed } from '../testing/factories.ts';

let world: TestApp;
let maker: TestClient;
let releaser: TestClient;
let companyId: string;
let administrationId: string;
let creditorId: string;
let accountId: string;
const now = new Date('2026-11-24T13:05:00.000Z');
const iban = 'NL91ABNA0417164300';
const url = '/api/fmmodule/payments';
const settingsUrl = () => `/api/fmmodule/payment-settings/${administrationId}`;
const settings = {
  isOn: true,
  packagePaysToo: false,
  iban: 'NL39 RABO 0300 0652 64',
  bic: '',
  holder: 'Veenstra Holding',
  paysFrom: '2026-11-01',
};

beforeAll(async () => {
  world = await testApp({ now: () => now });
  const may = (rights: readonly string[]) => rights.map((right) => `fmmodule.${right}.system`);
  const both = [
    'payments.read',
    'payments.create',
    'payments.release',
    'paymentsettings.update',
    'paymentsettings.confirm',
    'invoices.read',
    'invoices.update',
  ];
  maker = await world.asUser({ isProvider: true, may: may(both), firstName: 'Petra', lastName: 'Huisman' });
  releaser = await world.asUser({ isProvider: true, may: may(both), firstName: 'Wim', lastName: 'Horst' });
});
afterAll(() => world.close());
beforeEach(async () => {
  companyId = (await buildCompany(world.db)).id;
  administrationId = (await buildAdministration(world.db, companyId)).id;
  creditorId = (await buildCreditor(world.db, { companyId, name: 'Van Dijk' })).id;
  accountId = await buildAccount(world.db, { companyId, creditorId, iban, state: 'confirmed' });
});

const switchOn = async () => {
  expect((await maker.put(settingsUrl(), settings)).statusCode).toBe(200);
  expect((await releaser.post(`${settingsUrl()}/confirm`)).statusCode).toBe(200);
};

/** An approved invoice of the creditor, to be paid to these accounts. */
async function approved(
  seed: Partial<InvoiceSeed> = {},
  parts: readonly (readonly [iban: string, cents: number, kind?: 'normal' | 'g'])[] = [[iban, 12_100]],
): Promise<string> {
  const { id } = await buildInvoice(world.db, {
    companyId,
    administrationId,
    status: 'ReadyForProcessing',
    approvalState: 'approved',
    decidedBy: { id: maker.userId, name: 'Petra', at: '2026-11-20T09:00:00.000Z' },
    ...seed,
  });
  await change(id, { creditor_id: creditorId });
  const rows = parts.map(([to, cents, kind = 'normal'], index) => ({
    company_id: companyId,
    invoice_id: id,
    part: index + 1,
    iban: to,
    amount_in_cents: cents,
    kind: AccountKindNumber[kind],
  }));
  if (rows.length > 0) await world.db.insertInto('invoice_payments').values(rows).execute();
  return id;
}
const change = (id: string, values: object) =>
  world.db
    .updateTable('invoices')
    .set(values)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
const create = (client = maker, executionDay = '2026-11-25') =>
  client.post(url, { companyId, administrationId, executionDay });
const made = async () => (await create()).json().result;
const step = (client: TestClient, id: string, verb: string, body: object = {}) =>
  client.post(`${url}/${id}/${verb}`, body);
const released = async () => {
  const { id } = await made();
  expect((await step(maker, id, 'prepare')).statusCode).toBe(200);
  const reply = await step(releaser, id, 'release');
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().result;
};

describe('the settings', () => {
  test('are off, and switching on asks whether the package pays too', async () => {
    expect((await maker.get(settingsUrl())).json().result).toMatchObject({
      isOn: false,
      iban: '',
      rowVersion: 0,
    });
    expect(await create()).toBeProblem(409, 'wrong-state');
    const { packagePaysToo: _, ...unasked } = settings;
    expect((await maker.put(settingsUrl(), unasked)).json().codes).toEqual({
      package_pays_too: ['required'],
    });
    const both = await maker.put(settingsUrl(), { ...settings, packagePaysToo: true });
    expect(both).toBeProblem(409, 'wrong-state');
    expect(
      (await maker.put(settingsUrl(), { ...settings, iban: 'NL40RABO0300065264' })).json().codes,
    ).toEqual({
      iban: ['invalid'],
    });
  });

  test('take a second person for the account, and again when it changes', async () => {
    await maker.put(settingsUrl(), settings);
    expect(await create()).toBeProblem(409, 'wrong-state');
    expect(await maker.post(`${settingsUrl()}/confirm`)).toBeProblem(409, 'four-eyes');
    const confirmed = (await releaser.post(`${settingsUrl()}/confirm`)).json().result;
    expect(confirmed).toMatchObject({ isConfirmed: true, confirmedByName: 'Wim Horst', mayConfirm: false });
    expect((await create()).statusCode).toBe(201);
    const other = { ...settings, holder: 'Iemand anders' };
    expect((await releaser.put(settingsUrl(), other)).json().result).toMatchObject({ isConfirmed: false });
    expect(await releaser.post(`${settingsUrl()}/confirm`)).toBeProblem(409, 'four-eyes');
    expect(await create()).toBeProblem(409, 'wrong-state');
  });
});

describe('a payment', () => {
  beforeEach(switchOn);

  test('starts with all that can be paid, and says why the others are not', async () => {
    const paid = await approved({ dueDate: '2026-11-30' });
    await approved({ decidedBy: { id: maker.userId, name: 'P', at: '2026-10-01T09:00:00.000Z' } });
    const g = 'NL02ABNA0123456789';
    const wrong: Record<string, string> = {
      'direct-debit': await approved(),
      paid: await approved(),
      'on-hold': await approved({ status: 'Concept', approvalState: 'onHold' }),
      'open-stop': await approved(),
      'not-euro': await approved(),
      credit: await approved({ totalInCents: -500 }),
      'no-account': await approved({}, []),
      'account-unconfirmed': await approved({}, [['NL39RABO0300065264', 12_100]]),
      'g-amount-open': await approved({}, [
        [iban, 12_100],
        [g, 0, 'g'],
      ]),
      'no-person': await approved(),
    };
    await change(wrong['direct-debit'] ?? '', { payment_status: 1 });
    await change(wrong['paid'] ?? '', { payment_status: 2 });
    await change(wrong['open-stop'] ?? '', { warning_level: SeverityNumber.stop });
    await change(wrong['not-euro'] ?? '', { currency: 'USD' });
    await change(wrong['no-person'] ?? '', { decided_by: null });
    const payment = await made();
    expect(payment).toMatchObject({
      state: 'draft',
      number: '2026-001',
      paymentCount: 1,
      totalAmount: 12_100,
    });
    expect(payment.invoices.map((one: { id: string }) => one.id)).toEqual([paid]);
    const told = payment.leftOut.map(({ id, reason }: { id: string; reason: string }) => [reason, id]);
    expect(Object.fromEntries(told)).toEqual(wrong);
  });

  test('is released by another person than its maker, and its file never changes', async () => {
    await approved();
    const { id } = await made();
    expect(await step(releaser, id, 'release')).toBeProblem(409, 'wrong-state');
    const prepared = (await step(maker, id, 'prepare')).json().result;
    expect(prepared).toMatchObject({ state: 'prepared', preparedByName: 'Petra Huisman', mayRelease: false });
    expect(await step(maker, id, 'release')).toBeProblem(409, 'four-eyes');
    expect(await maker.get(`${url}/${id}/file`)).toBeProblem(404, 'not-found');
    const { filename } = (await step(releaser, id, 'release')).json().result;
    expect(filename).toBe('betaling_2026-001.xml');
    const first = await maker.get(`${url}/${id}/file`);
    expect(first.body).toContain('<NbOfTxs>1</NbOfTxs>');
    await change((await releaser.get(`${url}/${id}`)).json().result.invoices[0].id, {
      creditor_name: 'Anders',
    });
    expect((await releaser.get(`${url}/${id}/file`)).rawPayload.equals(first.rawPayload)).toBe(true);
    expect(await step(releaser, id, 'release')).toBeProblem(409, 'wrong-state');
    expect(await step(maker, id, 'withdraw')).toBeProblem(409, 'wrong-state');
  });

  test('keeps its invoices until it is cancelled as not sent to the bank', async () => {
    const invoice = await approved();
    const { id, number } = await released();
    const other = await made();
    expect(other).toMatchObject({
      number: '2026-002',
      invoices: [],
      leftOut: [{ id: invoice, reason: 'in-other-payment', about: number, aboutId: id }],
    });
    expect((await step(releaser, id, 'not-sent')).json().codes).toEqual({ reason: ['required'] });
    const cancelled = (await step(releaser, id, 'not-sent', { reason: 'Bank weigert' })).json().result;
    expect(cancelled).toMatchObject({ state: 'cancelled', reason: 'Bank weigert' });
    expect((await made()).invoices.map((one: { id: string }) => one.id)).toEqual([invoice]);
  });

  test('made by two people at once takes an invoice once', async () => {
    await approved();
    const replies = await Promise.all([create(maker), create(releaser), create(maker)]);
    const results = replies.map((reply) => reply.json().result);
    expect(new Set(results.map(({ number }) => number)).size).toBe(3);
    expect(results.reduce((sum, { invoices }) => sum + invoices.length, 0)).toBe(1);
  });

  test('waits for one more look when something changed before it was released', async () => {
    const [first, second] = [await approved(), await approved()];
    const { id } = await made();
    await step(maker, id, 'prepare');
    await change(second, { payment_status: 2 });
    expect(await step(releaser, id, 'release')).toBeProblem(409, 'wrong-state');
    const payment = (await releaser.get(`${url}/${id}`)).json().result;
    expect(payment).toMatchObject({ state: 'prepared', totalAmount: 12_100, paymentCount: 1 });
    expect(payment.leftOut).toMatchObject([{ id: second, reason: 'paid' }]);
    expect((await step(releaser, id, 'release')).statusCode).toBe(200);
    expect(payment.invoices.map((one: { id: string }) => one.id)).toEqual([first]);
  });

  test('does not go to an account that was blocked meanwhile', async () => {
    await approved();
    const { id } = await made();
    await step(maker, id, 'prepare');
    await world.db
      .updateTable('creditor_accounts')
      .set({ state: AccountStateNumber.blocked })
      .where('company_id', '=', companyId)
      .where('id', '=', accountId)
      .execute();
    expect(await step(releaser, id, 'release')).toBeProblem(409, 'wrong-state');
    expect((await releaser.get(`${url}/${id}`)).json().result).toMatchObject({
      paymentCount: 0,
      totalAmount: 0,
    });
  });

  test('can be sent back, changed, and offered again', async () => {
    const [first, second] = [await approved(), await approved()];
    const { id } = await made();
    await step(maker, id, 'prepare');
    const body = { invoiceIds: [first], executionDay: '2026-11-27' };
    expect(await step(maker, id, 'choose', body)).toBeProblem(409, 'wrong-state');
    const back = (await step(releaser, id, 'send-back', { reason: 'Zonder de tweede' })).json().result;
    expect(back).toMatchObject({ state: 'draft', reason: 'Zonder de tweede', preparedAt: null });
    const chosen = (await step(maker, id, 'choose', body)).json().result;
    expect(chosen).toMatchObject({ totalAmount: 12_100, executionDay: '2026-11-27' });
    expect(chosen.leftOut).toMatchObject([{ id: second, reason: 'taken-out' }]);
    const past = { ...body, executionDay: '2026-11-23' };
    expect((await step(maker, id, 'choose', past)).json().codes).toEqual({ execution_day: ['in-the-past'] });
    expect((await step(maker, id, 'choose', { ...body, invoiceIds: [] })).json().result.invoices).toEqual([]);
    expect(await step(maker, id, 'prepare')).toBeProblem(409, 'wrong-state');
    expect((await step(maker, id, 'withdraw')).json().result.state).toBe('cancelled');
    expect((await made()).invoices).toHaveLength(2);
  });

  test('divides an invoice over its G-account when a person says how much', async () => {
    const g = 'NL02ABNA0123456789';
    await buildAccount(world.db, { companyId, creditorId, iban: g, state: 'confirmed' });
    const invoiceId = await approved({}, [
      [iban, 12_100],
      [g, 0, 'g'],
    ]);
    const { id, leftOut } = await made();
    expect(leftOut).toMatchObject([{ reason: 'g-amount-open', gAmount: 0 }]);
    const tooMuch = await step(maker, id, 'split', { invoiceId, gAmount: 12_101 });
    expect(tooMuch.json().codes).toEqual({ g_amount: ['too-large'] });
    const divided = (await step(maker, id, 'split', { invoiceId, gAmount: 3_025 })).json().result;
    expect(divided).toMatchObject({ paymentCount: 2, totalAmount: 12_100 });
    expect(divided.invoices[0].transfers).toEqual([
      { iban, kind: 'normal', amount: 9_075 },
      { iban: g, kind: 'g', amount: 3_025 },
    ]);
  });

  test('is found by its number, exported, and keeps its history', async () => {
    await approved();
    const { id, number } = await released();
    const mine = (await maker.get(url, { $filter: `number eq '${number}' and state eq 'released'` })).json()
      .result;
    expect(mine.some((row: { id: string }) => row.id === id)).toBe(true);
    const history = (await maker.get(`/api/core/history?entity=fmmodule.payments&entityId=${id}`)).json()
      .result;
    expect(history.map(({ verb }: { verb: string }) => verb).toSorted()).toEqual([
      'create',
      'prepare',
      'release',
    ]);
  });
});
