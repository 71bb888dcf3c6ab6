import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration, buildCompany } from '#server/features/core/testing/factories.ts';
import { buildCustomerAgreement, buildSettings, buildUse } from '../testing/billing.ts';

let balie: TestApp;
let staff: TestClient;
let companyId: string;
const may = ['fm.customers.read', 'fm.report.read', 'fm.settings.read', 'fm.settings.update'].map(
  (right) => `${right}.system`,
);

beforeAll(async () => {
  balie = await testApp();
  staff = await balie.asUser({ isProvider: true, may });
});
beforeEach(async () => {
  companyId = (await buildCompany(balie.db, { name: 'Vechtstreek' })).id;
});
afterAll(() => balie.close());

const invoices = async (query = '', by = staff, path = `/api/fm/companies/${companyId}/invoices`) => {
  const reply = await by.get(`${path}${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().result;
};

/** A customer with everything: fixed and variable prices, all kinds of use, a price that changed. */
async function fullCustomer(subscription: 1 | 2 | 3 | 4 = 2): Promise<void> {
  await buildSettings(balie.db, companyId, '2026-02-15', subscription);
  await buildCustomerAgreement(balie.db, companyId, {
    name: 'Kwartaal',
    priceInCents: 10_000,
    quantity: 2,
    cycleInMonths: 3,
  });
  await buildCustomerAgreement(balie.db, companyId, { name: 'Maand', priceInCents: 500 });
  await buildCustomerAgreement(balie.db, companyId, {
    name: 'Jaar',
    priceInCents: 120_000,
    cycleInMonths: 12,
    type: 2,
  });
  await buildCustomerAgreement(balie.db, companyId, {
    name: 'Scan',
    invoiceType: 2,
    priceInCents: 10,
    endsOn: '2026-10-15',
  });
  await buildCustomerAgreement(balie.db, companyId, {
    name: 'Scan nieuw',
    invoiceType: 2,
    priceInCents: 12,
    startsOn: '2026-10-16',
  });
  await buildCustomerAgreement(balie.db, companyId, { name: 'Factuur', invoiceType: 3, priceInCents: 30 });
  await buildUse(balie.db, companyId, 'scan', '2026-10-15', 4);
  await buildUse(balie.db, companyId, 'scan', '2026-10-16', 5);
  await buildUse(balie.db, companyId, 'scan', '2026-10-20', 2, { mark: 'duplicate' });
  await buildUse(balie.db, companyId, 'processed', '2026-10-31', 3);
  await buildUse(balie.db, companyId, 'attachment', '2026-10-31', 1);
  await buildUse(balie.db, companyId, 'scan', '2026-09-30', 7);
  await buildUse(balie.db, companyId, 'scan', '2026-02-14', 50);
}

describe('the invoices tab', () => {
  test('shows fixed and variable costs, their totals and the use of each month', async () => {
    await fullCustomer();
    const tab = await invoices('?from=2026-09&to=2026-10');
    expect(tab).toMatchObject({
      companyId,
      from: '2026-09',
      to: '2026-10',
      startDate: '2026-02-15',
      subscriptionType: 2,
      billingState: 'running',
      isFree: false,
    });
    expect(
      tab.fixedCosts.map(({ name, cost, isCurrent }: Record<string, unknown>) => [name, cost, isCurrent]),
    ).toEqual([
      ['Jaar', 120_000, true],
      ['Kwartaal', 20_000, true],
      ['Maand', 500, true],
    ]);
    expect(
      tab.variableCosts.map(({ name, isCurrent }: Record<string, unknown>) => [name, isCurrent]),
    ).toEqual([
      ['Factuur', true],
      ['Scan', false],
      ['Scan nieuw', true],
    ]);
    expect(tab.fixedTotals).toEqual({
      perMonth: 500,
      perQuarter: 20_000,
      perYear: 120_000,
      yearly: 6000 + 80_000 + 120_000,
    });
    expect(tab.invoiceScans).toEqual([
      {
        period: '2026-09',
        from: '2026-09-01',
        to: '2026-09-30',
        totalUse: 7,
        count: 7,
        cost: 10,
        totalCost: 70,
      },
      {
        period: '2026-10',
        from: '2026-10-01',
        to: '2026-10-15',
        totalUse: 4,
        count: 4,
        cost: 10,
        totalCost: 40,
      },
      {
        period: '2026-10',
        from: '2026-10-16',
        to: '2026-10-31',
        totalUse: 7,
        count: 5,
        cost: 12,
        totalCost: 60,
      },
    ]);
    expect(tab.proccessedInvoices).toMatchObject([
      { totalCost: 0 },
      { totalUse: 3, cost: 30, totalCost: 90 },
    ]);
    expect(tab.attachmentScans).toMatchObject([
      { totalUse: 0 },
      { totalUse: 1, count: 1, cost: 0, totalCost: 0 },
    ]);
    expect(tab.usageTotals).toEqual({
      invoiceScans: 170,
      proccessedInvoices: 90,
      attachmentScans: 0,
      total: 260,
    });
  });

  test('is the same under the other name that product 2.7 has for it, and shows a year unless asked', async () => {
    await fullCustomer();
    const tab = await invoices();
    expect(await invoices('', staff, `/api/fm/invoices/companies/${companyId}`)).toEqual(tab);
    expect(tab).toMatchObject({ from: '2025-12', to: '2026-11' });
    expect(new Set(tab.invoiceScans.map(({ period }: { period: string }) => period)).size).toBe(12);
    // Use before the start does not count (§I3).
    expect(
      tab.invoiceScans.reduce((total: number, row: { totalUse: number }) => total + row.totalUse, 0),
    ).toBe(18);
  });

  test('of a trial shows amounts, and totals of 0 (§I7)', async () => {
    await fullCustomer(3);
    const tab = await invoices('?from=2026-10&to=2026-10');
    expect(tab).toMatchObject({
      isFree: true,
      fixedTotals: { perMonth: 0, perQuarter: 0, perYear: 0, yearly: 0 },
      usageTotals: { total: 0 },
    });
    expect(tab.invoiceScans).toMatchObject([{ totalCost: 40 }, { totalCost: 60 }]);
    expect(tab.fixedCosts[0].cost).toBe(120_000);
  });

  test.each([
    [null, 'no-start'],
    ['2026-11-22', 'not-started'],
  ])('with start %s costs nothing and has that state (§I10)', async (startOn, billingState) => {
    await buildSettings(balie.db, companyId, startOn);
    await buildCustomerAgreement(balie.db, companyId, {});
    await buildUse(balie.db, companyId, 'scan', '2026-10-15', 4);
    const tab = await invoices();
    expect(tab).toMatchObject({ billingState, fixedTotals: { perMonth: 0 }, usageTotals: { total: 0 } });
    const report = (
      await staff.get(
        `/api/fm/reports?period=2026-10&$filter=${encodeURIComponent(`companyId eq '${companyId}'`)}`,
      )
    ).json();
    expect(report.result).toMatchObject([
      { billingState, totalCosts: 0, fixedCosts: 0, invoiceType: 0, totalUse: 0 },
    ]);
  });

  test('refuses months that are none, the wrong way round, or too many', async () => {
    expect(await staff.get(`/api/fm/companies/${companyId}/invoices?from=2026-13`)).toBeProblem(
      400,
      'validation',
      { from: ['invalid'] },
    );
    expect(await staff.get(`/api/fm/companies/${companyId}/invoices?from=2026-10&to=2026-09`)).toBeProblem(
      400,
      'validation',
      { to: ['ends-before-start'] },
    );
    expect(await staff.get(`/api/fm/companies/${companyId}/invoices?from=2001-01&to=2026-09`)).toBeProblem(
      400,
      'validation',
      { from: ['too-many'] },
    );
  });
});

describe('the documents behind an amount', () => {
  const documents = async (
    query: string,
    by = staff,
    path = `/api/fm/companies/${companyId}/usage-documents`,
  ) => (await by.get(`${path}?${query}`)).json();

  test('have the number and the total cost of their row, for every row of the tab', async () => {
    await fullCustomer();
    const tab = await invoices();
    const tables = {
      scan: tab.invoiceScans,
      processed: tab.proccessedInvoices,
      attachment: tab.attachmentScans,
    };
    for (const [kind, rows] of Object.entries(tables)) {
      for (const { from, to, totalUse, count, totalCost } of rows) {
        const { result, metadata } = await documents(`kind=${kind}&from=${from}&to=${to}&$count=true`);
        expect(metadata).toEqual({ count: totalUse, totals: { totalUse, count, totalCost } });
        expect(result.reduce((total: number, { cost }: { cost: number }) => total + cost, 0)).toBe(totalCost);
        expect(result.filter(({ isBillable }: { isBillable: boolean }) => isBillable)).toHaveLength(count);
      }
    }
  });

  test('show why one costs nothing, and can be sorted, paged and exported', async () => {
    await fullCustomer();
    const { result, metadata } = await documents(
      'kind=scan&from=2026-10-16&to=2026-10-31&$orderby=mark desc&$top=3&$count=true',
    );
    expect(result.map(({ mark, cost }: Record<string, unknown>) => [mark, cost])).toEqual([
      ['duplicate', 0],
      ['duplicate', 0],
      ['', 12],
    ]);
    expect(metadata).toMatchObject({ count: 7, totals: { totalCost: 60 } });
    const file = await staff.get(
      `/api/fm/companies/${companyId}/usage-documents/export?kind=scan&from=2026-10-16&to=2026-10-31`,
    );
    expect(file.body.split('\r\n')).toHaveLength(9);
  });
});

describe('the report', () => {
  const rowsOf = async (period: string, path = 'reports') => {
    const reply = await staff.get(
      `/api/fm/${path}?period=${period}&$filter=${encodeURIComponent(`companyId eq '${companyId}'`)}&$count=true`,
    );
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json();
  };

  test('has the same numbers as the invoices tab, a row for each kind with a price', async () => {
    await fullCustomer();
    const tab = await invoices('?from=2026-10&to=2026-10');
    const { result, metadata } = await rowsOf('2026-10');
    const sum = (rows: readonly Record<string, number>[], field: string) =>
      rows.reduce((total, row) => total + (row[field] ?? 0), 0);
    expect(sum(result, 'expendableCosts')).toBe(tab.usageTotals.total);
    expect(sum(result, 'variableUseInvoiceScan')).toBe(sum(tab.invoiceScans, 'totalUse'));
    expect(sum(result, 'variableUseProcessedInvoice')).toBe(sum(tab.proccessedInvoices, 'totalUse'));
    expect(sum(result, 'variableUseAttachementScan')).toBe(sum(tab.attachmentScans, 'totalUse'));
    expect(sum(result, 'fixedCosts')).toBe(500);
    expect(result).toMatchObject([
      {
        id: `${companyId}-2`,
        name: 'Vechtstreek',
        subscription: 2,
        invoiceType: 2,
        fixedCosts: 500,
        totalUse: 12,
        price: 12,
        expendableCosts: 100,
        totalCosts: 600,
        count: 9,
        hasPrices: true,
      },
      {
        id: `${companyId}-3`,
        invoiceType: 3,
        fixedCosts: 0,
        totalUse: 3,
        price: 30,
        count: 3,
        hasPrices: false,
        expendableCosts: 90,
        totalCosts: 90,
      },
    ]);
    expect(metadata).toEqual({
      count: 2,
      period: '2026-10',
      totals: {
        fixedCosts: 500,
        totalUse: 15,
        variableUseInvoiceScan: 11,
        variableUseProcessedInvoice: 3,
        variableUseAttachementScan: 1,
        count: 12,
        expendableCosts: 190,
        totalCosts: 690,
      },
    });
    expect(await rowsOf('2026-10', 'processeddocuments')).toEqual({ result, metadata });
  });

  test('takes quarters and years, with the fixed costs that fall due in them', async () => {
    await fullCustomer();
    expect((await rowsOf('2026-Q1')).metadata.totals).toMatchObject({
      fixedCosts: 10_000 + 250 + 500,
      expendableCosts: 0,
    });
    expect((await rowsOf('2026-Q2')).metadata.totals).toMatchObject({ fixedCosts: 20_000 + 1500 });
    // What they are made of is told beside the invoices tab of the same months.
    const { fixedFees } = await invoices('?from=2026-01&to=2026-03');
    expect(
      fixedFees.map(({ name, period, days, periodDays, amount }: Record<string, unknown>) => [
        name,
        period,
        days,
        periodDays,
        amount,
      ]),
    ).toEqual([
      ['Kwartaal', '2026-Q1', 45, 90, 10_000],
      ['Maand', '2026-02', 14, 28, 250],
      ['Maand', '2026-03', 31, 31, 500],
    ]);
    const year = daysOf2026From15February();
    expect((await rowsOf('2026')).metadata.totals).toMatchObject({
      fixedCosts: 10_000 + 60_000 + 250 + 5000 + Math.round((120_000 * year) / 365),
      expendableCosts: 260,
    });
  });

  test('shows the previous month unless asked, can be searched, sorted and paged, with totals of all', async () => {
    await fullCustomer();
    const other = await buildCompany(balie.db, { name: 'Zoekbaar Woonhuis' });
    const found = (await staff.get('/api/fm/reports?query=woonhuis%20zoek&$count=true')).json();
    expect(found).toMatchObject({
      result: [{ companyId: other.id, billingState: 'no-start', subscription: null }],
      metadata: { count: 1, period: '2026-10' },
    });
    const top = (await staff.get('/api/fm/reports?$orderby=totalCosts%20desc&$top=1')).json();
    expect(top.result[0].totalCosts).toBeGreaterThan(0);
    const all = (await staff.get('/api/fm/reports?$top=250')).json();
    expect(top.metadata.totals).toEqual(all.metadata.totals);
    const file = await staff.get('/api/fm/reports/export?format=csv&period=2026-10');
    expect(file.headers['content-disposition']).toContain('rapport-2026-10.csv');
    expect(file.body).toContain('Vechtstreek;Basis FM (nieuw);Document;5,00;12;');
    expect(
      (await staff.get('/api/fm/reports/export?format=xlsx&period=2026-10')).rawPayload
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    expect(await staff.get('/api/fm/reports?period=2026-Q5')).toBeProblem(400, 'validation', {
      period: ['invalid'],
    });
  });

  test('draws the use of each month by kind, months without any too', async () => {
    await fullCustomer();
    const chart = (
      await staff.get(`/api/fm/reports/usage?from=2026-08&to=2026-10&companyId=${companyId}`)
    ).json().result;
    expect(chart).toEqual([
      { period: '2026-08', invoiceScans: 0, proccessedInvoices: 0, attachmentScans: 0 },
      { period: '2026-09', invoiceScans: 7, proccessedInvoices: 0, attachmentScans: 0 },
      { period: '2026-10', invoiceScans: 11, proccessedInvoices: 3, attachmentScans: 1 },
    ]);
    expect((await staff.get('/api/fm/reports/usage')).json().result).toHaveLength(12);
  });

  test('draws the use of the companies that the report finds, of nobody else', async () => {
    await fullCustomer();
    const { id } = await buildCompany(balie.db, { name: 'Zélhem Wonen' });
    await buildUse(balie.db, id, 'scan', '2026-10-15', 8);
    const scansOf = async (query: string) =>
      (await staff.get(`/api/fm/reports/usage?from=2026-10&to=2026-10&query=${query}`)).json().result[0]
        .invoiceScans;
    expect(await scansOf('wonen%20zelhem')).toBe(8);
    expect(await scansOf('zelhem%20anders')).toBe(0);
    // The provider is on no row of the report, and its own use in no bar.
    const before = await scansOf('');
    await buildUse(balie.db, staff.companyId, 'scan', '2026-10-15', 5);
    expect(await scansOf('')).toBe(before);
  });
});

test('the documents of one agreement have its price, also if another prices them too', async () => {
  await buildSettings(balie.db, companyId, '2026-01-01');
  const { id } = await buildCustomerAgreement(balie.db, companyId, {
    name: 'Scan',
    invoiceType: 2,
    priceInCents: 10,
  });
  await buildCustomerAgreement(balie.db, companyId, { name: 'Spoed', invoiceType: 2, priceInCents: 125 });
  await buildUse(balie.db, companyId, 'scan', '2026-10-15', 3);
  const url = `/api/fm/companies/${companyId}/usage-documents?kind=scan&from=2026-10-01&to=2026-10-31`;
  expect((await staff.get(url)).json().metadata.totals).toEqual({ totalUse: 3, count: 3, totalCost: 405 });
  const ofOne = (await staff.get(`${url}&agreementId=${id}`)).json();
  expect(ofOne.metadata.totals).toEqual({ totalUse: 3, count: 3, totalCost: 30 });
  expect(ofOne.result.map(({ cost }: { cost: number }) => cost)).toEqual([10, 10, 10]);
});

describe('a customer', () => {
  test('sees the same numbers of their own company, and of no other', async () => {
    await fullCustomer();
    const own = await balie.asUser({
      companyId,
      may: ['fmmodule.usage.read.company', 'fm.customers.read.company', 'fm.report.read.company'],
    });
    expect(await invoices('', own, '/api/fmmodule/usage')).toEqual(await invoices());
    expect(await invoices('', own)).toEqual(await invoices());
    const asked = 'kind=scan&from=2026-10-01&to=2026-10-31&$count=true';
    expect((await own.get(`/api/fmmodule/usage/documents?${asked}`)).json()).toEqual(
      (await staff.get(`/api/fm/companies/${companyId}/usage-documents?${asked}`)).json(),
    );
    const report = (await own.get('/api/fm/reports?$count=true')).json();
    expect(new Set(report.result.map((row: { companyId: string }) => row.companyId))).toEqual(
      new Set([companyId]),
    );
    const other = await buildCompany(balie.db);
    expect(await own.get(`/api/fm/companies/${other.id}/invoices`)).toBeProblem(404, 'not-found');
    expect(
      (await own.get(`/api/fm/reports/usage?companyId=${other.id}`))
        .json()
        .result.every((row: { invoiceScans: number }) => row.invoiceScans === 0),
    ).toBe(true);
  });

  test('needs the right, and the module that it belongs to', async () => {
    const other = await buildCompany(balie.db, { modules: ['fm'] });
    expect(
      await (
        await balie.asUser({ companyId: other.id, may: ['fmmodule.usage.read.company'] })
      ).get('/api/fmmodule/usage'),
    ).toBeProblem(403, 'forbidden');
  });
});

describe('customers and their settings', () => {
  test('list and detail show what management gave them, and what they run', async () => {
    await buildAdministration(balie.db, companyId, 'Holding');
    const { fm_customer_id: number, license } = await balie.db
      .selectFrom('companies')
      .where('id', '=', companyId)
      .select(['fm_customer_id', 'license'])
      .executeTakeFirstOrThrow();
    const found = (await staff.get(`/api/fm/companies?query=${number}&$count=true`)).json();
    expect(found).toMatchObject({
      result: [
        {
          id: companyId,
          name: 'Vechtstreek',
          fmCustomerId: number,
          subscriptionType: null,
          billingState: 'no-start',
        },
      ],
      metadata: { count: 1 },
    });
    expect((await staff.get(`/api/fm/companies/${companyId}`)).json().result).toMatchObject({
      license,
      currentRelease: '',
      previousRelease: '',
      primaRelatienummer: '',
    });
    const administrations = (await staff.get(`/api/fm/companies/${companyId}/administrations`)).json().result;
    expect(administrations).toMatchObject([{ name: 'Holding', coupling: 'csv', hasPassword: false }]);
    expect((await staff.get(`/api/fm/administrations/${administrations[0].id}`)).json().result).toEqual(
      administrations[0],
    );
    expect(JSON.stringify(administrations)).not.toContain('assword_enc');
    const file = (await staff.get(`/api/fm/companies/${companyId}/administrations/export?format=csv`)).body;
    expect(file).toContain('Code;Naam;Koppeling;');
    expect(file).toContain(';Holding;csv;');
  });

  test('do not have the provider among them', async () => {
    const { name } = await balie.db
      .selectFrom('companies')
      .where('id', '=', staff.companyId)
      .select('name')
      .executeTakeFirstOrThrow();
    expect(
      (await staff.get(`/api/fm/companies?query=${encodeURIComponent(name)}`))
        .json()
        .result.map(({ id }: { id: string }) => id),
    ).not.toContain(staff.companyId);
    expect(await staff.get(`/api/fm/companies/${staff.companyId}`)).toBeProblem(404, 'not-found');
  });

  test('have administrations that are changed here as in management, with the right to do it there', async () => {
    const { id } = await buildAdministration(balie.db, companyId, 'Oud');
    const body = { id, name: 'Nieuw', tag: 'N-01', coupling: 'exact' };
    expect(await staff.put(`/api/fm/administrations/${id}`, body)).toBeProblem(403, 'forbidden');
    const manager = await balie.asUser({ isProvider: true, may: ['core.administrations.update.system'] });
    const changed = await manager.put(`/api/fm/administrations/${id}`, body);
    expect(changed.json().result).toMatchObject({
      id,
      companyId,
      name: 'Nieuw',
      tag: 'N-01',
      coupling: 'exact',
    });
    expect(await manager.put(`/api/fm/administrations/${id}`, { ...body, coupling: 'x' })).toBeProblem(
      400,
      'validation',
    );
  });

  test('are none until they are made, and are changed after that', async () => {
    const url = `/api/fm/companies/${companyId}/settings`;
    expect((await staff.get(url)).json().result).toEqual([]);
    const bad = await staff.post(url, { startDate: '31-02-2026', subscriptionType: 5 });
    expect(bad).toBeProblem(400, 'validation', { startDate: ['not-a-date'], subscription: ['not-a-choice'] });
    const made = await staff.post(url, { startDate: '2026-02-15', subscriptionType: 3 });
    expect(made.statusCode).toBe(201);
    expect(made.json().result).toMatchObject({
      id: companyId,
      startDate: '2026-02-15',
      subscriptionType: 3,
      users: 0,
      administrations: 0,
      billingState: 'running',
    });
    expect(await staff.post('/api/fm/settings', { companyId, subscriptionType: 3 })).toBeProblem(
      400,
      'validation',
      { company_id: ['taken'] },
    );
    const changed = await staff.put(`${url}/${companyId}`, {
      id: companyId,
      subscriptionType: 2,
      rowVersion: 1,
    });
    expect(changed.json().result).toMatchObject({
      startDate: '2026-02-15',
      subscriptionType: 2,
      rowVersion: 2,
    });
    expect(
      await staff.put(`/api/fm/settings/${companyId}`, { subscriptionType: 2, rowVersion: 1 }),
    ).toBeProblem(409, 'stale');
    expect(
      (
        await staff.get(`/api/fm/settings?$filter=${encodeURIComponent(`companyId eq '${companyId}'`)}`)
      ).json().result,
    ).toHaveLength(1);
  });
});

function daysOf2026From15February(): number {
  return (Date.UTC(2026, 11, 31) - Date.UTC(2026, 1, 15)) / 86_400_000 + 1;
}
