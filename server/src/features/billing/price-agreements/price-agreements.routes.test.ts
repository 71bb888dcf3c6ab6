import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildCompany } from '#server/features/core/testing/factories.ts';
import {
  buildCustomerAgreement,
  buildFinalInvoice,
  buildPriceAgreement,
  buildSettings,
} from '../testing/billing.ts';

let balie: TestApp;
let staff: TestClient;
const url = '/api/fm/price-agreements';
const flat = '/api/fm/price-agreements-customer';
const rights = (reach: string) =>
  ['read', 'create', 'update', 'delete'].map((verb) => `fm.priceagreements.${verb}.${reach}`);
const full = {
  name: 'Per document',
  priceAgreementType: 1,
  agreementPrice: '0,15',
  isVariable: true,
  invoiceType: 2,
  cycleInMonths: 1,
};

beforeAll(async () => {
  balie = await testApp();
});
beforeEach(async () => {
  staff = await balie.asUser({ isProvider: true, may: rights('system') });
});
afterAll(() => balie.close());

async function made(change: object = {}) {
  const reply = await staff.post(url, { ...full, ...change });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().result;
}

describe('a price agreement', () => {
  test('takes euros as typed or cents, and gives both back', async () => {
    expect(await made()).toMatchObject({
      name: 'Per document',
      price: 15,
      agreementPrice: 0.15,
      typeName: 'Licentie',
      isVariable: true,
      invoiceType: 2,
      cycleInMonths: 1,
      customerCount: 0,
      startdate: null,
    });
    expect(await made({ agreementPrice: 1234.5, priceAgreementType: 2 })).toMatchObject({
      price: 123_450,
      typeName: 'Onderhoud',
    });
    expect(await made({ agreementPrice: undefined, price: 99 })).toMatchObject({ price: 99 });
  });

  test('of fixed costs loses its invoicing type', async () => {
    expect(await made({ isVariable: false, invoiceType: 3 })).toMatchObject({
      isVariable: false,
      invoiceType: 0,
    });
  });

  test('names every bad field at once, in the words of the screen', async () => {
    const reply = await staff.post(url, {
      name: ' ',
      priceAgreementType: 3,
      agreementPrice: 'duur',
      invoiceType: 4,
      cycleInMonths: 6,
      startdate: '2026-02-01',
      enddate: '2026-01-31',
    });
    expect(reply).toBeProblem(400, 'validation', {
      name: ['required'],
      price_agreement_type: ['not-a-choice'],
      agreement_price: ['not-a-number'],
      costs: ['required'],
      invoice_type: ['not-a-choice'],
      cycle_in_months: ['not-a-choice'],
      enddate: ['ends-before-start'],
    });
    expect(reply.json().errors.costs).toEqual(['Kies vaste of variabele kosten']);
    expect(await staff.post(url, { ...full, invoiceType: 0 })).toBeProblem(400, 'validation', {
      invoice_type: ['required'],
    });
    expect(await staff.post(url, { ...full, agreementPrice: '-1' })).toBeProblem(400, 'validation', {
      agreement_price: ['too-small'],
    });
    expect(await staff.post(url, { ...full, agreementPrice: '0,155' })).toBeProblem(400, 'validation', {
      agreement_price: ['too-many-decimals'],
    });
    expect(await staff.post(url, { ...full, price: 16 })).toBeProblem(400, 'validation', {
      agreement_price: ['invalid'],
    });
  });

  test('is found by name, sorted, paged and taken along', async () => {
    for (const name of ['Zoek B', 'Zoek A', 'Anders']) await made({ name });
    const list = (await staff.get(`${url}?query=zoek&$count=true&$top=1`)).json();
    expect(list).toMatchObject({ result: [{ name: 'Zoek A' }], metadata: { count: 2 } });
    expect((await staff.get(`${url}/export?format=csv&query=zoek`)).body.split('\r\n')).toHaveLength(4);
  });

  test('is not deleted while it is in use, with its customers in the answer; unused it is', async () => {
    const company = await buildCompany(balie.db, { name: 'Gebruiker' });
    const { id, priceAgreementId } = await buildCustomerAgreement(balie.db, company.id);
    const reply = await staff.delete(`${url}/${priceAgreementId}`);
    expect(reply).toBeProblem(409, 'in-use');
    expect(reply.json().usedBy).toEqual({
      count: 1,
      first: [{ resource: 'fm/companies', id: company.id, name: 'Gebruiker' }],
    });
    expect((await staff.delete(`${flat}/${id}`)).statusCode).toBe(204);
    expect((await staff.delete(`${url}/${priceAgreementId}`)).statusCode).toBe(204);
    expect(await staff.get(`${url}/${priceAgreementId}`)).toBeProblem(404, 'not-found');
  });

  test('a stale save is refused with what is stored', async () => {
    const { id } = await made();
    await staff.put(`${url}/${id}`, { ...full, name: 'Twee' });
    const reply = await staff.put(`${url}/${id}`, { ...full, name: 'Drie', rowVersion: 1 });
    expect(reply).toBeProblem(409, 'stale');
    expect(reply.json().current).toMatchObject({ name: 'Twee', rowVersion: 2 });
  });
});

describe('another price (§I2)', () => {
  const rows = async (companyId: string) =>
    (await staff.get(`/api/fm/companies/${companyId}/price-agreements?$orderby=startdate`))
      .json()
      .result.map(({ price, quantity, startdate, enddate }: Record<string, unknown>) => ({
        price,
        quantity,
        startdate,
        enddate,
      }));

  test('leaves what customers have, unless a day is named from which it counts for them too', async () => {
    const [one, two, three] = [
      await buildCompany(balie.db),
      await buildCompany(balie.db),
      await buildCompany(balie.db),
    ];
    const { id } = await made();
    const assign = (companyId: string, more: object) =>
      staff.post(`/api/fm/companies/${companyId}/price-agreements`, { priceAgreementId: id, ...more });
    await assign(one.id, { quantity: 3 });
    await assign(two.id, { startdate: '2026-12-15', enddate: '2027-12-31' });
    await assign(three.id, { enddate: '2026-11-30' });
    await staff.put(`${url}/${id}`, { ...full, agreementPrice: '0,20' });
    expect(await rows(one.id)).toEqual([{ price: 15, quantity: 3, startdate: null, enddate: null }]);
    const reply = await staff.put(`${url}/${id}`, {
      ...full,
      agreementPrice: '0,25',
      appliesFrom: '2026-12-01',
    });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await rows(one.id)).toEqual([
      { price: 15, quantity: 3, startdate: null, enddate: '2026-11-30' },
      { price: 25, quantity: 3, startdate: '2026-12-01', enddate: null },
    ]);
    expect(await rows(two.id)).toEqual([
      { price: 25, quantity: 1, startdate: '2026-12-15', enddate: '2027-12-31' },
    ]);
    expect(await rows(three.id)).toEqual([
      { price: 15, quantity: 1, startdate: null, enddate: '2026-11-30' },
    ]);
  });

  test('that is the price a customer has already leaves their row whole', async () => {
    const company = await buildCompany(balie.db);
    const { id } = await made();
    await staff.post(`/api/fm/companies/${company.id}/price-agreements`, { priceAgreementId: id });
    await staff.put(`${url}/${id}`, { ...full, agreementPrice: '0,20', appliesFrom: '2026-12-01' });
    const cut = await rows(company.id);
    expect(cut).toHaveLength(2);
    await staff.put(`${url}/${id}`, { ...full, agreementPrice: '0,20', appliesFrom: '2026-12-10' });
    expect(await rows(company.id)).toEqual(cut);
    const [{ rowVersion }] = (
      await staff.get(`/api/fm/companies/${company.id}/price-agreements?$orderby=startdate desc`)
    ).json().result;
    expect(rowVersion).toBe(1);
  });

  test('is never brought into the past', async () => {
    const { id } = await made();
    expect(await staff.put(`${url}/${id}`, { ...full, appliesFrom: '2026-10-31' })).toBeProblem(
      400,
      'validation',
      { applies_from: ['in-the-past'] },
    );
    expect((await staff.put(`${url}/${id}`, { ...full, appliesFrom: '2026-11-01' })).statusCode).toBe(200);
  });
});

describe('the agreements of a customer', () => {
  let companyId: string;
  let priceAgreementId: string;
  let nested: string;
  beforeEach(async () => {
    companyId = (await buildCompany(balie.db)).id;
    priceAgreementId = (await made({ name: 'Licentie', isVariable: false, agreementPrice: '100' })).id;
    nested = `/api/fm/companies/${companyId}/price-agreements`;
  });

  test('copy name, type and price, with quantity 1 unless said', async () => {
    const reply = await staff.post(nested, { priceAgreementId });
    expect(reply.json().result).toMatchObject({
      companyId,
      priceAgreementId,
      quantity: 1,
      name: 'Licentie',
      type: 1,
      typeName: 'Licentie',
      price: 10_000,
      startdate: null,
      enddate: null,
      isBilled: false,
      priceAgreement: { id: priceAgreementId, name: 'Licentie', price: 10_000 },
    });
    await staff.put(`${url}/${priceAgreementId}`, {
      ...full,
      name: 'Nieuw',
      isVariable: false,
      agreementPrice: '200',
    });
    expect((await staff.get(nested)).json().result).toMatchObject([
      { name: 'Licentie', price: 10_000, priceAgreement: { name: 'Nieuw', price: 20_000 } },
    ]);
  });

  test('of one agreement never share a day, ends included', async () => {
    const assign = (startdate: string | null, enddate: string | null, path = nested, more = {}) =>
      staff.post(path, { priceAgreementId, startdate, enddate, ...more });
    expect((await assign('2026-01-01', '2026-06-30')).statusCode).toBe(201);
    expect(await assign('2026-06-30', null)).toBeProblem(400, 'validation', {
      price_agreement_id: ['overlaps'],
    });
    expect(await assign(null, '2026-01-01', flat, { companyId })).toBeProblem(400, 'validation', {
      price_agreement_id: ['overlaps'],
    });
    expect((await assign('2026-07-01', null)).statusCode).toBe(201);
    const [first] = (await staff.get(`${nested}?$orderby=startdate`)).json().result;
    expect(await staff.put(`${nested}/${first.id}`, { enddate: null })).toBeProblem(400, 'validation', {
      price_agreement_id: ['overlaps'],
    });
    expect((await staff.put(`${nested}/${first.id}`, { quantity: 4 })).json().result).toMatchObject({
      quantity: 4,
      startdate: '2026-01-01',
      enddate: '2026-06-30',
    });
  });

  test('two at once: one of them is refused', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => staff.post(nested, { priceAgreementId })));
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 400, 400]);
  });

  test('refuse what is wrong', async () => {
    expect(await staff.post(nested, { quantity: 0 })).toBeProblem(400, 'validation', {
      price_agreement_id: ['required'],
      quantity: ['too-small'],
    });
    expect(await staff.post(nested, { priceAgreementId: 'x' })).toBeProblem(400, 'validation', {
      price_agreement_id: ['unknown'],
    });
    expect(
      await staff.post(flat, { priceAgreementId, companyId: '00000000-0000-7000-8000-00000000dead' }),
    ).toBeProblem(400, 'validation', { company_id: ['unknown'] });
    expect(
      await staff.post(nested, { priceAgreementId, startdate: '2026-02-01', enddate: '2026-01-01' }),
    ).toBeProblem(400, 'validation', { enddate: ['ends-before-start'] });
    const { id } = (await staff.post(nested, { priceAgreementId })).json().result;
    const other = await made();
    expect(await staff.put(`${nested}/${id}`, { priceAgreementId: other.id })).toBeProblem(
      400,
      'validation',
      { price_agreement_id: ['invalid'] },
    );
  });

  test('change behind what a final run has billed, which stays as it was', async () => {
    const { id } = (await staff.post(nested, { priceAgreementId, quantity: 2 })).json().result;
    const { runId } = await buildFinalInvoice(balie.db, companyId, [
      { priceAgreementId, from: '1900-01-01', to: '1999-12-31' },
    ]);
    expect(runId).toBeDefined();
    expect(await staff.delete(`${nested}/${id}`)).toBeProblem(409, 'wrong-state');
    expect(await staff.put(`${nested}/${id}`, { startdate: '2026-01-01' })).toBeProblem(400, 'validation', {
      startdate: ['billed'],
    });
    expect(await staff.put(`${nested}/${id}`, { enddate: '1999-12-30' })).toBeProblem(400, 'validation', {
      enddate: ['billed'],
    });
    expect((await staff.put(`${nested}/${id}`, { quantity: 5 })).json().result).toMatchObject({
      id,
      quantity: 5,
      startdate: '2000-01-01',
      isBilled: false,
    });
    const rows = (await staff.get(`${nested}?$orderby=startdate`)).json().result;
    expect(rows).toMatchObject([
      { quantity: 2, startdate: null, enddate: '1999-12-31', isBilled: true },
      { quantity: 5, startdate: '2000-01-01', enddate: null, isBilled: false },
    ]);
  });

  test('show customers their own, and let them write nothing', async () => {
    await staff.post(nested, { priceAgreementId });
    const own = await balie.asUser({ companyId, may: rights('company') });
    expect((await own.get(flat)).json().result).toMatchObject([{ companyId }]);
    expect((await own.get(url)).json().result).toMatchObject([
      { id: priceAgreementId, customerCount: 1, updatedBy: null },
    ]);
    const { id: unseen } = await buildPriceAgreement(balie.db);
    expect(await own.get(`${url}/${unseen}`)).toBeProblem(404, 'not-found');
    expect(await own.post(nested, { priceAgreementId })).toBeProblem(403, 'forbidden');
    expect(await own.put(`${url}/${priceAgreementId}`, full)).toBeProblem(403, 'forbidden');
    const kept = await balie.db
      .selectFrom('price_agreements')
      .where('id', '=', priceAgreementId)
      .select('price_in_cents')
      .executeTakeFirstOrThrow();
    expect(kept.price_in_cents).toBe(10_000);
  });
});

test('a company that is purged takes its settings and agreements along, unless it has final invoices', async () => {
  const [plain, billed] = [
    await buildCompany(balie.db, { modules: [] }),
    await buildCompany(balie.db, { modules: [] }),
  ];
  for (const { id } of [plain, billed]) {
    await buildSettings(balie.db, id, '2026-01-01');
    await buildCustomerAgreement(balie.db, id);
  }
  await buildFinalInvoice(balie.db, billed.id);
  await balie.db.deleteFrom('companies').where('id', '=', plain.id).execute();
  expect(
    await balie.db.selectFrom('customer_agreements').where('company_id', '=', plain.id).selectAll().execute(),
  ).toEqual([]);
  await expect(balie.db.deleteFrom('companies').where('id', '=', billed.id).execute()).rejects.toThrow(
    /violates foreign key/,
  );
});
