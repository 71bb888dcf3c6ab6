import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildCompany } from '#server/features/core/testing/factories.ts';
import { buildRelation } from '#server/features/core/testing/relations.ts';
import { drainQueue } from '#server/features/documents/testing/queue.ts';
import { startPdf } from '#server/platform/pdf/pdf.ts';
import { countFigures, type FiguresJob, figuresJob } from '../billing-runs/figures.job.ts';
import { makeInvoiceFiles, invoiceFilesJob } from '../billing-runs/invoice-files.job.ts';
import { buildCustomerAgreement, buildSettings } from '../testing/billing.ts';

let balie: TestApp;
let staff: TestClient;
let month = 0;
let companyId: string;
let runId: string;
let invoice: { id: string; invoiceNumber: string; totalAmount: number; creditedAmount: number };

const runs = '/api/fm/billing-runs';
const may = ['read', 'create', 'finalise'].map((verb) => `fm.billing.${verb}.system`);
const seller = {
  name: 'Balie B.V.',
  street: 'Melkmarkt 1',
  zipCode: '8011 MC',
  city: 'Zwolle',
  kvkNumber: '12345678',
  vatId: 'NL123456782B01',
  iban: 'NL91ABNA0417164300',
  vatPercentage: 21,
  paymentDays: 14,
};

beforeAll(async () => {
  balie = await testApp({ now: () => new Date('2026-11-21T13:05:00Z') });
  staff = await balie.asUser({ isProvider: true, may });
  await staff.put('/api/fm/billing-settings', seller);
});
afterAll(() => balie.close());

// Each test has a final run of a month of its own, with an invoice of € 200,00 and € 1,50.
beforeEach(async () => {
  await balie.db.updateTable('customer_settings').set({ start_on: null }).execute();
  month += 1;
  companyId = (await buildCompany(balie.db)).id;
  await balie.db
    .updateTable('companies')
    .set({ prima_relatienummer: `C-${month}` })
    .where('id', '=', companyId)
    .execute();
  await buildRelation(balie.db, staff.companyId, {
    tag: `C-${month}`,
    name: 'Woonstichting',
    street: 'Dorpsstraat 5',
    zip_code: '7000 AA',
    city: 'Doetinchem',
    kvk_number: '87654321',
  });
  await buildSettings(balie.db, companyId, '2020-01-01');
  await buildCustomerAgreement(balie.db, companyId, { name: 'Licentie', priceInCents: 10_000, quantity: 2 });
  await buildCustomerAgreement(balie.db, companyId, { name: 'Onderhoud', priceInCents: 150 });
  runId = (await staff.post(runs, { period: `2025-${String(month).padStart(2, '0')}` })).json().result.id;
  await work();
  await staff.post(`${runs}/${runId}/review`, {});
  await staff.post(`${runs}/${runId}/finalise`, {});
  await work();
  [invoice] = (await staff.get(`${runs}/${runId}/invoices`)).json().result;
});

const work = () =>
  drainQueue(balie.db, {
    [figuresJob.name]: (job: FiguresJob) => countFigures(balie.services, job, { isLastTry: true }),
    [invoiceFilesJob.name]: ({ runId: of }: { runId: string }) => makeInvoiceFiles(balie.services, of),
  });
const credit = (body: object, by = staff) =>
  by.post(`${runs}/${runId}/credits`, { invoiceId: invoice.id, reason: 'Dubbel gerekend', ...body });
const numberOf = (text: string) => Number(text.split('-')[1]);

async function textOf(pdf: Buffer): Promise<string> {
  const reader = startPdf();
  try {
    const document = await reader.open(pdf);
    return (await document.text(1)).characters.join('').replaceAll(/\s+/g, ' ');
  } finally {
    await reader.close();
  }
}

test('an invoice is credited completely, under the next number, as PDF and UBL; the run stays as it was', async () => {
  const before = (await staff.get(`${runs}/${runId}/verify`)).json().result;
  const reply = await credit({});
  expect(reply.statusCode, reply.body).toBe(201);
  const made = reply.json().result;
  expect(made).toMatchObject({
    invoiceNumber: invoice.invoiceNumber,
    name: 'Woonstichting',
    creditDate: '2026-11-21',
    totalAmount: 20_150,
    vatAmount: 4232,
    totalInclVatAmount: 24_382,
    hasUbl: true,
    reason: 'Dubbel gerekend',
  });
  expect(numberOf(made.creditNumber)).toBe(numberOf(invoice.invoiceNumber) + 1);
  expect(made.lines.map(({ place, amount }: Record<string, unknown>) => [place, amount])).toEqual([
    [0, 20_000],
    [1, 150],
  ]);
  const pdf = await staff.get(`${runs}/${runId}/credits/${made.id}/pdf`);
  const paper = await textOf(pdf.rawPayload);
  for (const said of [
    `Creditfactuur ${made.creditNumber}`,
    invoice.invoiceNumber,
    '-243,82',
    'Dubbel gerekend',
  ])
    expect(paper.replaceAll(/[€ ]/g, '')).toContain(said.replaceAll(' ', ''));
  const ubl = (await staff.get(`${runs}/${runId}/credits/${made.id}/ubl`)).body;
  expect(ubl).toContain('<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>');
  expect(ubl).toContain('<cbc:PayableAmount currencyID="EUR">243.82</cbc:PayableAmount>');
  expect((await staff.get(`${runs}/${runId}/invoices`)).json().result[0]).toMatchObject({
    totalAmount: 20_150,
    creditedAmount: 20_150,
  });
  expect((await staff.get(`${runs}/${runId}/verify`)).json().result).toEqual(before);
  expect(await credit({})).toBeProblem(409, 'wrong-state');
});

test('a line is taken back in parts, and never for more than is left of it', async () => {
  expect((await credit({ lines: [{ place: 0, amount: 12_000 }] })).json().result).toMatchObject({
    totalAmount: 12_000,
    vatAmount: 2520,
  });
  const tooMuch = await credit({
    lines: [
      { place: 0, amount: 8001 },
      { place: 1, amount: 150 },
    ],
  });
  expect(tooMuch).toBeProblem(400, 'validation', { lines_0: ['too-large'] });
  expect(await credit({ lines: [], reason: '' })).toBeProblem(400, 'validation');
  expect((await credit({ lines: [{ place: 0, amount: 8000 }] })).statusCode).toBe(201);
  const all = (
    await staff.get(
      `${runs}/${runId}/credits?$filter=${encodeURIComponent(`invoiceId eq '${invoice.id}'`)}&$count=true`,
    )
  ).json();
  expect(all.metadata.count).toBe(2);
  // What is left is the other line.
  expect((await credit({})).json().result.lines).toMatchObject([{ place: 1, amount: 150 }]);
});

test('two at once take nothing back twice, and leave no gap in the numbers', async () => {
  const replies = await Promise.all([credit({}), credit({}), credit({})]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  const last = replies.find(({ statusCode }) => statusCode === 201)?.json().result.creditNumber;
  expect(numberOf(last)).toBe(numberOf(invoice.invoiceNumber) + 1);
});

test('a run that is not final has nothing to take back, nor has an invoice of another run', async () => {
  const other = runId;
  runId = (await staff.post(runs, { period: '2024-12' })).json().result.id;
  await work();
  expect(await credit({})).toBeProblem(409, 'wrong-state');
  runId = other;
  expect(await credit({ invoiceId: '00000000-0000-7000-8000-000000000000' })).toBeProblem(404, 'not-found');
});

test('crediting takes the right to make runs final', async () => {
  const reader = await balie.asUser({
    isProvider: true,
    may: ['fm.billing.read.system', 'fm.billing.create.system'],
  });
  expect(await credit({}, reader)).toBeProblem(403, 'forbidden');
  const { id } = (await credit({})).json().result;
  await expect(
    sql`update billing_credits set total_in_cents = 1 where id = ${id}::uuid`.execute(balie.db),
  ).rejects.toThrow('permission denied');
  await expect(sql`delete from billing_credits where id = ${id}::uuid`.execute(balie.db)).rejects.toThrow(
    'permission denied',
  );
});

test('credit invoices are exported with a row for each line, negative as in the PDF; the customer’s own likewise', async () => {
  const { creditNumber } = (await credit({})).json().result;
  const sheet = await staff.get(`${runs}/${runId}/credits/export?format=csv`);
  expect(sheet.headers['content-disposition']).toContain('creditfacturen-2026-11-21.csv');
  const [head, ...rows] = sheet.body.replace('\uFEFF', '').trim().split(/\r?\n/);
  expect(head).toBe(
    'Creditnummer;Creditdatum;Bij factuur;Klant;Reden;Omschrijving;Van;Tot en met;Bedrag excl. btw;Creditfactuur excl. btw;Btw;Creditfactuur incl. btw',
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toContain(`${creditNumber};`);
  expect(rows[0]).toMatch(/Dubbel gerekend;.*;-200,00;-201,50;-42,32;-243,82$/);
  expect(rows[1]).toMatch(/;-1,50;-201,50;/);
  const own = await balie.asUser({ companyId, may: ['fmmodule.usage.read.company'] });
  expect((await own.get('/api/fmmodule/usage/credits/export?format=csv')).body).toBe(sheet.body);
  const other = await balie.asUser({ may: ['fmmodule.usage.read.company'] });
  expect((await other.get('/api/fmmodule/usage/credits/export?format=csv')).body).not.toContain(creditNumber);
  expect(await staff.get(`${runs}/00000000-0000-7000-8000-000000000000/credits/export`)).toBeProblem(
    404,
    'not-found',
  );
});

test('customers see their own credit invoices only', async () => {
  const { id, creditNumber } = (await credit({})).json().result;
  const own = await balie.asUser({ companyId, may: ['fmmodule.usage.read.company'] });
  expect((await own.get('/api/fmmodule/usage/credits')).json().result).toMatchObject([{ id, creditNumber }]);
  expect((await own.get(`/api/fmmodule/usage/credits/${id}/pdf`)).headers['content-type']).toBe(
    'application/pdf',
  );
  expect((await own.get('/api/fmmodule/usage/invoices')).json().result).toMatchObject([
    { creditedAmount: 20_150 },
  ]);
  const other = await balie.asUser({ may: ['fmmodule.usage.read.company'] });
  expect(await other.get(`/api/fmmodule/usage/credits/${id}/pdf`)).toBeProblem(404, 'not-found');
});
