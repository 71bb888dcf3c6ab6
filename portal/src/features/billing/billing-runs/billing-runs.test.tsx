import { configure, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCredits } from '#contract/billing/credits.ts';
import { customers } from '#contract/billing/customers.ts';
import { billingRuns, runInvoices } from '#contract/billing/billing-runs.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { billingScreens } from '../index.ts';
import { sampleCredit, sampleRun, sampleRunInvoice } from '../testing/billing-samples.ts';
import type { Run, RunInvoice } from './billing-run.ts';
import { RunDetail } from './billing-run-detail.tsx';
import { RunsList } from './billing-runs-list.tsx';
import { SenderForm } from '../billing-settings/billing-settings-form.tsx';
// What a screen fetches when it is needed is there already: a busy machine would be waited for in vain.
import '../usage-documents/usage-documents-dialog.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

const url = '/api/fm/billing-runs';
const may = [
  ...['read', 'create', 'delete', 'finalise'].map((verb) => `fm.billing.${verb}.system`),
  'fm.customers.read.system',
];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T11:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function openRun(run: Run, invoices: readonly RunInvoice[] = [sampleRunInvoice()], rights = may) {
  const server = fakeServer();
  server.one(billingRuns, {}, run);
  server.list(runInvoices, { runId: 'r1' }, invoices);
  return renderScreen(RunDetail, {
    path: '/fm/billing-runs/{runId}',
    at: '/fm/billing-runs/r1',
    screens: billingScreens,
    may: rights,
    server,
  });
}

const actions = () =>
  screen
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((word) => /concept|controle|Definitief|uitrekenen|Verwijderen|Controleren|CSV d/.test(word));

test('a run is made for the previous month unless another is chosen, and opens', async () => {
  const server = fakeServer();
  server.list(billingRuns, {}, []);
  server.on('POST', url, () => result(sampleRun({ state: 'concept', figures: { done: 0, total: 0 } })));
  const { user, address } = await renderScreen(RunsList, {
    path: '/fm/billing-runs',
    screens: billingScreens,
    may,
    server,
  });
  await user.click((await screen.findAllByRole('button', { name: 'Factuurrun maken' }))[0] ?? document.body);
  const dialog = await screen.findByRole('dialog', { name: /Factuurrun maken/ });
  await user.click(within(dialog).getByRole('button', { name: 'Concept maken' }));
  await waitFor(() => expect(address()).toBe('/fm/billing-runs/r1'));
  expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    period: '2026-10',
    companyIds: [],
  });
});

test('the list shows the progress of each run', async () => {
  const server = fakeServer();
  server.list(billingRuns, {}, [
    sampleRun({ state: 'concept', figures: { done: 107, total: 214 } }),
    sampleRun({ id: 'r2', period: '2026-Q3', state: 'final', papers: { done: 187, total: 187 } }),
  ]);
  await renderScreen(RunsList, { path: '/fm/billing-runs', screens: billingScreens, may, server });
  expect((await screen.findByRole('row', { name: /Oktober 2026/ })).textContent).toContain('Concept 50%');
  expect(screen.getByRole('row', { name: /3e kwartaal 2026/ }).textContent).toContain('Definitief');
});

test('figures in progress are shown with their progress, and the run can only be deleted', async () => {
  await openRun(sampleRun({ state: 'concept', figures: { done: 120, total: 1_000 }, invoiceCount: 0 }), []);
  expect(await screen.findByText('Bedragen van 120 van 1.000 klanten uitgerekend')).toBeTruthy();
  expect(screen.getByRole('progressbar')).toHaveProperty('value', 120);
  expect(actions()).toEqual(['Verwijderen']);
});

test('a run in progress is refetched until it is done', async () => {
  let done = 500;
  const { server } = await openRun(sampleRun({ state: 'concept', figures: { done, total: 1_000 } }));
  server.on('GET', `${url}/r1`, () =>
    result(sampleRun({ state: 'concept', figures: { done: (done = 1_000), total: 1_000 } })),
  );
  expect(await screen.findByRole('progressbar')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(actions()).toEqual(['Verwijderen', 'Opnieuw uitrekenen', 'Ter controle']);
});

test('figures that stopped say why, and can be worked out again', async () => {
  await openRun(
    sampleRun({
      state: 'concept',
      figures: { done: 3, total: 214 },
      error: 'failed',
    }),
  );
  expect(
    await screen.findByText('Er ging iets mis. Reken opnieuw uit; wat er al stond is weg.'),
  ).toBeTruthy();
  expect(actions()).toEqual(['Verwijderen', 'Opnieuw uitrekenen']);
});

test('a run is made final only after a question that names what that means', async () => {
  const { server, user } = await openRun(sampleRun());
  const final = sampleRun({
    state: 'final',
    papers: { done: 10, total: 187 },
    finalisedAt: '2026-11-21T11:00:00Z',
    finalisedBy: 'Sanne de Wit',
    hash: 'ab12cd34ef56ab12',
  });
  server.on('POST', `${url}/r1/finalise`, () => {
    server.one(billingRuns, {}, final);
    return result(final);
  });
  await user.click(await screen.findByRole('button', { name: 'Definitief maken' }));
  const question = await screen.findByRole('dialog', { name: 'Factuurrun oktober 2026 definitief maken?' });
  expect(question.textContent).toContain(
    '187 facturen krijgen een nummer, samen €\u202f12.845,00 exclusief btw.',
  );
  expect(server.calls.some(({ method }) => method === 'POST')).toBe(false);
  await user.click(within(question).getByRole('button', { name: 'Definitief maken' }));
  expect(await screen.findByText('10 van 187 facturen als PDF en UBL klaar')).toBeTruthy();
  expect(actions()).toEqual(['Controleren', 'CSV downloaden']);
});

test('whoever has no address is named before a run becomes final, and after it', async () => {
  const { user } = await openRun(sampleRun({ withoutAddress: ['Vecht & Zn'], incompleteCount: 1 }));
  expect(await screen.findByText('Van 1 klant is het adres niet volledig')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Definitief maken' }));
  expect((await screen.findByRole('dialog')).textContent).toContain(
    'Zonder factuur blijven, omdat hun adres niet volledig is: Vecht & Zn.',
  );
});

test('an inactive company is named before a run becomes final', async () => {
  const { user } = await openRun(sampleRun({ inactive: ['Vecht & Zn'] }));
  expect(await screen.findByText('1 inactief bedrijf staat in deze run')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Definitief maken' }));
  expect((await screen.findByRole('dialog')).textContent).toContain(
    'Deze bedrijven zijn inactief en krijgen toch een factuur: Vecht & Zn.',
  );
});

test('a supplementary run says so, and whom its first left out', async () => {
  await openRun(sampleRun({ state: 'final', leftOut: ['Vecht & Zn'], isSupplementary: true }));
  expect(await screen.findByText('1 klant bleef buiten deze run')).toBeTruthy();
  expect(screen.getByText('Aanvullend')).toBeTruthy();
});

test('a run can be made for chosen customers', async () => {
  const server = fakeServer();
  server.list(billingRuns, {}, []);
  server.list(customers, {}, [
    {
      id: '1',
      name: 'Hofstede',
      fmCustomerId: 7,
      active: true,
      subscriptionType: 2,
      billingState: 'running',
    },
  ]);
  server.on('POST', url, () => result(sampleRun({ state: 'concept', companyIds: ['1'] })));
  const { user } = await renderScreen(RunsList, {
    path: '/fm/billing-runs',
    screens: billingScreens,
    may,
    server,
  });
  await user.click((await screen.findAllByRole('button', { name: 'Factuurrun maken' }))[0] ?? document.body);
  const dialog = await screen.findByRole('dialog', { name: /Factuurrun maken/ });
  await user.click(within(dialog).getByRole('combobox', { name: /Alleen deze klanten/ }));
  await user.click(await screen.findByRole('option', { name: 'Hofstede' }));
  await user.click(within(dialog).getByRole('button', { name: 'Concept maken' }));
  await waitFor(() =>
    expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
      period: '2026-10',
      companyIds: ['1'],
    }),
  );
});

test('a run under way to its next state cannot be sent to another', async () => {
  const { server, user } = await openRun(sampleRun({ state: 'concept' }));
  const answered = Promise.withResolvers<void>();
  server.on('POST', `${url}/r1/recalculate`, async () => {
    await answered.promise;
    return result(sampleRun({ state: 'concept' }));
  });
  await user.click(await screen.findByRole('button', { name: 'Opnieuw uitrekenen' }));
  const review = screen.getByRole('button', { name: 'Ter controle' });
  await waitFor(() => expect(review).toHaveProperty('disabled', true));
  answered.resolve();
  await waitFor(() => expect(review).toHaveProperty('disabled', false));
});

test('a refusal of the server is shown in its own words', async () => {
  const { server, user } = await openRun(sampleRun());
  server.on('POST', `${url}/r1/reopen`, () => refusal('wrong-state', { detail: 'De run is al definitief' }));
  await user.click(await screen.findByRole('button', { name: 'Terug naar concept' }));
  expect((await screen.findByRole('dialog')).textContent).toContain('De run is al definitief');
});

test('what the sender lacks is named, with the way to fill it in', async () => {
  const { server, user } = await openRun(sampleRun({ missing: ['kvkNumber', 'iban'] }));
  expect(await screen.findByText('KvK-nummer, IBAN')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Afzender invullen' }).getAttribute('href')).toBe(
    '/fm/billing-settings',
  );
  await user.click(screen.getByRole('button', { name: 'Definitief maken' }));
  expect((await screen.findByRole('dialog')).textContent).toContain('KvK-nummer, IBAN');
  expect(server.calls.some(({ method }) => method === 'POST')).toBe(false);
});

test('an invoice opens its lines, and a line of use its documents', async () => {
  const { server, user } = await openRun(sampleRun());
  server.one(
    runInvoices,
    { runId: 'r1' },
    {
      ...sampleRunInvoice(),
      lines: [
        {
          customerAgreementId: 'a1',
          description: 'Licentie Balie',
          invoiceType: 0,
          cycleInMonths: 3,
          from: '2026-02-15',
          to: '2026-03-31',
          kind: null,
          quantity: 2,
          price: 10_000,
          days: 45,
          periodDays: 90,
          amount: 10_000,
        },
        {
          customerAgreementId: 'a2',
          description: 'Scan',
          invoiceType: 2,
          cycleInMonths: 1,
          from: '2026-10-01',
          to: '2026-10-31',
          kind: 'scan',
          quantity: 1_200,
          price: 15,
          days: 0,
          periodDays: 0,
          amount: 18_000,
        },
      ],
    },
  );
  server.on('GET', '/api/fm/companies/1/usage-documents', () =>
    Response.json({ result: [], metadata: { count: 0, totals: { totalUse: 0, count: 0, totalCost: 0 } } }),
  );
  await user.click(await screen.findByRole('button', { name: 'Details tonen' }));
  const table = await screen.findByRole('table', { name: 'Regels van Hofstede Tapijten' });
  expect(within(table).getByRole('row', { name: /Licentie Balie/ }).textContent).toContain('45 van 90 dagen');
  expect(within(table).getAllByRole('button')).toHaveLength(1);
  await user.click(within(table).getByRole('button', { name: /Scan: documenten tonen/ }));
  expect(await screen.findByRole('dialog', { name: /Hofstede Tapijten: Scans/ })).toBeTruthy();
});

test('the PDF and UBL of a final invoice can be downloaded as they become ready', async () => {
  const { server, user } = await openRun(sampleRun({ state: 'final', papers: { done: 187, total: 187 } }), [
    sampleRunInvoice({ invoiceNumber: 'F2026-00001', hasPdf: true, hasUbl: true }),
    sampleRunInvoice({
      id: 'i2',
      name: 'Gemeente Vechtdal',
      invoiceNumber: 'F2026-00002',
      hasPdf: true,
      missing: ['street'],
    }),
  ]);
  const made = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  );
  server.on('GET', `${url}/r1/invoices/i1/ubl`, () => new Response('<Invoice/>'));
  await user.click(await screen.findByRole('button', { name: 'UBL van Hofstede Tapijten downloaden' }));
  await waitFor(() => expect(made).toHaveBeenCalled());
  expect(made.mock.contexts[0]).toHaveProperty('download', 'F2026-00001.xml');
  expect(screen.queryByRole('button', { name: 'UBL van Gemeente Vechtdal downloaden' })).toBeNull();
  expect(screen.getByRole('row', { name: /Vechtdal/ }).textContent).toContain('Mist straat');
});

test('the credit invoices of a final run stand below its invoices, and can be downloaded', async () => {
  const server = fakeServer();
  server.one(billingRuns, {}, sampleRun({ state: 'final', papers: { done: 1, total: 1 } }));
  server.list(runInvoices, { runId: 'r1' }, [sampleRunInvoice()]);
  server.list(runCredits, { runId: 'r1' }, [sampleCredit]);
  await renderScreen(RunDetail, {
    path: '/fm/billing-runs/{runId}',
    at: '/fm/billing-runs/r1',
    screens: billingScreens,
    may,
    server,
  });
  const card = within(await screen.findByRole('region', { name: 'Creditfacturen 1' }));
  expect(card.getByRole('listitem').textContent).toContain('bij F2026-00001, Hofstede Tapijten');
  expect(card.getByRole('button', { name: 'Lijst downloaden' })).toBeTruthy();
});

test('a final run shows whether it is unchanged', async () => {
  const { server, user } = await openRun(
    sampleRun({ state: 'final', hash: 'ab12cd34ef56ab12', finalisedAt: '2026-11-21T11:00:00Z' }),
  );
  server.on('GET', `${url}/r1/verify`, () => result({ hash: 'a', recomputed: 'b', matches: false }));
  await user.click(await screen.findByRole('button', { name: 'Controleren' }));
  expect(await screen.findByText('De run is niet meer zoals hij definitief werd')).toBeTruthy();
});

test('who may only read runs changes nothing', async () => {
  await openRun(sampleRun(), undefined, ['fm.billing.read.system']);
  await screen.findByRole('row', { name: /Hofstede/ });
  expect(actions()).toEqual([]);
});

test('the sender is saved with all fields and its VAT rate as a percentage', async () => {
  const server = fakeServer();
  const stored = {
    name: 'Balie B.V.',
    street: '',
    zipCode: '8011 JD',
    city: 'Zwolle',
    kvkNumber: '05061234',
    vatId: 'NL003456789B01',
    iban: 'NL91ABNA0417164300',
    email: '',
    phone: '',
    vatPercentage: 21,
    paymentDays: 30,
    missing: ['street'],
    rowVersion: 1,
  };
  server.on('GET', '/api/fm/billing-settings', () => result(stored));
  server.on('PUT', '/api/fm/billing-settings', () => result(stored));
  const { user, address } = await renderScreen(SenderForm, {
    path: '/fm/billing-settings',
    screens: billingScreens,
    may,
    server,
  });
  const rate = await screen.findByLabelText('Btw-tarief');
  await user.clear(rate);
  await user.paste('9,555');
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  expect((await screen.findByRole('alert')).textContent).toBe('2 velden kloppen nog niet.');
  await user.click(screen.getByLabelText('Straat en huisnummer'));
  await user.paste('Melkmarkt 12');
  await user.clear(rate);
  await user.paste('9,5');
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(address()).toBe('/fm/billing-runs'));
  expect(server.calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
    name: 'Balie B.V.',
    street: 'Melkmarkt 12',
    vatPercentage: 9.5,
    paymentDays: 30,
    rowVersion: 1,
  });
});
