import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { invoicingScreens } from '../index.ts';
import { account } from '../testing/money-samples.ts';
import { CreditorAccounts } from './creditor-accounts.tsx';
import { CreditorMerge } from './creditor-merge.tsx';
import type { Creditor } from './creditors.api.ts';
import { CreditorsDetail } from './creditors-detail.tsx';
import { CreditorsList } from './creditors-list.tsx';

const may = [
  'fmmodule.creditors.read.company',
  'fmmodule.creditors.update.company',
  'fmmodule.bankaccounts.read.company',
  'fmmodule.bankaccounts.confirm.company',
  'fmmodule.invoices.read.company',
];

function creditor(differs: Partial<Creditor> = {}): Creditor {
  return {
    id: 'k1',
    companyId: 'c1',
    company: { name: 'De Vechtstreek' },
    name: 'Van Dijk Installaties B.V.',
    city: 'Zwolle',
    kvk: '05071234',
    vatId: null,
    isBlocked: false,
    invoiceCount: 63,
    lastInvoiceDate: '2026-10-26',
    stopCount: 1,
    street: 'Marconistraat 18',
    postalCode: '8013 PK',
    country: 'NL',
    email: '',
    blockedAt: null,
    blockedBy: null,
    blockReason: '',
    mergedInto: null,
    merges: [],
    suggestions: [],
    numbers: [{ administrationId: 'a1', administration: 'Vechtstreek Noord', number: '20417' }],
    accountCount: 4,
    openInvoices: 2,
    createdAt: '2024-03-14T08:00:00.000Z',
    updatedAt: '2024-03-14T08:00:00.000Z',
    updatedBy: null,
    rowVersion: 1,
    ...differs,
  };
}

const at = '/fmmodule/creditors/k1';
const path = '/fmmodule/creditors/{creditorId}';

test('the list says where a stop is open and who is blocked', async () => {
  const server = fakeServer();
  server.on('GET', '/api/fmmodule/creditors', () =>
    result([creditor(), creditor({ id: 'k2', name: 'Visser', isBlocked: true })], { count: 2 }),
  );
  await renderScreen(CreditorsList, { server, may, variant: 'fm', screens: invoicingScreens });
  expect(await screen.findByText('Stop op 1 factuur')).toBeTruthy();
  expect(screen.getAllByText('Geblokkeerd').length).toBeGreaterThan(0);
});

test('blocking says how many invoices it stops, and asks why', async () => {
  const server = fakeServer();
  server.on('GET', '/api/fmmodule/creditors/k1', () => result(creditor()));
  server.on('POST', '/api/fmmodule/creditors/k1/block', () => result(creditor({ isBlocked: true })));
  const { user, findByRole } = await renderScreen(CreditorsDetail, {
    server,
    may,
    at,
    path,
    variant: 'fm',
    screens: invoicingScreens,
  });
  expect(await screen.findByText('20417 in Vechtstreek Noord')).toBeTruthy();
  await user.click(await findByRole('button', { name: 'Crediteur blokkeren' }));
  const dialog = await findByRole('dialog');
  within(dialog).getByText(/heeft 2 open facturen/);
  await user.type(within(dialog).getByLabelText('Reden'), 'Failliet');
  await user.click(within(dialog).getByRole('button', { name: 'Blokkeren' }));
  await screen.findByRole('heading', { level: 1 });
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({
    reason: 'Failliet',
    rowVersion: 1,
  });
});

test('an account opens with how it was checked and what happened to it', async () => {
  const server = fakeServer();
  server.on('GET', '/api/fmmodule/bank-accounts', () => result([account()], { count: 1 }));
  server.on('GET', '/api/fmmodule/bank-accounts/a1', () => result(account({ mayConfirm: false })));
  const { user, findByRole } = await renderScreen(CreditorAccounts, {
    server,
    may,
    at,
    path,
    variant: 'fm',
    screens: invoicingScreens,
  });
  expect(await screen.findByText('Gezien')).toBeTruthy();
  await user.click(await findByRole('button', { name: /Details tonen/ }));
  expect(await screen.findByText(/Petra Huisman wel\./)).toBeTruthy();
  expect(screen.getByText(/Gezien op factuur 2026-11-0318/)).toBeTruthy();
});

test('two creditors are merged after a question, and parted again', async () => {
  const server = fakeServer();
  const other = creditor({ id: 'k2', name: 'Van Dijk Installatie', invoiceCount: 3 });
  const merge = {
    id: 'm1',
    creditor: { id: 'k3', name: 'Van Dijk B.V.' },
    mergedAt: '2026-11-01T08:00:00.000Z',
    mergedBy: 'Petra',
  };
  const suggestions: Creditor['suggestions'] = [
    { id: 'k2', name: other.name, reason: 'kvk', invoiceCount: 3 },
  ];
  server.on('GET', '/api/fmmodule/creditors/k1', () => result(creditor({ suggestions, merges: [merge] })));
  server.on('GET', '/api/fmmodule/creditors/k2', () => result(other));
  server.on('GET', '/api/fmmodule/creditors/lookup', () => result([]));
  server.on('POST', '/api/fmmodule/creditors/k1/merge', () => result(creditor()));
  server.on('POST', '/api/fmmodule/creditors/k1/undo-merge', () => result(creditor()));
  const { user, findByRole } = await renderScreen(CreditorMerge, {
    server,
    may,
    at,
    path,
    variant: 'fm',
    screens: invoicingScreens,
  });
  await screen.findByText(/heeft hetzelfde KvK-nummer/);
  await user.click(await findByRole('button', { name: 'Samenvoegen' }));
  const dialog = await findByRole('dialog');
  within(dialog).getByText(/3 facturen van Van Dijk Installatie/);
  await user.click(within(dialog).getByRole('button', { name: 'Samenvoegen' }));
  await user.click(await findByRole('button', { name: 'Terugdraaien' }));
  const sent = server.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent).toEqual([{ creditorId: 'k2' }, { mergeId: 'm1' }]);
});
