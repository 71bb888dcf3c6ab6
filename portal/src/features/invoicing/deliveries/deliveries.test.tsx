import { configure, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deliveries, deliverySettings } from '#contract/invoicing/deliveries.ts';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { invoicingScreens } from '../index.ts';
import { buildSettings } from '../testing/delivery-settings.ts';
import { DeliveryDetail } from './delivery-detail.tsx';
import { DeliverySettingsList } from './delivery-settings-list.tsx';
import type { Delivery } from './delivery.ts';

configure({ asyncUtilTimeout: 8000 });

const delivery = (seed: Partial<Delivery> = {}): Delivery => ({
  id: 'd1',
  companyId: 'c1',
  company: { name: 'Vechtstreek' },
  administrationId: 'a1',
  administration: { name: 'Holding' },
  coupling: 'exact',
  version: 1,
  state: 'perhaps',
  target: 'mail',
  filename: 'exact_2026-11-21_1.xml',
  invoiceCount: 1,
  tries: 1,
  nextTryAt: null,
  error: 'De verbinding viel weg tijdens het afleveren.',
  createdAt: '2026-11-21T13:05:00.000Z',
  finishedAt: null,
  replaces: null,
  about: null,
  awaitsReceipt: false,
  reason: '',
  invoices: [
    {
      id: 'i1',
      documentId: '2026-11-0007',
      invoiceNumber: 'F1',
      creditorName: 'Bakker',
      totalAmount: 12_100,
      currency: 'EUR',
      isProcessed: false,
      eInvoice: null,
    },
  ],
  attempts: [
    { number: 1, startedAt: '2026-11-21T13:05:00.000Z', endedAt: null, outcome: 'unknown', receipt: '' },
  ],
  rowVersion: 1,
  ...seed,
});

const open = (seed: Partial<Delivery> = {}) => {
  const server = fakeServer();
  server.one(deliveries, {}, delivery(seed));
  return renderScreen(DeliveryDetail, {
    server,
    path: '/fmmodule/deliveries/{deliveryId}',
    at: '/fmmodule/deliveries/d1',
    may: ['fmmodule.deliveries.read.company', 'fmmodule.deliveries.update.company'],
    screens: invoicingScreens,
  });
};

test('what may have arrived offers the two ways out, and no third', async () => {
  const { user, server } = await open();
  expect((await screen.findAllByText('Misschien afgeleverd')).length).toBeGreaterThan(0);
  expect(screen.getByText(/viel weg/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Opnieuw proberen' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Opgeven' })).toBeNull();
  server.on('POST', '/api/fmmodule/deliveries/d1/again', () => result(delivery({ version: 2 })));
  await user.click(screen.getByRole('button', { name: 'Opnieuw afleveren' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Reden'), 'Niets ontvangen');
  await user.click(within(dialog).getByRole('button', { name: 'Opnieuw afleveren' }));
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Niets ontvangen' });
});

const settings = buildSettings();

function settingsServer(change: Partial<typeof settings> = {}) {
  const server = fakeServer();
  server.list(deliverySettings, {}, [{ ...settings, ...change }]);
  server.on('PUT', '/api/fmmodule/delivery-settings/a1', () => result(settings));
  return server;
}

async function openSettings(server: ReturnType<typeof settingsServer>, ...may: readonly string[]) {
  const { user } = await renderScreen(DeliverySettingsList, {
    server,
    path: '/fmmodule/delivery-settings',
    may: ['fmmodule.deliverysettings.read.company', 'fmmodule.deliverysettings.update.company', ...may],
    screens: invoicingScreens,
  });
  await user.click((await screen.findAllByText('Holding'))[0] ?? document.body);
  return { user, dialog: await screen.findByRole('dialog') };
}

test('settings are changed as one choice of off, from now on, or everything', async () => {
  const server = settingsServer();
  const { user, dialog } = await openSettings(server);
  await user.click(within(dialog).getByRole('combobox', { name: 'Automatisch' }));
  await user.click(await screen.findByRole('option', { name: /ook voor wat klaarstaat \(14\)/ }));
  await user.type(within(dialog).getByLabelText('Inkoopdagboek in het pakket'), '60');
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
  expect(server.calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    isAutomatic: true,
    takenFrom: null,
    journal: '60',
    rowVersion: 3,
  });
});

test('a server by SFTP is tried, and the key that it shows is kept', async () => {
  const server = settingsServer();
  const key = `SHA256:${'k'.repeat(43)}`;
  server.on('POST', '/api/fmmodule/delivery-settings/a1/test-sftp', () =>
    result({ isRight: true, hostKey: key, error: '' }),
  );
  const { user, dialog } = await openSettings(server);
  await user.click(within(dialog).getByRole('combobox', { name: 'Aflevering' }));
  await user.click(await screen.findByRole('option', { name: 'SFTP-server' }));
  await user.type(within(dialog).getByLabelText('Server'), 'sftp.pakket.example');
  await user.type(within(dialog).getByLabelText('Gebruiker'), 'balie');
  await user.type(within(dialog).getByLabelText(/Wachtwoord of sleutel/), 'geheim');
  await user.click(within(dialog).getByRole('button', { name: 'Server testen' }));
  await within(dialog).findByText('De server neemt bestanden aan.');
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
  expect(server.calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    target: 'sftp',
    sftpHost: 'sftp.pakket.example',
    sftpPort: 22,
    sftpHostKey: key,
    sftpSecret: 'geheim',
  });
});

test('a new secret of a webhook is shown once, after a question where there is one', async () => {
  const server = settingsServer();
  server.on('POST', '/api/fmmodule/delivery-settings/a1/webhook-secret', () =>
    result({ secret: 'whsec_abc' }),
  );
  const { user, dialog } = await openSettings(server);
  await user.click(within(dialog).getByRole('combobox', { name: 'Aflevering' }));
  await user.click(await screen.findByRole('option', { name: 'Webhook' }));
  await user.click(within(dialog).getByRole('button', { name: 'Nieuw geheim' }));
  await screen.findByText('Nieuw geheim maken?');
  await user.click(screen.getAllByRole('button', { name: 'Nieuw geheim' }).at(-1) ?? document.body);
  expect(await screen.findByDisplayValue('whsec_abc')).toBeTruthy();
});

test('an e-invoice that was written anew says what is different', async () => {
  const [invoice] = delivery().invoices;
  if (!invoice) throw new Error('no invoice');
  const differences = [{ field: 'total' as const, approved: '119.00', original: '121.00' }];
  await open({
    state: 'delivered',
    invoices: [
      { ...invoice, eInvoice: { passedOn: 'rewritten', verdict: 'warnings', sha256: 'ab', differences } },
    ],
  });
  expect(await screen.findByText('E-factuur opnieuw geschreven')).toBeTruthy();
  expect(screen.getByText('Totaal: 119.00 in plaats van 121.00')).toBeTruthy();
  expect(screen.getByText('UBL volgens de standaard: Waarschuwingen')).toBeTruthy();
});

test('what waits and lacks something for EN 16931 is named, with a way to the creditor', async () => {
  const server = settingsServer({ coupling: 'ubl' });
  server.on('GET', '/api/fmmodule/delivery-settings/a1/missing', () =>
    result([{ of: 'creditor', id: 'k1', name: 'Bakker', fields: ['street', 'kvk'], invoiceCount: 2 }]),
  );
  await openSettings(server, 'fmmodule.creditors.update.company');
  const link = await screen.findByRole('link', { name: 'Bakker: straat, KvK-nummer (2 facturen)' });
  expect(link.getAttribute('href')).toContain('/creditors/k1');
});

test('a folder is chosen by the name that the operator gave, and can be tried', async () => {
  const server = settingsServer();
  server.on('GET', '/api/fmmodule/delivery-settings/a1/folders', () => result(['afas']));
  server.on('POST', '/api/fmmodule/delivery-settings/a1/test-folder', () =>
    result({ isRight: false, path: 'afas/c1/in', error: 'EACCES' }),
  );
  const { user, dialog } = await openSettings(server);
  await user.click(within(dialog).getByRole('combobox', { name: 'Aflevering' }));
  await user.click(await screen.findByRole('option', { name: 'Map op de server' }));
  await user.click(await within(dialog).findByRole('combobox', { name: 'Map van de beheerder' }));
  await user.click(await screen.findByRole('option', { name: 'afas' }));
  await user.type(within(dialog).getByLabelText(/Submap/), 'in');
  await user.click(within(dialog).getByRole('button', { name: 'Map testen' }));
  expect(await within(dialog).findByText('Schrijven naar afas/c1/in lukt niet: EACCES')).toBeTruthy();
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({
    folderRoot: 'afas',
    folder: 'in',
  });
});
