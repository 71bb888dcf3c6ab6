import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildCompany, buildUser } from '#server/features/core/testing/factories.ts';
import { buildRelation } from '#server/features/core/testing/relations.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { drainQueue } from '#server/features/documents/testing/queue.ts';
import { buildCustomerAgreement, buildPriceAgreement, buildSettings, buildUse } from '../testing/billing.ts';
import { countFigures, type FiguresJob, figuresJob } from './figures.job.ts';
import { makeInvoiceFiles, invoiceFilesJob } from './invoice-files.job.ts';

let balie: TestApp;
let staff: TestClient;
let now = new Date('2026-11-21T13:05:00.000Z');

const url = '/api/fm/billing-runs';
const may = ['read', 'create', 'delete', 'finalise'].map((verb) => `fm.billing.${verb}.system`);
const seller = {
  name: 'Balie B.V.',
  street: 'Melkmarkt 1',
  zipCode: '8011 MC',
  city: 'Zwolle',
  kvkNumber: '12 34 56 78',
  vatId: 'NL123456782B01',
  iban: 'NL91 ABNA 0417 1643 00',
  email: 'facturen@balie.example',
  phone: '038 123 45 67',
  vatPercentage: 21,
  paymentDays: 14,
};

beforeAll(async () => {
  balie = await testApp({ now: () => now });
  staff = await balie.asUser({
    isProvider: true,
    may: [
      ...may,
      'fm.customers.read.system',
      'fm.report.read.system',
      'fm.priceagreements.read.system',
      'fm.priceagreements.create.system',
      'fm.priceagreements.update.system',
      'fm.priceagreements.delete.system',
      'fm.settings.update.system',
      'core.companies.delete.system',
    ],
  });
  await staff.put('/api/fm/billing-settings', seller);
});
afterAll(() => balie.close());
beforeEach(async () => {
  now = new Date('2026-11-21T13:05:00.000Z');
  // Each test has the customers that it makes.
  await balie.db.updateTable('customer_settings').set({ start_on: null }).execute();
});

const work = () =>
  drainQueue(balie.db, {
    [figuresJob.name]: (job: FiguresJob) => countFigures(balie.services, job, { isLastTry: true }),
    [invoiceFilesJob.name]: ({ runId }: { runId: string }) => makeInvoiceFiles(balie.services, runId),
  });

let made = 0;
async function customer({ address = true } = {}) {
  made += 1;
  const { id } = await buildCompany(balie.db, { name: `Klant ${made}` });
  const tag = `K-${made}`;
  await balie.db.updateTable('companies').set({ prima_relatienummer: tag }).where('id', '=', id).execute();
  const place = address
    ? { street: 'Dorpsstraat 5', zip_code: '7000 AA', city: 'Doetinchem', kvk_number: '87654321' }
    : {};
  await buildRelation(balie.db, staff.companyId, { tag, name: `Klant ${made} Holding`, ...place });
  await buildSettings(balie.db, id, '2020-01-01');
  return { id, name: `Klant ${made} Holding`, tag };
}

async function step(id: string, name: string) {
  const reply = await staff.post(`${url}/${id}/${name}`, {});
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().result;
}

async function concept(period: string): Promise<string> {
  const reply = await staff.post(url, { period });
  expect(reply.statusCode, reply.body).toBe(201);
  await work();
  return reply.json().result.id;
}

async function final(period: string): Promise<string> {
  const id = await concept(period);
  await step(id, 'review');
  await step(id, 'finalise');
  await work();
  return id;
}

const find = async (id: string) => (await staff.get(`${url}/${id}`)).json().result;
const invoicesOf = async (id: string) =>
  (await staff.get(`${url}/${id}/invoices?$orderby=fmCustomerId`)).json().result;

describe('a run', () => {
  test('goes from concept to review to final, with the figures of every customer', async () => {
    const one = await customer();
    const two = await customer();
    await buildCustomerAgreement(balie.db, one.id, { name: 'Licentie', priceInCents: 10_000, quantity: 2 });
    await buildCustomerAgreement(balie.db, one.id, {
      name: 'Per document',
      invoiceType: 2,
      priceInCents: 15,
    });
    await buildUse(balie.db, one.id, 'scan', '2026-01-15', 10);
    await buildUse(balie.db, one.id, 'scan', '2026-01-16', 3, { mark: 'duplicate' });
    await buildCustomerAgreement(balie.db, two.id, {
      name: 'Kwartaal',
      priceInCents: 9999,
      cycleInMonths: 3,
    });
    const id = await concept('2026-01');
    expect(await find(id)).toMatchObject({
      state: 'concept',
      period: '2026-01',
      from: '2026-01-01',
      to: '2026-01-31',
      invoiceCount: 1,
      totalAmount: 20_150,
      vatAmount: 4232,
      totalInclVatAmount: 24_382,
      error: '',
      hash: '',
      missing: [],
    });
    const { figures } = await find(id);
    expect(figures.done).toBe(figures.total);
    expect(await step(id, 'review')).toMatchObject({ state: 'review' });
    expect(await step(id, 'finalise')).toMatchObject({
      state: 'final',
      finalisedBy: expect.any(String),
      papers: { done: 0, total: 1 },
    });
    await work();
    expect(await find(id)).toMatchObject({
      papers: { done: 1, total: 1 },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const [invoice] = await invoicesOf(id);
    expect(invoice).toMatchObject({
      name: one.name,
      invoiceNumber: 'F2026-00001',
      invoiceDate: '2026-11-21',
      dueDate: '2026-12-05',
      fixedAmount: 20_000,
      variableAmount: 150,
      hasPdf: true,
      hasUbl: true,
      missing: [],
    });
    const { lines } = (await staff.get(`${url}/${id}/invoices/${invoice.id}`)).json().result;
    expect(lines).toMatchObject([
      { description: 'Licentie, januari 2026', quantity: 2, price: 10_000, amount: 20_000, kind: null },
      {
        description: 'Per document, januari 2026',
        quantity: 10,
        price: 15,
        amount: 150,
        kind: 'scan',
        from: '2026-01-01',
        to: '2026-01-31',
      },
    ]);
    // The documents behind the line are as many, and cost the same.
    const behind = await staff.get(
      `/api/fm/companies/${one.id}/usage-documents?kind=scan&from=2026-01-01&to=2026-01-31`,
    );
    expect(behind.json().metadata.totals).toEqual({ totalUse: 13, count: 10, totalCost: 150 });
  });

  test('of a final period cannot be changed by anybody, and its hash recomputes to the same', async () => {
    const { id: companyId } = await customer();
    const { id: agreementId } = await buildCustomerAgreement(balie.db, companyId, {});
    const id = await final('2025-01');
    const { hash } = await find(id);
    expect((await staff.get(`${url}/${id}/verify`)).json().result).toEqual({
      hash,
      recomputed: hash,
      matches: true,
    });
    for (const name of ['recalculate', 'review', 'reopen', 'finalise'])
      expect(await staff.post(`${url}/${id}/${name}`, {})).toBeProblem(409, 'wrong-state');
    expect(await staff.delete(`${url}/${id}`)).toBeProblem(409, 'wrong-state');
    for (const change of [
      sql`update billing_invoices set total_in_cents = 1 where run_id = ${id}::uuid`,
      sql`delete from billing_invoices where run_id = ${id}::uuid`,
      sql`update final_runs set hash = '' where id = ${id}::uuid`,
      sql`delete from final_runs where id = ${id}::uuid`,
      sql`truncate billing_invoices cascade`,
      sql`delete from billing_final_days where run_id = ${id}::uuid`,
      sql`update billing_numbers set number = 'X'`,
      sql`delete from billing_runs where id = ${id}::uuid`,
      sql`update billing_papers set pdf_sha256 = '' where run_id = ${id}::uuid`,
    ])
      await expect(change.execute(balie.db)).rejects.toThrow(/permission denied|violates foreign key/);
    // What may be written of it is not what is shown.
    const before = await find(id);
    await sql`update billing_runs set period = '1999-01', state = 0 where id = ${id}::uuid`.execute(balie.db);
    expect(await find(id)).toEqual(before);
    // Whoever owns the database can break the rules, and is found out.
    const owner = createDb(createPool({ ...balie.database.owner, max: 1 }));
    await sql`update billing_invoices set total_in_cents = total_in_cents + 1 where run_id = ${id}::uuid`.execute(
      owner,
    );
    expect((await staff.get(`${url}/${id}/verify`)).json().result).toMatchObject({ matches: false });
    await sql`update billing_invoices set total_in_cents = total_in_cents - 1 where run_id = ${id}::uuid`.execute(
      owner,
    );
    await owner.destroy();
    // What was billed keeps its agreement, its start and its company.
    expect(await staff.delete(`/api/fm/companies/${companyId}/price-agreements/${agreementId}`)).toBeProblem(
      409,
      'wrong-state',
    );
    expect(
      await staff.put(`/api/fm/companies/${companyId}/settings/${companyId}`, {
        startDate: '2025-02-01',
        subscriptionType: 2,
      }),
    ).toBeProblem(400, 'validation', { startDate: ['billed'] });
    expect(await staff.delete(`/api/core/companies/${companyId}`)).toBeProblem(409, 'in-use');
  });

  test('is not made final with nothing in it, before it is over, without a seller, or with other amounts than were reviewed', async () => {
    const { id: companyId } = await customer();
    await buildCustomerAgreement(balie.db, companyId, {});
    await final('2025-02');
    const again = await concept('2025-02');
    expect(await find(again)).toMatchObject({ invoiceCount: 0, isSupplementary: true });
    await step(again, 'review');
    expect((await staff.post(`${url}/${again}/finalise`, {})).json().detail).toBe(
      'Er is niets te factureren in deze run.',
    );
    const running = await concept('2026-11');
    await step(running, 'review');
    expect(await staff.post(`${url}/${running}/finalise`, {})).toBeProblem(409, 'wrong-state');

    const id = await concept('2025-03');
    await step(id, 'review');
    await buildCustomerAgreement(balie.db, companyId, { name: 'Later' });
    expect((await staff.post(`${url}/${id}/finalise`, {})).json().detail).toContain('veranderd');
    await step(id, 'reopen');
    await step(id, 'recalculate');
    expect(await staff.post(`${url}/${id}/review`, {})).toBeProblem(409, 'wrong-state');
    await work();
    await step(id, 'review');
    await balie.db.updateTable('billing_settings').set({ iban: '' }).execute();
    expect(await find(id)).toMatchObject({ missing: ['iban'] });
    expect((await staff.post(`${url}/${id}/finalise`, {})).json().detail).toBe(
      'Vul eerst de gegevens van de afzender aan: IBAN.',
    );
    await balie.db.updateTable('billing_settings').set({ iban: 'NL91ABNA0417164300' }).execute();
    await step(id, 'finalise');
    expect((await invoicesOf(id))[0]).toMatchObject({ totalAmount: 20_000 });
  });

  test('numbers without gaps, in the order of the customers, also when making it final fails or runs at once', async () => {
    const customers = [await customer(), await customer(), await customer()];
    for (const { id } of customers) await buildCustomerAgreement(balie.db, id, {});
    const numbers = async () =>
      (
        await balie.db
          .selectFrom('billing_invoices')
          .where('invoice_number', 'like', 'F2026-%')
          .orderBy('invoice_number')
          .select('invoice_number')
          .execute()
      ).map((row) => Number(row.invoice_number.slice(6)));
    const [one, two] = [await concept('2024-01'), await concept('2024-02')];
    await step(one, 'review');
    await step(two, 'review');
    const replies = await Promise.all([one, one, two].map((id) => staff.post(`${url}/${id}/finalise`, {})));
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 200, 409]);
    const all = await numbers();
    expect(all).toEqual(all.map((_, at) => at + 1));
    const own = (await invoicesOf(one)).map(({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber);
    expect(own).toEqual(own.toSorted());
    expect(own).toHaveLength(3);
  });

  test('counts again from the start when it was cut off, and stops when it is nobody’s any more', async () => {
    const { id: companyId } = await customer();
    await buildCustomerAgreement(balie.db, companyId, {});
    const id = (await staff.post(url, { period: '2024-03' })).json().result.id;
    const job = { runId: id, version: 2 };
    await countFigures(balie.services, job, { isLastTry: false });
    await countFigures(balie.services, job, { isLastTry: false });
    expect((await find(id)).invoiceCount).toBe(1);
    await step(id, 'recalculate');
    await countFigures(balie.services, job, { isLastTry: false });
    expect((await find(id)).invoiceCount).toBe(0);
    await staff.delete(`${url}/${id}`);
    await work();
    expect(await staff.get(`${url}/${id}`)).toBeProblem(404, 'not-found');
  });

  test('continues after an interruption; existing files stay as they are', async () => {
    for (const { id } of [await customer(), await customer()]) await buildCustomerAgreement(balie.db, id, {});
    const id = await concept('2024-04');
    await step(id, 'review');
    await step(id, 'finalise');
    const stop = new AbortController();
    const files = {
      ...balie.services.files,
      put: (bytes: Uint8Array) => balie.services.files.put(bytes).finally(() => stop.abort()),
    };
    await expect(makeInvoiceFiles({ ...balie.services, files }, id, stop.signal)).rejects.toThrow(/abort/i);
    const before = await balie.db.selectFrom('billing_papers').where('run_id', '=', id).selectAll().execute();
    expect(before).toHaveLength(1);
    now = new Date('2026-11-22T13:05:00.000Z');
    await work();
    const after = await balie.db.selectFrom('billing_papers').where('run_id', '=', id).selectAll().execute();
    expect(after).toHaveLength(2);
    expect(after).toContainEqual(before[0]);
  });

  test('bad periods are refused', async () => {
    for (const period of ['2026-13', '2026-Q5', '26', 'x', '', null])
      expect((await staff.post(url, { period })).statusCode).toBe(400);
  });
});

describe('billing afterwards', () => {
  const agree = (companyId: string, more: object) =>
    staff.post(`/api/fm/companies/${companyId}/price-agreements`, { priceAgreementId, ...more });
  let priceAgreementId: string;
  beforeEach(async () => {
    priceAgreementId = (await buildPriceAgreement(balie.db, { priceInCents: 10_000 })).id;
  });

  test('whoever was never billed gets agreements of earlier days, which a supplementary run of chosen customers bills', async () => {
    const [old, late, other] = [await customer(), await customer(), await customer()];
    await buildCustomerAgreement(balie.db, old.id, {});
    await final('2022-05');
    // Days that were billed get no other line; those of others are free.
    expect(await agree(old.id, { startdate: '2022-05-31' })).toBeProblem(400, 'validation', {
      startdate: ['billed'],
    });
    expect((await agree(old.id, {})).json().result).toMatchObject({ startdate: '2022-06-01' });
    expect((await agree(late.id, { startdate: '2022-05-11' })).statusCode).toBe(201);
    await agree(other.id, { startdate: '2022-05-01' });

    const reply = await staff.post(url, { period: '2022-05', companyIds: [late.id] });
    const { id } = reply.json().result;
    await work();
    expect(await find(id)).toMatchObject({ companyIds: [late.id], isSupplementary: true, invoiceCount: 1 });
    await step(id, 'review');
    await step(id, 'finalise');
    expect(await invoicesOf(id)).toMatchObject([{ name: late.name, totalAmount: 6774 }]);
    // The next one bills who is left, and nobody again.
    const rest = await concept('2022-05');
    expect(await invoicesOf(rest)).toMatchObject([{ name: other.name, totalAmount: 10_000 }]);
    expect(
      await staff.post(url, { period: '2022-05', companyIds: ['00000000-0000-7000-8000-00000000dead'] }),
    ).toBeProblem(400, 'validation', { company_ids: ['unknown'] });
  });

  test('a longer run bills of each customer the days that are left', async () => {
    const [half, none] = [await customer(), await customer()];
    for (const { id } of [half, none]) await buildCustomerAgreement(balie.db, id, { priceInCents: 1000 });
    await buildCustomerAgreement(balie.db, half.id, { priceInCents: 5000, cycleInMonths: 3 });
    await balie.db
      .updateTable('customer_settings')
      .set({ start_on: '2021-05-01' })
      .where('company_id', '=', none.id)
      .execute();
    await final('2021-04');
    const quarter = await concept('2021-Q2');
    // Two months and the quarter that ends in them; of the other both months since their start.
    expect(await invoicesOf(quarter)).toMatchObject([
      { name: half.name, totalAmount: 7000 },
      { name: none.name, totalAmount: 2000 },
    ]);
  });

  test('a one-off line is billed once, by the next run that reaches it, whatever is final', async () => {
    const { id: companyId, name } = await customer();
    await buildCustomerAgreement(balie.db, companyId, { priceInCents: 1000 });
    await final('2022-07');
    const lines = `/api/fm/companies/${companyId}/one-off-lines`;
    const body = { description: 'Inrichting', quantity: 2, price: 12_500, day: '2022-07-11' };
    const made = (await staff.post(lines, body)).json().result;
    expect(made).toMatchObject({ amount: 25_000, invoiceNumber: '' });
    expect(await staff.post(lines, { ...body, quantity: 0, price: 0 })).toBeProblem(400, 'validation', {
      quantity: ['too-small'],
      price: ['too-small'],
    });
    expect(await invoicesOf(await concept('2022-06'))).toMatchObject([{ totalAmount: 1000 }]);
    const ids = [await concept('2022-07'), await concept('2022-07')];
    for (const id of ids) await step(id, 'review');
    const replies = await Promise.all(ids.map((id) => staff.post(`${url}/${id}/finalise`, {})));
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [done = ''] = ids.filter((_, at) => replies[at]?.statusCode === 200);
    const [invoice] = await invoicesOf(done);
    expect(invoice).toMatchObject({ name, totalAmount: 25_000 });
    expect((await staff.get(lines)).json().result).toMatchObject([{ invoiceNumber: invoice.invoiceNumber }]);
    const one = `${lines}/${made.id}`;
    expect(await staff.put(one, body)).toBeProblem(409, 'wrong-state');
    expect(await staff.delete(one)).toBeProblem(409, 'wrong-state');
    expect(await invoicesOf(await concept('2022-08'))).toMatchObject([{ totalAmount: 1000 }]);
  });

  test('two runs at once never bill a customer twice for a day', async () => {
    const customers = [await customer(), await customer()];
    for (const { id } of customers) await buildCustomerAgreement(balie.db, id, {});
    for (const year of [2021, 2022, 2023]) {
      const ids = [await concept(`${year}-02`), await concept(`${year}-Q1`), await concept(`${year}-02`)];
      for (const id of ids) await step(id, 'review');
      const replies = await Promise.all(ids.map((id) => staff.post(`${url}/${id}/finalise`, {})));
      expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    }
    const twice = await sql`select from billing_invoices a join billing_invoices b
      on a.company_id = b.company_id and a.id < b.id,
      jsonb_array_elements(a.lines) x, jsonb_array_elements(b.lines) y
      where x ->> 'customerAgreementId' = y ->> 'customerAgreementId' and x ->> 'kind' is not distinct from y ->> 'kind'
        and x ->> 'from' <= y ->> 'to' and y ->> 'from' <= x ->> 'to'`.execute(balie.db);
    expect(twice.rows).toEqual([]);
  });

  test('the database itself keeps a day of a customer from being final twice', async () => {
    const { id: companyId } = await customer();
    const runs = [await concept('2015-01'), await concept('2015-Q1')];
    const spans = ['[2015-01-01,2015-01-31]', '[2015-01-15,2015-03-31]'];
    const writes = await Promise.allSettled(
      runs.map((runId, at) =>
        sql`insert into billing_final_days (company_id, run_id, from_on, to_on)
          select ${companyId}::uuid, ${runId}::uuid, lower(d), upper(d) - 1 from (select ${spans[at]}::daterange as d) s`.execute(
          balie.db,
        ),
      ),
    );
    expect(writes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('PDF and UBL', () => {
  test('are downloaded by the provider and the customer, and one file has all lines', async () => {
    const { id: companyId, name } = await customer();
    await buildCustomerAgreement(balie.db, companyId, { name: 'Licentie', priceInCents: 12_345 });
    const id = await final('2024-05');
    const [invoice] = await invoicesOf(id);
    const pdf = await staff.get(`${url}/${id}/invoices/${invoice.id}/pdf`);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const ubl = await staff.get(`${url}/${id}/invoices/${invoice.id}/ubl`);
    expect(ubl.body).toContain(invoice.invoiceNumber);
    const file = await staff.get(`${url}/${id}/invoices/export?format=csv`);
    expect(file.body.split('\r\n')[1]).toContain(`${invoice.invoiceNumber};21-11-2026;05-12-2026;`);
    expect(file.body).toContain('123,45');

    const user = await buildUser(balie.db, { companyId, may: ['fmmodule.usage.read.company'] });
    expect(user.companyId).toBe(companyId);
    const own = await balie.asUser({ companyId, may: ['fmmodule.usage.read.company'] });
    const listed = (await own.get('/api/fmmodule/usage/invoices?$count=true')).json();
    expect(listed).toMatchObject({ result: [{ id: invoice.id, name }], metadata: { count: 1 } });
    expect((await own.get(`/api/fmmodule/usage/invoices/${invoice.id}/pdf`)).rawPayload).toEqual(
      pdf.rawPayload,
    );
    expect((await own.get(url)).statusCode).toBe(403);

    const issued = `/api/fm/companies/${companyId}/issued-invoices`;
    expect((await staff.get(issued)).json().result).toMatchObject([{ id: invoice.id, hasPdf: true }]);
    expect((await staff.get(`${issued}/${invoice.id}/pdf`)).rawPayload).toEqual(pdf.rawPayload);
  });

  test('a customer without a KvK number gets a PDF, and no UBL', async () => {
    const { id: companyId, tag } = await customer();
    await balie.db.updateTable('customer_relations').set({ kvk_number: '' }).where('tag', '=', tag).execute();
    await buildCustomerAgreement(balie.db, companyId, {});
    const id = await final('2024-06');
    const [invoice] = await invoicesOf(id);
    expect(invoice).toMatchObject({ missing: ['kvkNumber'], hasPdf: true, hasUbl: false });
    expect(await find(id)).toMatchObject({ incompleteCount: 1 });
    expect(await staff.get(`${url}/${id}/invoices/${invoice.id}/ubl`)).toBeProblem(404, 'not-found');
  });

  test('a customer without an address gets no invoice, and follows in a supplementary run', async () => {
    const whole = await customer();
    const { id: companyId, name, tag } = await customer({ address: false });
    for (const id of [whole.id, companyId]) await buildCustomerAgreement(balie.db, id, {});
    const id = await final('2023-06');
    expect(await find(id)).toMatchObject({ invoiceCount: 1, leftOut: [name], isSupplementary: false });
    expect(await invoicesOf(id)).toMatchObject([{ name: whole.name, missing: [] }]);

    const supplement = await concept('2023-06');
    expect(await invoicesOf(supplement)).toMatchObject([
      { name, missing: ['street', 'zipCode', 'city', 'kvkNumber'] },
    ]);
    await step(supplement, 'review');
    expect((await staff.post(`${url}/${supplement}/finalise`, {})).json().detail).toContain('volledig adres');
    await balie.db
      .updateTable('customer_relations')
      .set({ street: 'Kade 1', zip_code: '8011 MC', city: 'Zwolle', kvk_number: '87654321' })
      .where('tag', '=', tag)
      .execute();
    await step(supplement, 'reopen');
    await step(supplement, 'recalculate');
    await work();
    await step(supplement, 'review');
    now = new Date('2026-11-21T13:06:00.000Z');
    expect(await step(supplement, 'finalise')).toMatchObject({ isSupplementary: true, leftOut: [] });
    expect((await invoicesOf(supplement))[0].invoiceNumber).not.toBe('');
    expect(await find(id)).toMatchObject({ isSupplementary: false });
  });

  test('an inactive company keeps its fixed fees, and is named before the run is final', async () => {
    const { id: companyId, name } = await customer();
    await buildCustomerAgreement(balie.db, companyId, {});
    await balie.db.updateTable('companies').set({ is_active: false }).where('id', '=', companyId).execute();
    const id = await concept('2022-06');
    expect(await find(id)).toMatchObject({ invoiceCount: 1, inactive: [name] });
    const report = (await staff.get('/api/fm/reports?period=2022-06')).json().result;
    expect(report.filter((row: { isInactive: boolean }) => row.isInactive)).toMatchObject([
      { companyId, fixedCosts: 10_000 },
    ]);
  });

  test('the papers of a final run are one ZIP, named in the language of the caller', async () => {
    const { id: companyId } = await customer();
    await buildCustomerAgreement(balie.db, companyId, {});
    const open = await concept('2022-07');
    expect(await staff.get(`${url}/${open}/papers`)).toBeProblem(409, 'wrong-state');
    const id = await final('2022-08');
    const [{ id: invoiceId, invoiceNumber }] = await invoicesOf(id);
    const reply = await staff.get(`${url}/${id}/papers`, { 'accept-language': 'en' });
    expect(reply.headers['content-disposition']).toContain('Invoices 2022-08.zip');
    const files = unzipSync(reply.rawPayload);
    expect(Object.keys(files)).toEqual([`Invoice ${invoiceNumber}.pdf`, `Invoice ${invoiceNumber}.xml`]);
    const pdf = await staff.get(`${url}/${id}/invoices/${invoiceId}/pdf`);
    expect(pdf.headers['content-disposition']).toContain(`Factuur ${invoiceNumber}.pdf`);
    expect(Buffer.from(files[`Invoice ${invoiceNumber}.pdf`] ?? []).equals(pdf.rawPayload)).toBe(true);
    const stranger = await balie.asUser({ may: ['fm.billing.read.company'] });
    expect((await stranger.get(`${url}/${id}/papers`)).statusCode).toBe(403);
  });

  test('before a run is final a customer sees nothing of it', async () => {
    const { id: companyId } = await customer();
    await buildCustomerAgreement(balie.db, companyId, {});
    const id = await concept('2024-07');
    const [invoice] = await invoicesOf(id);
    const own = await balie.asUser({ companyId, may: ['fmmodule.usage.read.company'] });
    expect((await own.get('/api/fmmodule/usage/invoices')).json().result).toEqual([]);
    expect(await own.get(`/api/fmmodule/usage/invoices/${invoice.id}`)).toBeProblem(404, 'not-found');
  });
});

test('the seller accepts valid numbers only, and lists what is missing', async () => {
  const reply = await staff.put('/api/fm/billing-settings', {
    ...seller,
    kvkNumber: '1',
    vatId: 'x',
    iban: 'NL00',
  });
  expect(reply).toBeProblem(400, 'validation', {
    kvk_number: ['invalid'],
    vat_id: ['invalid'],
    iban: ['invalid'],
  });
  expect((await staff.get('/api/fm/billing-settings')).json().result).toMatchObject({
    kvkNumber: '12345678',
    iban: 'NL91ABNA0417164300',
    missing: [],
    vatPercentage: 21,
  });
});
