import { configure, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { deliverySettings } from '#contract/invoicing/deliveries.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { invoicingScreens } from '../index.ts';
import { buildSettings } from '../testing/delivery-settings.ts';
import { DeliverForm } from './deliver-form.tsx';
import { PackageAccounts } from './package-codes.tsx';
import { PackageCodesPage } from './package-codes-page.tsx';

configure({ asyncUtilTimeout: 8000 });

const url = '/api/fmmodule/delivery-settings/a1';
let server: ReturnType<typeof fakeServer>;
const screenAt = {
  path: '/fmmodule/delivery-settings/{administrationId}',
  at: '/fmmodule/delivery-settings/a1',
  may: ['fmmodule.deliverysettings.read.company', 'fmmodule.deliverysettings.update.company'],
  screens: invoicingScreens,
};

beforeEach(() => {
  server = fakeServer();
  server.one(deliverySettings, {}, buildSettings({ coupling: 'snelstart_online' }));
  server.on('GET', `${url}/obstacles`, () => result([]));
});

test('what keeps invoices is named with a link to where it is mended, and only codes that travel have a tab', async () => {
  server.on('GET', `${url}/obstacles`, () =>
    result([
      { kind: 'account', id: 'a1', name: '4300 Onderhoud', reason: 'Niet gekoppeld.' },
      { kind: 'account', id: 'a1', name: '4310 Schoonmaak', reason: 'Niet gekoppeld.' },
      { kind: 'creditor', id: 'c9', name: 'Bakker', reason: 'Geen nummer.' },
      { kind: 'creditor', id: null, name: 'Onbekend', reason: 'Geen nummer.' },
    ]),
  );
  await renderScreen(PackageCodesPage, {
    server,
    ...screenAt,
    may: [...screenAt.may, 'fmmodule.creditors.update.company'],
  });
  const account = await screen.findByRole('link', { name: '4310 Schoonmaak' });
  expect(account.getAttribute('href')).toBe('/fmmodule/delivery-settings/a1/accounts');
  expect(screen.getByRole('link', { name: 'Bakker' }).getAttribute('href')).toContain('c9');
  expect(screen.queryByRole('link', { name: 'Onbekend' })).toBeNull();
  expect(screen.getAllByText(/Niet gekoppeld/)).toHaveLength(1);
  const tabs = within(screen.getByRole('navigation', { name: 'Onderdelen' })).getAllByRole('link');
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    'Grootboek',
    'Kostenplaatsen',
    'Crediteuren',
    'Historie',
  ]);
});

test('the code of the package is typed in its place', async () => {
  const row = { ours: '4300', name: 'Onderhoud', theirs: '', invoiceCount: 2 };
  server.on('GET', `${url}/codes`, () => result([row]));
  server.on('PUT', `${url}/codes`, () => result([{ ...row, theirs: '43' }]));
  const { user } = await renderScreen(PackageAccounts, { server, ...screenAt });
  const [value] = await screen.findAllByRole('button', { name: /Code in het pakket van 4300 Onderhoud/ });
  await user.dblClick(value ?? document.body);
  await user.keyboard('43{Enter}');
  await expect
    .poll(() => server.calls.find(({ method }) => method === 'PUT')?.body)
    .toEqual({ kind: 'account', codes: [{ ours: '4300', theirs: '43' }] });
});

test('a file with wrong lines says which, and a right one how many codes it changed', async () => {
  const wrong = ['Regel 2, Soort: maak een keuze', 'Regel 3, Onze code: onbekend'];
  server.on('POST', `${url}/codes/file`, () => refusal('validation', { errors: { file: wrong } }));
  const { user } = await renderScreen(PackageCodesPage, { server, ...screenAt });
  await user.click(await screen.findByRole('button', { name: 'CSV inlezen' }));
  const dialog = await screen.findByRole('dialog');
  const choose = () =>
    user.upload(within(dialog).getByLabelText('Bestand met codes'), new File(['x'], 'codes.csv'));
  await choose();
  for (const line of wrong) await within(dialog).findByText(line);
  server.on('POST', `${url}/codes/file`, () => result({ changedCount: 3 }));
  await choose();
  await within(dialog).findByText('3 codes zijn gewijzigd.');
  expect(within(dialog).queryByText(wrong[0] ?? '')).toBeNull();
});

test('before invoices are taken, what would be refused is named', async () => {
  server.list(deliverySettings, {}, [buildSettings({ readyCount: 2 })]);
  const reason = 'Deze kostenplaats is nog niet gekoppeld.';
  server.on('GET', `${url}/obstacles`, () => result([{ kind: 'costcenter', id: 'a1', name: 'KP1', reason }]));
  const { user } = await renderScreen(() => <DeliverForm onClose={() => undefined} />, {
    server,
    path: '/fmmodule/deliveries',
    may: screenAt.may,
    screens: invoicingScreens,
  });
  await user.click(await screen.findByRole('combobox', { name: 'Administratie' }));
  await user.click(await screen.findByRole('option', { name: /Holding/ }));
  const link = await screen.findByRole('link', { name: 'KP1' });
  expect(link.getAttribute('href')).toBe('/fmmodule/delivery-settings/a1/cost-centres');
});
