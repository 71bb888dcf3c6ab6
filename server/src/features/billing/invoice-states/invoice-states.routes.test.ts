import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildCompany } from '#server/features/core/testing/factories.ts';
import { buildRelation } from '#server/features/core/testing/relations.ts';
import { drainQueue } from '#server/features/documents/testing/queue.ts';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import { countFigures, type FiguresJob, figuresJob } from '../billing-runs/figures.job.ts';
import { makeInvoiceFiles, invoiceFilesJob } from '../billing-runs/invoice-files.job.ts';
import { buildCustomerAgreement, buildSettings } from '../testing/billing.ts';
import { moveMail } from './invoice-states.repository.ts';
import { type InvoiceMailJob, invoiceMailJob, sendInvoiceMail } from './invoice-mail.job.ts';

let balie: TestApp;
let staff: TestClient;
let reader: TestClient;
let month = 0;
let runId: string;
let sent: MailMessage[] = [];
let refusal: Error | null = null;
let jobs: InvoiceMailJob[] = [];
/** The invoices of the run: with an address, and without one. */
let one: Record<string, string>;
let two: Record<string, string>;

const runs = '/api/fm/billing-runs';
const mail = {
  async send(message: MailMessage) {
    if (refusal) throw refusal;
    sent.push(message);
  },
};
const seller = {
  name: 'Balie B.V.',
  street: 'Melkmarkt 1',
  zipCode: '8011 MC',
  city: 'Zwolle',
  kvkNumber: '12345678',
  vatId: 'NL123456782B01',
  iban: 'NL91ABNA0417164300',
  email: 'facturen@balie.example',
  vatPercentage: 21,
  paymentDays: 14,
};

beforeAll(async () => {
  balie = await testApp({ mail });
  const verbs = ['read', 'create', 'finalise', 'mail', 'pay'];
  const may = [...verbs.map((verb) => `fm.billing.${verb}.system`), 'core.companies.read.system'];
  staff = await balie.asUser({ isProvider: true, may });
  reader = await balie.asUser({ isProvider: true, may: ['fm.billing.read.system'] });
  await staff.put('/api/fm/billing-settings', seller);
});
afterAll(() => balie.close());

async function customer(tag: string, email: string) {
  const { id } = await buildCompany(balie.db);
  await balie.db.updateTable('companies').set({ prima_relatienummer: tag }).where('id', '=', id).execute();
  await buildRelation(balie.db, staff.companyId, {
    tag,
    name: `Klant ${tag}`,
    street: 'Dorpsstraat 5',
    zip_code: '7000 AA',
    city: 'Doetinchem',
    kvk_number: '87654321',
    email,
  });
  await buildSettings(balie.db, id, '2020-01-01');
  await buildCustomerAgreement(balie.db, id, { name: 'Licentie', priceInCents: 10_000 });
}

// Each test has a final run of a month of its own, with two invoices of € 100,00.
beforeEach(async () => {
  await balie.db.updateTable('customer_settings').set({ start_on: null }).execute();
  month += 1;
  sent = [];
  jobs = [];
  refusal = null;
  await customer(`A-${month}`, 'boekhouding@klant.example');
  await customer(`B-${month}`, '');
  runId = (await staff.post(runs, { period: `2025-${String(month).padStart(2, '0')}` })).json().result.id;
  await work();
  await staff.post(`${runs}/${runId}/review`, {});
  await staff.post(`${runs}/${runId}/finalise`, {});
  await work();
  [one, two] = (await staff.get(`${runs}/${runId}/invoices`)).json().result;
});

const work = () =>
  drainQueue(balie.db, {
    [figuresJob.name]: (job: FiguresJob) => countFigures(balie.services, job, { isLastTry: true }),
    [invoiceFilesJob.name]: (job: { runId: string }) => makeInvoiceFiles(balie.services, job.runId),
    [invoiceMailJob.name]: async (job: InvoiceMailJob) => {
      jobs.push(job);
      await sendInvoiceMail(balie.services, job, { isLastTry: true });
    },
  });
const at = (invoice: Record<string, string>) =>
  `/api/fm/companies/${invoice.companyId}/issued-invoices/${invoice.id}`;
const find = async (invoice: Record<string, string>) => (await staff.get(at(invoice))).json().result;
const history = async ({ companyId }: Record<string, string>) =>
  (await staff.get(`/api/core/history?entity=core.companies&entityId=${companyId}`)).json().result;

test('an invoice is mailed with its PDF and UBL to the address that was shown, and its history says so', async () => {
  const shown = (await staff.get(`${at(one)}/mail`)).json().result;
  expect(shown).toMatchObject({
    to: 'boekhouding@klant.example',
    subject: `Factuur ${one.invoiceNumber} van Balie B.V.`,
    files: [`Factuur ${one.invoiceNumber}.pdf`, `Factuur ${one.invoiceNumber}.xml`],
    goesByMail: true,
  });
  const reply = await staff.post(`${at(one)}/mail`, { to: 'Directie@Klant.example' });
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.json().result).toMatchObject({ mailState: 'waiting', mailedTo: 'directie@klant.example' });
  await work();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    to: 'directie@klant.example',
    fromName: 'Balie B.V.',
    replyTo: 'facturen@balie.example',
    subject: shown.subject,
    text: shown.text,
  });
  expect(sent[0]?.text.replaceAll(/\s/g, ' ')).toContain('€ 121,00 inclusief btw');
  expect(sent[0]?.attachments?.map(({ filename }) => filename)).toEqual(shown.files);
  expect(await find(one)).toMatchObject({ mailState: 'sent', mailedAt: '2026-11-21T13:05:00.000Z' });
  expect(await history(one)).toMatchObject([
    {
      verb: 'mail-invoice',
      changes: [
        { field: 'to', new: 'directie@klant.example' },
        { field: 'invoiceNumber', new: one.invoiceNumber },
      ],
    },
  ]);
});

test('is sent once, whatever is asked twice: a retry, a second person, a second job', async () => {
  const ask = (key: string) =>
    staff.post(`${at(one)}/mail`, { to: 'a@klant.example' }, { 'idempotency-key': key });
  const first = await ask('mail-once');
  expect((await ask('mail-once')).json()).toEqual(first.json());
  expect(await ask('mail-other')).toBeProblem(409, 'wrong-state');
  await work();
  for (const job of jobs) await sendInvoiceMail(balie.services, job, { isLastTry: true });
  expect(sent).toHaveLength(1);
  expect(await ask('mail-again')).toBeProblem(409, 'wrong-state');
  const again = await staff.post(`${at(one)}/mail`, { to: 'b@klant.example', again: true });
  expect(again.statusCode, again.body).toBe(200);
  await work();
  expect(sent.map(({ to }) => to)).toEqual(['a@klant.example', 'b@klant.example']);
});

test('a process that ends while it sends leaves a mail that nobody sends again by themselves', async () => {
  await staff.post(`${at(one)}/mail`, { to: 'a@klant.example' });
  await drainQueue(balie.db, {
    [invoiceMailJob.name]: async (job: InvoiceMailJob) => {
      // What the ended process had done.
      await moveMail(balie.db, job, 'waiting', 'sending');
      await sendInvoiceMail(balie.services, job, { isLastTry: false });
    },
  });
  expect(sent).toEqual([]);
  expect(await find(one)).toMatchObject({ mailState: 'uncertain' });
  expect((await staff.get(`${runs}/${runId}/mail`)).json().result).toMatchObject({ count: 0, mailed: 1 });
  expect(await staff.post(`${at(one)}/mail`, { to: 'a@klant.example' })).toBeProblem(409, 'wrong-state');
});

test('what the mail server refuses is tried again, and says so in the end', async () => {
  refusal = Object.assign(new Error('unknown mailbox'), { code: 'EENVELOPE' });
  await staff.post(`${at(one)}/mail`, { to: 'a@klant.example' });
  await drainQueue(balie.db, {
    [invoiceMailJob.name]: async (job: InvoiceMailJob) => {
      jobs.push(job);
      await expect(sendInvoiceMail(balie.services, job, { isLastTry: false })).rejects.toThrow('unknown');
    },
  });
  expect(await find(one)).toMatchObject({ mailState: 'waiting' });
  for (const job of jobs) await sendInvoiceMail(balie.services, job, { isLastTry: true });
  expect(await find(one)).toMatchObject({ mailState: 'failed' });
  expect((await history(one)).map(({ verb }: { verb: string }) => verb)).toContain('invoice-mail-failed');
  refusal = null;
  await staff.post(`${at(one)}/mail`, { to: 'a@klant.example' });
  await work();
  expect(await find(one)).toMatchObject({ mailState: 'sent' });
});

test('a run mails what was not mailed yet, and names who has no address', async () => {
  const shown = async () => (await staff.get(`${runs}/${runId}/mail`)).json().result;
  expect(await shown()).toMatchObject({ count: 1, mailed: 0, withoutAddress: [`Klant B-${month}`] });
  const reply = await staff.post(`${runs}/${runId}/mail`);
  expect(reply.json().result).toEqual({ count: 1 });
  await work();
  expect(sent.map(({ to }) => to)).toEqual(['boekhouding@klant.example']);
  // An address that was filled in since counts.
  await balie.db
    .updateTable('customer_relations')
    .set({ email: 'later@klant.example' })
    .where('tag', '=', `B-${month}`)
    .execute();
  expect(await shown()).toMatchObject({ count: 1, mailed: 1, withoutAddress: [] });
  await staff.post(`${runs}/${runId}/mail`);
  await work();
  expect(sent.map(({ to }) => to)).toEqual(['boekhouding@klant.example', 'later@klant.example']);
  expect(await find(two)).toMatchObject({ mailState: 'sent', mailedTo: 'later@klant.example' });
});

test('an address that is none is refused, and so is a day to come', async () => {
  expect(await staff.post(`${at(one)}/mail`, { to: 'geen adres' })).toBeProblem(400, 'validation');
  expect(await staff.post(`${at(one)}/paid`, { paidOn: '2026-11-22' })).toBeProblem(400, 'validation');
  expect(await find(one)).toMatchObject({ mailState: 'none', paidOn: null, paymentState: 'open' });
});

test('an invoice is marked as paid and back, and lists show the open ones', async () => {
  const reply = await staff.post(`${at(one)}/paid`, { paidOn: '2026-11-20' });
  expect(reply.json().result).toMatchObject({ paidOn: '2026-11-20', paymentState: 'paid' });
  const open = await staff.get(`${runs}/${runId}/invoices?$filter=paymentState eq 'open'`);
  expect(open.json().result.map(({ id }: { id: string }) => id)).toEqual([two.id]);
  await staff.post(`${runs}/${runId}/credits`, { invoiceId: two.id, reason: 'Vervallen' });
  expect(await find(two)).toMatchObject({ paymentState: 'credited' });
  const undone = await staff.delete(`${at(one)}/paid`);
  expect(undone.json().result).toMatchObject({ paidOn: null, paymentState: 'open' });
  const verbs = (await history(one)).map(({ verb }: { verb: string }) => verb);
  expect(verbs.toSorted()).toEqual(['pay-invoice', 'undo-payment']);
});

test('takes the rights to mail and to mark as paid, and only the provider has them', async () => {
  const replies = [
    await reader.post(`${at(one)}/mail`, { to: 'a@klant.example' }),
    await reader.post(`${runs}/${runId}/mail`),
    await reader.post(`${at(one)}/paid`, { paidOn: '2026-11-20' }),
    await reader.delete(`${at(one)}/paid`),
  ];
  for (const reply of replies) expect(reply).toBeProblem(403, 'forbidden');
  // Not the invoice of this customer.
  const wrong = `/api/fm/companies/${two.companyId}/issued-invoices/${one.id}`;
  expect(await staff.post(`${wrong}/mail`, { to: 'a@klant.example' })).toBeProblem(404, 'not-found');
});
