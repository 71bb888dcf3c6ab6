import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import { buildInvoice } from '../testing/factories.ts';
import { sendSupplierMail } from './supplier-mail.job.ts';

// The mail to a supplier that a rejection asks for (§C27).
let world: TestApp;
let petra: TestClient;
let sent: MailMessage[] = [];
const now = new Date('2026-11-23T08:05:00.000Z');
const mail = {
  async send(message: MailMessage) {
    sent.push(message);
  },
};

beforeAll(async () => {
  world = await testApp({ now: () => now, mail });
  petra = await world.asUser({
    may: ['fmmodule.invoices.read.company', 'fmmodule.invoices.approve.company'],
    firstName: 'Petra',
    lastName: 'Huisman',
  });
});
afterAll(() => world.close());
beforeEach(() => {
  sent = [];
});

const url = (id: string, rest: string) => `/api/fmmodule/invoices/${id}/${rest}`;
const build = async () =>
  (await buildInvoice(world.db, { companyId: petra.companyId, invoiceNumber: 'F-77' })).id;
const reject = (id: string, more: object = {}) =>
  petra.post(url(id, 'approve'), {
    approve: false,
    comments: 'Bedrag klopt niet',
    supplierMail: { to: 'Adm@Kompas.example', language: 'nl' },
    ...more,
  });
const mailsOf = async (id: string) => (await petra.get(url(id, 'supplier-mail'))).json().result.mails;
const keyOf = async (id: string) => ({
  companyId: petra.companyId,
  mailId: String((await mailsOf(id))[0].id),
});
const services = (how: object = {}) => ({ ...world.services, mail, ...how });
const send = async (id: string, how: object = {}, isLastTry = false) =>
  sendSupplierMail(services(how), await keyOf(id), { isLastTry });
const historyOf = async (id: string) =>
  (
    await world.db
      .selectFrom('history')
      .where('entity_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .select('verb')
      .execute()
  ).map(({ verb }) => verb);

test('what it would say is shown in both languages, with the place of the reason', async () => {
  const id = await build();
  const { proposal } = (await petra.get(url(id, 'supplier-mail'))).json().result;
  expect(proposal).toMatchObject({ to: '', language: 'nl' });
  expect(proposal.letters.nl.text).toContain('{{reason}}');
  expect(proposal.letters.en.subject).toBe('Your invoice F-77 was rejected');
});

test('it goes out once, with the reason, and the answer comes to who rejected', async () => {
  const id = await build();
  expect((await reject(id)).statusCode).toBe(200);
  expect(await mailsOf(id)).toMatchObject([
    { to: 'adm@kompas.example', state: 'waiting', askedBy: 'Petra Huisman' },
  ]);
  expect(sent).toEqual([]);
  await send(id);
  await send(id);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    to: 'adm@kompas.example',
    subject: 'Uw factuur F-77 is afgekeurd',
    text: expect.stringContaining('Bedrag klopt niet'),
    replyTo: expect.stringContaining('@'),
  });
  expect(await mailsOf(id)).toMatchObject([{ state: 'sent', endedAt: now.toISOString() }]);
  expect(await historyOf(id)).toEqual(['reject', 'supplier-mail-sent']);
});

test('a rejection that is taken back takes the mail along', async () => {
  const id = await build();
  await reject(id);
  const key = await keyOf(id);
  expect((await petra.post(url(id, 'undo'), {})).statusCode).toBe(200);
  await sendSupplierMail(services(), key, { isLastTry: false });
  expect(sent).toEqual([]);
  expect(await mailsOf(id)).toMatchObject([{ state: 'withdrawn' }]);
});

test('a process that died while it sent leaves it uncertain, and nothing goes out again', async () => {
  const id = await build();
  await reject(id);
  await world.db
    .updateTable('invoice_supplier_mails')
    .set({ state: 1 })
    .where('invoice_id', '=', id)
    .execute();
  await send(id);
  expect(sent).toEqual([]);
  expect(await mailsOf(id)).toMatchObject([{ state: 'uncertain' }]);
  expect(await historyOf(id)).toContain('supplier-mail-uncertain');
});

test('what the mail server surely refused is tried again, and failed at last', async () => {
  const id = await build();
  await reject(id);
  const refusing = {
    mail: {
      send: async () => {
        throw Object.assign(new Error('no such mailbox'), { responseCode: 550, code: 'EENVELOPE' });
      },
    },
  };
  await expect(send(id, refusing)).rejects.toThrow('no such mailbox');
  expect(await mailsOf(id)).toMatchObject([{ state: 'waiting' }]);
  await send(id, refusing, true);
  expect(await mailsOf(id)).toMatchObject([{ state: 'failed' }]);
});

test('an approval mails nobody, a bad address is named, and a stranger sees nothing', async () => {
  const id = await build();
  expect(await reject(id, { approve: true })).toBeProblem(400, 'validation', {
    supplierMail: ['not-a-choice'],
  });
  expect((await reject(id, { supplierMail: { to: 'nergens', language: 'nl' } })).statusCode).toBe(400);
  expect(await mailsOf(id)).toEqual([]);
  const reader = await world.asUser({ companyId: petra.companyId, may: ['fmmodule.invoices.read.company'] });
  expect(await reader.get(url(id, 'supplier-mail'))).toBeProblem(403, 'forbidden');
  const stranger = await world.asUser({ may: ['fmmodule.invoices.approve.company'] });
  expect(await stranger.get(url(id, 'supplier-mail'))).toBeProblem(404, 'not-found');
});

test('a program rejects, and mails nobody', async () => {
  const id = await build();
  const program = await world.asProgram({
    companyId: petra.companyId,
    may: ['fmmodule.invoices.read.company', 'fmmodule.invoices.approve.company'],
    mayApprove: true,
  });
  const body = { approve: false, comments: 'Nee', supplierMail: { to: 'a@kompas.example', language: 'nl' } };
  expect(await program.post(url(id, 'approve'), body)).toBeProblem(403, 'forbidden');
  expect((await program.get(url(id, 'supplier-mail'))).json().result.proposal).toBeNull();
  expect(await mailsOf(id)).toEqual([]);
});
