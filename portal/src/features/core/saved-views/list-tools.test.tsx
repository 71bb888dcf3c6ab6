import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { savedViews } from '#contract/core/saved-views.ts';
import type { Row } from '#contract/resource.ts';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { CustomerRelationsList } from '../customer-relations/customer-relations-list.tsx';
import { coreScreens } from '../index.ts';
import { changesTo, isChangedFrom, stateOf } from './view-state.ts';

const bakery: Row<typeof customerRelations> = {
  id: 'b1',
  companyId: 'v1',
  tag: '10482',
  name: 'Bakkerij Ommen',
  address: { street: '', city: '', zipCode: '', postBox: '', country: 'NL', fullAddress: '' },
  emailAddress: { address: '' },
  phoneNumber: { number: '' },
  websiteUrl: '',
};
const zwolle: Row<typeof savedViews> = {
  id: 'w1',
  screen: 'customer-relations:index',
  name: 'Zwolle',
  isShared: true,
  state: { search: 'zwolle', columns: 'name,address/zipCode', sort: '-name' },
  isOwn: true,
  ownerName: 'Sanne de Wit',
  updatedAt: '2026-11-12T13:05:00Z',
  rowVersion: 1,
};
const path = '/core/customer-relations';
const may = ['core.customerrelations.read.company'];

beforeEach(() => localStorage.clear());

async function openList(at = path) {
  const server = fakeServer();
  server.list(customerRelations, {}, [bakery]);
  server.list(savedViews, {}, [zwolle]);
  const drawn = await renderScreen(CustomerRelationsList, { screens: coreScreens, may, server, path, at });
  await screen.findByRole('link', { name: 'Bakkerij Ommen' });
  return { ...drawn, server };
}
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

test('a hidden column stays hidden for this person, and the address says so', async () => {
  const { user, address, unmount } = await openList();
  await user.click(screen.getByRole('button', { name: 'Kolommen kiezen' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Postcode' }));
  expect(heads()).toEqual(['Relatienummer', 'Naam', 'Straat', 'E-mailadres', 'Telefoonnummer']);
  expect(decodeURIComponent(address())).toContain('columns=tag,name,address/street,emailAddress/address');
  unmount();
  await openList();
  expect(heads()).not.toContain('Postcode');
});

test('the main column cannot be hidden, and columns that no longer exist do not empty the table', async () => {
  await openList(`${path}?columns=weg,tag`);
  expect(heads()).toEqual(['Relatienummer', 'Naam']);
});

test('a view brings back search, order and columns, and stands in the address', async () => {
  const { user, address, server } = await openList(`${path}?page=2&size=100`);
  await user.click(screen.getByRole('button', { name: 'Weergave: Alle klantrelaties' }));
  await user.click(await screen.findByRole('menuitemradio', { name: /Zwolle/ }));
  await waitFor(() => expect(new URLSearchParams(address().split('?')[1]).get('view')).toBe('w1'));
  expect(heads()).toEqual(['Naam', 'Postcode']);
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'zwolle');
  expect(new URLSearchParams(address().split('?')[1]).get('size')).toBeNull();
  const asked = server.calls.findLast(({ url }) => url.startsWith('/api/core/customer-relations?'))?.url;
  expect(asked).toContain('$orderby=name desc');
});

test('the list as it is can be saved under a name, for oneself or for the company', async () => {
  const { user, server, address } = await openList(`${path}?search=ommen&page=2`);
  server.on('POST', '/api/core/saved-views', () => result({ ...zwolle, id: 'w2', name: 'Ommen' }));
  await user.click(screen.getByRole('button', { name: /^Weergave/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Bewaren als weergave' }));
  const dialog = await screen.findByRole('dialog', { name: 'Weergave bewaren' });
  await user.type(within(dialog).getByRole('textbox'), 'Ommen');
  await user.click(within(dialog).getByRole('radio', { name: 'Voor mijn bedrijf' }));
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(address()).toContain('view=w2'));
  expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    screen: 'customer-relations:index',
    name: 'Ommen',
    isShared: true,
    state: { search: 'ommen' },
  });
});

test('the download asks for all that matches, in the order of the list', async () => {
  const { user, server } = await openList(`${path}?search=ommen&sort=-name&page=2`);
  const made = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  URL.createObjectURL = () => 'blob:export';
  server.on(
    'GET',
    '/api/core/customer-relations/export',
    () =>
      new Response('x', { headers: { 'content-disposition': "attachment; filename*=UTF-8''relaties.csv" } }),
  );
  await user.click(screen.getByRole('button', { name: 'Lijst downloaden' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV voor Excel' }));
  await waitFor(() => expect(made).toHaveBeenCalled());
  expect(made.mock.contexts[0]).toHaveProperty('download', 'relaties.csv');
  const { url } = server.calls.find((call) => call.url.includes('/export')) ?? { url: '' };
  expect(url).toContain('$orderby=name desc&query=ommen&format=csv');
  expect(url).not.toContain('$skip');
  made.mockRestore();
});

test('page and view are not stored in a view', () => {
  const url = { page: '3', view: 'w1', search: 'jan', sort: undefined };
  expect(stateOf(url)).toEqual({ search: 'jan' });
  expect(changesTo({ size: '100', broken: 3 }, url)).toEqual({
    page: undefined,
    view: undefined,
    search: undefined,
    sort: undefined,
    size: '100',
  });
  expect(isChangedFrom({ search: 'jan' }, url)).toBe(false);
  expect(isChangedFrom({ search: 'piet' }, url)).toBe(true);
});
