import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { administrations } from '#contract/core/administrations.ts';
import { companies } from '#contract/core/companies.ts';
import { contactPersons } from '#contract/core/contact-persons.ts';
import { groups } from '#contract/core/groups.ts';
import { modules } from '#contract/core/modules.ts';
import { users } from '#contract/core/users.ts';
import { fakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { AdministrationsList } from '../administrations/administrations-list.tsx';
import { CompaniesList } from '../companies/companies-list.tsx';
import { ContactPersonsList } from '../contact-persons/contact-persons-list.tsx';
import { GroupsList } from '../groups/groups-list.tsx';
import { ModulesList } from '../modules/modules-list.tsx';
import { coreScreens } from '../index.ts';
import { UsersList } from '../users/users-list.tsx';

const may = ['core.companies.read.system', 'core.groups.read.system', 'core.users.read.system'];

test('companies that are switched off are one choice away, and the address keeps it', async () => {
  const server = fakeServer();
  server.list(companies, {}, []);
  const { user, address } = await renderScreen(CompaniesList, {
    screens: coreScreens,
    may,
    server,
    at: '/?page=3',
    path: '/',
  });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Actief' }), 'Nee');
  await waitFor(() =>
    expect(server.calls.some(({ url }) => url.includes('$filter=active eq false'))).toBe(true),
  );
  expect(address()).toContain('active=false');
  expect(address()).not.toContain('page=');
  // Nothing found by a filter says so, and takes it away again.
  await user.click(await screen.findByRole('button', { name: 'Filters wissen' }));
  expect(address()).not.toContain('active');
});

test('groups are narrowed to those that give everything, or count for everyone', async () => {
  const server = fakeServer();
  server.list(groups, {}, []);
  await renderScreen(GroupsList, {
    screens: coreScreens,
    may,
    server,
    at: '/?accessToEverything=true&availableForEveryOne=false',
    path: '/',
  });
  await waitFor(() =>
    expect(server.calls.at(-1)?.url).toContain(
      '$filter=accessToEverything eq true and availableForEveryOne eq false',
    ),
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

test('administrations are narrowed by their coupling and by whether mail is fetched', async () => {
  const server = fakeServer();
  server.list(administrations, { companyId: 'v1' }, []);
  const at = {
    path: '/management/companies/{companyId}/administrations',
    at: '/management/companies/v1/administrations?mailIsActive=true',
  };
  const { user, address } = await renderScreen(AdministrationsList, {
    screens: coreScreens,
    may: [...may, 'core.administrations.read.system'],
    server,
    ...at,
  });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Koppeling' }), 'afas');
  await waitFor(() =>
    expect(server.calls.at(-1)?.url).toContain("$filter=coupling eq 'afas' and mailIsActive eq true"),
  );
  expect(address()).toContain('coupling=afas');
});

test('contact persons are narrowed to a function that some of them have', async () => {
  const server = fakeServer();
  const nobody = {
    landlineNumber: { number: '' },
    mobileNumber: { number: '' },
    emailAddress: { address: '' },
    customerRelationId: 'k1',
  };
  server.list(contactPersons, { customerRelationId: 'k1' }, [
    { ...nobody, id: '1', firstName: 'Jo', lastName: 'Smit', fullName: 'Jo Smit', function: 'Inkoper' },
    { ...nobody, id: '2', firstName: 'Ria', lastName: 'Bos', fullName: 'Ria Bos', function: '' },
  ]);
  const at = { path: '/core/customer-relations/{customerRelationId}', at: '/core/customer-relations/k1' };
  const { user } = await renderScreen(ContactPersonsList, {
    screens: coreScreens,
    may: ['core.contactpersons.read.company'],
    server,
    ...at,
  });
  const choice = await screen.findByRole('combobox', { name: 'Functie' });
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Alle', 'Inkoper']);
  await user.selectOptions(choice, 'Inkoper');
  await waitFor(() =>
    expect(server.calls.some(({ url }) => url.includes("$filter=function eq 'Inkoper'"))).toBe(true),
  );
});

test('modules are narrowed to one part of the product', async () => {
  const server = fakeServer();
  server.list(modules, {}, []);
  const { user } = await renderScreen(ModulesList, {
    screens: coreScreens,
    may: ['core.modules.read.system'],
    server,
    path: '/',
  });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Onderdeel' }), 'carpetline');
  await waitFor(() =>
    expect(server.calls.some(({ url }) => url.includes("$filter=code eq 'carpetline'"))).toBe(true),
  );
});

test('users of a company that cannot sign in are one choice away', async () => {
  const server = fakeServer();
  server.list(users, { companyId: 'v1' }, []);
  const at = { path: '/management/companies/{companyId}/users', at: '/management/companies/v1/users' };
  const { user } = await renderScreen(UsersList, { screens: coreScreens, may, server, ...at });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Actief' }), 'Nee');
  await waitFor(() =>
    expect(server.calls.some(({ url }) => url.includes('$filter=active eq false'))).toBe(true),
  );
});
