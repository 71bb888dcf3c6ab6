import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { companies } from '#contract/core/companies.ts';
import { groups } from '#contract/core/groups.ts';
import { users } from '#contract/core/users.ts';
import { fakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { CompaniesList } from '../companies/companies-list.tsx';
import { GroupsList } from '../groups/groups-list.tsx';
import { coreScreens } from '../index.ts';
import { UsersList } from '../users/users-list.tsx';

const may = ['core.companies.read.system', 'core.groups.read.system', 'core.users.read.system'];

test('companies that are switched off are one choice away, and the address keeps it', async () => {
  const server = fakeServer();
  server.list(companies, {}, []);
  const { user, address } = await renderScreen(CompaniesList, { screens: coreScreens, may, server, at: '/?page=3', path: '/' });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Actief' }), 'Nee');
  await waitFor(() => expect(server.calls.some(({ url }) => url.includes('$filter=active eq false'))).toBe(true));
  expect(address()).toContain('active=false');
  expect(address()).not.toContain('page=');
  // Nothing found by a filter says so, and takes it away again.
  await user.click(await screen.findByRole('button', { name: 'Filters wissen' }));
  expect(address()).not.toContain('active');
});

test('groups are narrowed to those that give everything, or count for everyone', async () => {
  const server = fakeServer();
  server.list(groups, {}, []);
  await renderScreen(GroupsList, { screens: coreScreens, may, server, at: '/?accessToEverything=true&availableForEveryOne=false', path: '/' });
  await waitFor(() =>
    expect(server.calls.at(-1)?.url).toContain('$filter=accessToEverything eq true and availableForEveryOne eq false'),
  );
});

test('a list that failed for want of a connection comes by itself when it is back', async () => {
  const server = fakeServer();
  server.on('GET', '/api/core/companies', () => Promise.reject(new TypeError('offline')));
  await renderScreen(CompaniesList, { screens: coreScreens, may, server });
  await screen.findByText('Oeps, er is een verbindingsfout opgetreden!', {}, { timeout: 5000 });
  server.list(companies, {}, []);
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('Nog geen bedrijven')).toBeTruthy();
});

test('users of a company that cannot sign in are one choice away', async () => {
  const server = fakeServer();
  server.list(users, { companyId: 'v1' }, []);
  const at = { path: '/management/companies/{companyId}/users', at: '/management/companies/v1/users' };
  const { user } = await renderScreen(UsersList, { screens: coreScreens, may, server, ...at });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Actief' }), 'Nee');
  await waitFor(() => expect(server.calls.some(({ url }) => url.includes('$filter=active eq false'))).toBe(true));
});
