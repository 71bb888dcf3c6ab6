import { configure, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CustomerInvoices } from '#contract/billing/costs.ts';
import { customerSettings } from '#contract/billing/customer-settings.ts';
import { issuedInvoices } from '#contract/billing/own-usage.ts';
import type { Rec } from '#contract/resource.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { sampleInvoices, sampleRunInvoice } from '../testing/billing-samples.ts';
import { InvoicesTab } from './invoices-tab.tsx';
// What a screen fetches when it is needed is there already: a busy machine would be waited for in vain.
import '../usage-documents/usage-documents-dialog.tsx';
import './fixed-dialog.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

const base = '/api/fm/companies/1';
const may = ['fm.customers.read.system', 'fm.settings.read.system', 'fm.settings.update.system'];
const settings: Rec<typeof customerSettings> = {
  id: '1',
  companyId: '1',
  startDate: '2026-01-01',
  subscriptionType: 2,
  users: 12,
  administrations: 4,
  billingState: 'running',
  rowVersion: 3,
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T11:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('who may read runs sees the invoices that went out, with their papers', async () => {
  const server = fakeServer();
  server.on('GET', `${base}/invoices`, () => result(sampleInvoices()));
  server.list(issuedInvoices, { companyId: '1' }, [
    sampleRunInvoice({ invoiceNumber: 'F2026-00007', invoiceDate: '2026-11-02', hasPdf: true, hasUbl: true }),
  ]);
  await renderScreen(InvoicesTab, {
    path: '/fm/customers/{companyId}/invoices',
    at: '/fm/customers/1/invoices',
    may: ['fm.customers.read.system', 'fm.billing.read.system'],
    server,
  });
  expect(await screen.findByRole('row', { name: /F2026-00007/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'UBL van F2026-00007 downloaden' })).toBeTruthy();
});

async function openTab(
  invoices: CustomerInvoices = sampleInvoices(),
  stored: Rec<typeof customerSettings> | null = settings,
  rights = may,
) {
  const server = fakeServer();
  server.list(customerSettings, { companyId: '1' }, stored === null ? [] : [stored]);
  server.on('GET', `${base}/invoices`, () => result(invoices));
  return renderScreen(InvoicesTab, {
    path: '/fm/customers/{companyId}/invoices',
    at: '/fm/customers/1/invoices',
    may: rights,
    server,
  });
}

const card = (name: string) => screen.findByRole('region', { name });
const sent = (server: ReturnType<typeof fakeServer>, method: string) =>
  server.calls.findLast((call) => call.method === method)?.body;

test('the fixed costs come to so much a month, a quarter and a year, and converted to a year', async () => {
  await openTab();
  const totals = within(await card('Vaste kosten per cyclus'));
  expect(totals.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Per maand',
    'Per kwartaal',
    'Per jaar',
    'Omgerekend per jaar',
  ]);
  expect(totals.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '€\u202f0,00',
    '€\u202f200,00Per kwartaal: opbouw tonen',
    '€\u202f0,00',
    '€\u202f800,00Omgerekend per jaar: opbouw tonen',
  ]);
});

test('a fixed total shows the agreements that it is the sum of, and says that there are no documents', async () => {
  const { user } = await openTab();
  await user.click(await screen.findByRole('button', { name: /Omgerekend per jaar: opbouw tonen/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Vaste kosten per cyclus: Omgerekend per jaar' });
  expect(within(dialog).getByText(/Er staan geen documenten achter/)).toBeTruthy();
  expect(within(dialog).getByRole('row', { name: /Licentie Balie/ }).textContent).toContain(
    '€\u202f100,00 × 2 × 4',
  );
  expect(within(dialog).getByRole('row', { name: /^Totaal/ }).textContent).toContain('€\u202f800,00');
});

test('a document behind an amount is opened as it came in, by who may read documents', async () => {
  const { server, user } = await openTab(sampleInvoices(), settings, [
    ...may,
    'fmmodule.documents.read.system',
  ]);
  const tab = { location: { href: '' }, close: vi.fn() };
  vi.stubGlobal('open', () => tab);
  const document = {
    id: 'u1',
    companyId: '1',
    kind: 'scan',
    documentId: 'd1',
    number: '2026-10-0417',
    filename: 'factuur.pdf',
    administrationName: '',
    at: '2026-10-03T08:00:00Z',
    day: '2026-10-03',
    isBillable: true,
    mark: '',
    cost: 15,
  };
  server.on('GET', `${base}/usage-documents`, () =>
    Response.json({
      result: [document],
      metadata: { count: 1, totals: { totalUse: 1, count: 1, totalCost: 15 } },
    }),
  );
  server.on(
    'GET',
    '/api/fmmodule/documents/d1/original',
    () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
  );
  await user.click(await screen.findByRole('button', { name: /Scans, oktober 2026: documenten tonen/ }));
  await user.click(await screen.findByRole('button', { name: /2026-10-0417/ }));
  await waitFor(() => expect(tab.location.href).toMatch(/^blob:/));
  vi.unstubAllGlobals();
});

test('each usage table shows per month what was used, what counts, and what that costs, the newest first', async () => {
  await openTab();
  const table = await screen.findByRole('table', { name: 'Scans' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'oktober 20261.2401.2000,15€\u202f180,00Scans, oktober 2026: documenten tonen',
    'september 202610100,15€\u202f1,50Scans, september 2026: documenten tonen',
  ]);
  expect(within(await card('Verwerkte facturen')).getByText('Niets in deze maanden')).toBeTruthy();
});

test('an amount opens the documents of its days, and their sum is that amount', async () => {
  const { server, user } = await openTab();
  const document = {
    id: 'u1',
    companyId: '1',
    kind: 'scan',
    documentId: 'd1',
    number: '2026-0417',
    filename: 'factuur.pdf',
    administrationName: 'Hofstede Holding',
    at: '2026-10-03T08:00:00Z',
    day: '2026-10-03',
    isBillable: false,
    mark: 'duplicate',
    cost: 0,
  };
  server.on('GET', `${base}/usage-documents`, () =>
    Response.json({
      result: [document],
      metadata: { count: 1240, totals: { totalUse: 1240, count: 1200, totalCost: 18_000 } },
    }),
  );
  await user.click(await screen.findByRole('button', { name: /Scans, oktober 2026: documenten tonen/ }));
  const dialog = await screen.findByRole('dialog', { name: /Scans 01-10-2026–31-10-2026/ });
  const foot = (await within(dialog).findByRole('rowheader', { name: 'Totaal' })).closest('tr');
  expect([...(foot?.cells ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Totaal',
    '',
    '',
    '',
    '1.200 van 1.240',
    '€\u202f180,00',
  ]);
  expect(within(dialog).getByRole('row', { name: /2026-0417/ }).textContent).toContain('Dubbel');
  const asked = server.calls.find(({ url }) => url.includes('/1/usage-documents?'))?.url;
  expect(asked).toContain('from=2026-10-01');
  expect(asked).toContain('to=2026-10-31');
  expect(asked).toContain('kind=scan');
});

test('who may not see customers sees amounts that open nothing', async () => {
  const server = fakeServer();
  server.on('GET', `${base}/invoices`, () => result(sampleInvoices()));
  const { CostsView } = await import('./costs-view.tsx');
  await renderScreen(() => <CostsView invoices={sampleInvoices()} documentsOf={undefined} />, { server });
  await screen.findByRole('table', { name: 'Scans' });
  expect(screen.queryByRole('button', { name: /documenten tonen/ })).toBeNull();
});

test('a month with two rates has a line for the days of each', async () => {
  const october = { period: '2026-10', totalUse: 5, count: 5 };
  await openTab(
    sampleInvoices({
      invoiceScans: [
        { ...october, from: '2026-10-01', to: '2026-10-14', cost: 15, totalCost: 75 },
        { ...october, from: '2026-10-15', to: '2026-10-31', cost: 20, totalCost: 100 },
      ],
    }),
  );
  const table = await screen.findByRole('table', { name: 'Scans' });
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['oktober 202615–31', 'oktober 20261–14']);
});

test('a trial shows its amounts struck through, and says so to who does not see them', async () => {
  await openTab(sampleInvoices({ isFree: true, subscriptionType: 3 }));
  expect(
    await screen.findByText('De bedragen staan er doorgestreept bij: er wordt niets gefactureerd.'),
  ).toBeTruthy();
  const table = await screen.findByRole('table', { name: 'Scans' });
  const struck = [...table.querySelectorAll('s')].map(({ textContent }) => textContent);
  expect(struck).toEqual(['doorgestreept €\u202f180,00', 'doorgestreept €\u202f1,50']);
});

test.each(['no-start', 'not-started'] as const)(
  'billing that is %s says that its start is not set yet',
  async (billingState) => {
    await openTab(sampleInvoices({ billingState, invoiceScans: [] }));
    expect(await screen.findByText('start nog niet ingesteld')).toBeTruthy();
  },
);

test('the start and the subscription are saved under the ids of product 2.5, and what follows is asked again', async () => {
  const { server, user } = await openTab();
  server.on('PUT', `${base}/settings/1`, () => result({ ...settings, subscriptionType: 3, rowVersion: 4 }));
  const form = within(await card('Facturatie'));
  expect(form.getByRole('textbox', { name: /Begindatum facturatie/ }).id).toBe('startDate');
  expect(form.getByRole('combobox', { name: 'Abonnement' }).id).toBe('subscription');
  await user.click(form.getByRole('combobox', { name: 'Abonnement' }));
  await user.click(await screen.findByRole('option', { name: 'Proef' }));
  const before = server.calls.filter(({ url }) => url.startsWith(`${base}/invoices`)).length;
  await user.click(form.getByRole('button', { name: 'Opslaan' }));
  expect(await screen.findByText('De facturatie is bewaard')).toBeTruthy();
  expect(sent(server, 'PUT')).toEqual({
    id: '1',
    startDate: '2026-01-01',
    subscriptionType: 3,
    rowVersion: 3,
  });
  await waitFor(() =>
    expect(server.calls.filter(({ url }) => url.startsWith(`${base}/invoices`)).length).toBeGreaterThan(
      before,
    ),
  );
});

test('what was never set is made, and what is missing is asked for at its field', async () => {
  const { server, user } = await openTab(sampleInvoices(), null);
  server.on('POST', `${base}/settings`, () =>
    refusal('validation', { errors: { subscription: ['Kies een abonnement'] } }),
  );
  const form = within(await card('Facturatie'));
  await user.type(form.getByRole('textbox', { name: /Begindatum facturatie/ }), '01-12-2026');
  await user.click(form.getByRole('button', { name: 'Opslaan' }));
  expect(await form.findByText('Kies een abonnement')).toBeTruthy();
  expect(sent(server, 'POST')).toEqual({ startDate: '2026-12-01' });
});

test('another year is asked for by its months', async () => {
  const { server, user, address } = await openTab();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Getoonde maanden' }), '2025');
  await waitFor(() => expect(server.calls.at(-1)?.url).toBe(`${base}/invoices?from=2025-01&to=2025-12`));
  expect(address()).toContain('year=2025');
});

test('who may not change them reads the settings only', async () => {
  await openTab(sampleInvoices(), settings, ['fm.customers.read.system', 'fm.settings.read.system']);
  const form = within(await card('Facturatie'));
  expect(form.queryByRole('button', { name: 'Opslaan' })).toBeNull();
  expect(form.getByRole('combobox', { name: 'Abonnement' })).toHaveProperty('disabled', true);
});
