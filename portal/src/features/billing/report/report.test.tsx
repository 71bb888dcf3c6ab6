import { configure, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { billingScreens } from '../index.ts';
import { sampleInvoices } from '../testing/billing-samples.ts';
import type { ReportRow } from './report-columns.tsx';
import { Report } from './report-screen.tsx';
// What a screen fetches when it is needed is there already: a busy machine would be waited for in vain.
import '../usage-documents/usage-documents-dialog.tsx';
import './fixed-costs-dialog.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

const url = '/api/fm/reports';
const row: ReportRow = {
  id: '1-2',
  companyId: '1',
  name: 'Hofstede Tapijten',
  subscription: 2,
  invoiceType: 2,
  fixedCosts: 20_000,
  totalUse: 1_240,
  variableUseInvoiceScan: 1_240,
  variableUseProcessedInvoice: 0,
  variableUseAttachementScan: 0,
  count: 1_200,
  price: 15,
  hasPrices: false,
  expendableCosts: 18_000,
  totalCosts: 38_000,
  billingState: 'running',
  isFree: false,
  isInactive: false,
};
const totals = {
  fixedCosts: 520_000,
  totalUse: 98_000,
  variableUseInvoiceScan: 90_000,
  variableUseProcessedInvoice: 6_000,
  variableUseAttachementScan: 2_000,
  count: 97_000,
  expendableCosts: 1_400_000,
  totalCosts: 1_920_000,
};
const months = ['2026-09', '2026-10'].map((period, at) => ({
  period,
  invoiceScans: 100 * (at + 1),
  proccessedInvoices: 40,
  attachmentScans: 3,
}));

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T11:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function openReport(rows: readonly ReportRow[] = [row]) {
  const server = fakeServer();
  server.on('GET', url, () =>
    Response.json({ result: rows, metadata: { count: 214, period: '2026-10', totals } }),
  );
  server.on('GET', `${url}/usage`, () => result(months));
  const drawn = await renderScreen(Report, {
    path: '/fm/report',
    screens: billingScreens,
    may: ['fm.report.read.system', 'fm.customers.read.system'],
    server,
  });
  return drawn;
}

test('the previous month is shown, with the sums of all companies under the page', async () => {
  const { server } = await openReport();
  const table = await screen.findByRole('table', { name: 'Rapport' });
  const cells = (await within(table).findByRole('row', { name: /Hofstede/ })).querySelectorAll('td');
  expect([...cells].map(({ textContent }) => textContent)).toEqual([
    'Hofstede Tapijten',
    'Basis FM (nieuw)',
    'Document',
    '€\u202f200,00Hofstede Tapijten: opbouw tonen',
    '1.240',
    '1.240',
    '0',
    '0',
    '1.200',
    '€\u202f0,15',
    '€\u202f180,00Hofstede Tapijten: documenten tonen',
    '€\u202f380,00',
  ]);
  const foot = within(table).getByRole('rowheader', { name: 'Totaal' }).closest('tr');
  expect([...(foot?.cells ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Totaal',
    '',
    '',
    '€\u202f5.200,00',
    '98.000',
    '90.000',
    '6.000',
    '2.000',
    '97.000',
    '',
    '€\u202f14.000,00',
    '€\u202f19.200,00',
  ]);
  expect(screen.getByRole('combobox', { name: 'Periode' })).toHaveProperty('value', '2026-10');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Rapport 214');
  expect(server.calls.find((call) => call.url.startsWith(`${url}?`))?.url).not.toContain('period');
});

test('fixed costs open the fees that they are the sum of, and say that there are no documents', async () => {
  const { server, user } = await openReport();
  server.on('GET', '/api/fm/companies/1/invoices', () => result(sampleInvoices()));
  await user.click(await screen.findByRole('button', { name: /Hofstede Tapijten: opbouw tonen/ }));
  const dialog = await screen.findByRole('dialog', { name: /Hofstede Tapijten: Vaste kosten oktober 2026/ });
  expect(within(dialog).getByText(/Er staan geen documenten achter/)).toBeTruthy();
  const fee = await within(dialog).findByRole('row', { name: /Licentie Balie, 3e kwartaal 2026/ });
  expect(fee.textContent).toContain('€\u202f100,00 × 2');
  expect(within(dialog).getByRole('row', { name: /^Totaal/ }).textContent).toContain('€\u202f200,00');
  expect(server.calls.at(-1)?.url).toBe('/api/fm/companies/1/invoices?from=2026-10&to=2026-10');
});

test('the chart is of the companies that are searched for', async () => {
  const { server, user } = await openReport();
  await user.type(await screen.findByRole('searchbox'), 'hof');
  await waitFor(() =>
    expect(server.calls.findLast((call) => call.url.includes('/usage?'))?.url).toContain('query=hof'),
  );
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Verbruik per maand van ‘hof’'),
  );
});

test('another period is stored in the address, and the chart ends with it', async () => {
  const { server, user, address } = await openReport();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Periode' }), '2026-Q3');
  await waitFor(() => expect(address()).toContain('period=2026-Q3'));
  await waitFor(() =>
    expect(
      server.calls.some((call) => call.url.startsWith(`${url}?`) && call.url.includes('period=2026-Q3')),
    ).toBe(true),
  );
  expect(server.calls.findLast((call) => call.url.startsWith(`${url}/usage`))?.url).toBe(
    `${url}/usage?from=2025-10&to=2026-09`,
  );
  await user.click(screen.getByRole('button', { name: 'Vorige periode' }));
  await waitFor(() => expect(address()).toContain('period=2026-Q2'));
});

test('a year that is not over is charted up to this month', async () => {
  const { server, user } = await openReport();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Periode' }), '2026');
  await waitFor(() =>
    expect(server.calls.findLast((call) => call.url.startsWith(`${url}/usage`))?.url).toBe(
      `${url}/usage?from=2025-12&to=2026-11`,
    ),
  );
});

test('the chart can be read as numbers, month by month and kind by kind', async () => {
  const { user } = await openReport();
  const chart = within(await screen.findByRole('region', { name: 'Verbruik per maand' }));
  expect(chart.getByText('oktober 2026, Scans 200, Verwerkte facturen 40, Bijlagen 3')).toBeTruthy();
  await user.click(chart.getByRole('button', { name: 'Als tabel' }));
  const table = chart.getByRole('table', { name: 'Verbruik per maand' });
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'PeriodeScansVerwerkte facturenBijlagenTotaal',
    'september 2026100403143',
    'oktober 2026200403243',
  ]);
});

test('variable costs open the documents of that company, kind and period', async () => {
  const { server, user } = await openReport();
  server.on('GET', '/api/fm/companies/1/usage-documents', () =>
    Response.json({ result: [], metadata: { count: 0, totals: { totalUse: 0, count: 0, totalCost: 0 } } }),
  );
  await user.click(await screen.findByRole('button', { name: /Hofstede Tapijten: documenten tonen/ }));
  expect(
    await screen.findByRole('dialog', { name: /Hofstede Tapijten: Scans 01-10-2026–31-10-2026/ }),
  ).toBeTruthy();
  await waitFor(() => {
    const asked = server.calls.find((call) => call.url.includes('/1/usage-documents?'))?.url;
    expect(asked).toContain('from=2026-10-01&kind=scan&to=2026-10-31');
  });
});

test('a company whose billing has not begun stands there with nothing, and says why', async () => {
  await openReport([
    {
      ...row,
      billingState: 'no-start',
      subscription: null,
      invoiceType: 0,
      fixedCosts: 0,
      expendableCosts: 0,
      totalCosts: 0,
    },
  ]);
  expect((await screen.findByRole('row', { name: /Hofstede/ })).textContent).toContain(
    'start nog niet ingesteld',
  );
});

test('a row leads to the invoices of its company', async () => {
  await openReport();
  const link = await screen.findByRole('link', { name: 'Hofstede Tapijten' });
  expect(link.getAttribute('href')).toBe('/fm/customers/1/invoices');
});

test('count times price are the costs; where prices differ none is shown, and nothing opens no documents', async () => {
  await openReport([
    { ...row, hasPrices: true },
    { ...row, id: '2-2', companyId: '2', name: 'Vecht', count: 0, expendableCosts: 0 },
  ]);
  const table = await screen.findByRole('table', { name: 'Rapport' });
  const mixed = await within(table).findByRole('row', { name: /Hofstede/ });
  expect(mixed.textContent).toContain('meer prijzen');
  const none = within(table).getByRole('row', { name: /Vecht/ });
  expect(within(none).queryByRole('button', { name: /documenten tonen/ })).toBeNull();
});
