import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allAdministrations } from '#contract/core/administrations.ts';
import { savedViews } from '#contract/core/saved-views.ts';
import { allUsers } from '#contract/core/users.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { fakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { workOrderScreens } from '../index.ts';
import { annualReport, newOrder } from '../testing/samples.ts';
import { OrdersList } from './orders-list.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

const path = '/comceptum/workorders';
const may = [
  'comceptum.workorders.read.company',
  'comceptum.workorders.create.company',
  'comceptum.workorders.update.company',
  'core.users.read.company',
  'core.administrations.read.company',
];
const person = {
  id: 'joris',
  companyId: 'c1',
  companyName: 'Salland',
  emailAddress: { address: 'joris@balie.example' },
  firstName: 'Joris',
  lastName: 'Kamp',
  fullName: 'Joris Kamp',
  active: true,
};
const administration = {
  id: 'a1',
  companyId: 'c1',
  companyName: 'Salland',
  name: 'Salland Drukwerk',
  tag: 'SAL-01',
  coupling: 'exact',
};

beforeEach(forget);
afterEach(forget);
function forget() {
  for (const pair of document.cookie.split('; '))
    document.cookie = `${pair.split('=')[0]}=; path=/; max-age=0`;
}

async function openList(at = path) {
  const server = fakeServer();
  server.list(workOrders, {}, [annualReport, newOrder], 146);
  server.list(savedViews, {}, []);
  server.list(allUsers, {}, [person]);
  server.list(allAdministrations, {}, [administration]);
  const drawn = await renderScreen(OrdersList, { screens: workOrderScreens, may, server, path, at });
  await screen.findByRole('link', { name: '2026-418' });
  const asked = () =>
    server.calls.filter(({ url }) => url.startsWith('/api/comceptum/workorders?')).map(({ url }) => url);
  return { ...drawn, server, asked };
}

test('orders are listed with number, relation, reference, people, administration and status', async () => {
  const { asked } = await openList();
  const row = screen.getByRole('row', { name: /2026-418/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([
    '2026-418',
    'Stichting Zorgpalet Twente',
    'Jaarverslag 2025, uitnodiging',
    'Sanne de Wit, Joris Kamp',
    'Salland Drukwerk',
    'Productie',
    '',
  ]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Orders 146');
  expect(asked()[0]).toContain('$top=50&$count=true&$orderby=createdAt desc,number desc');
  expect(asked()[0]).toContain('$filter=true and status ne 6');
  const other = within(row).getByRole('link', { name: 'Open 2026-418 in een nieuw venster' });
  expect(other).toHaveProperty('target', '_blank');
  expect(other).toHaveProperty('href', expect.stringMatching(/\/comceptum\/workorders\/o418$/));
});

test('an order without lines says so', async () => {
  await openList();
  const row = screen.getByRole('row', { name: /2026-409/ });
  expect(within(row).getByRole('img', { name: 'Onvolledig: deze order heeft geen regels' })).toBeTruthy();
});

test('a search asks once, in every field, and then shows invoiced orders too', async () => {
  const { asked } = await openList();
  const before = asked().length;
  const box = screen.getByRole('searchbox');
  // Letter by letter, and faster than any machine is slow.
  for (const letters of ['2', '20', '2026', '2026-1', '2026-12'])
    fireEvent.change(box, { target: { value: letters } });
  await waitFor(() => expect(asked().at(-1)).toContain("contains(yearNumber,'2026-12')"), { timeout: 3000 });
  expect(asked().at(-1)).not.toContain('status ne 6');
  expect(asked().length).toBe(before + 1);
  // The filter says so.
  expect(screen.queryByText('Alle behalve gefactureerd', { ignore: 'option' })).toBeNull();
});

test('filters stand in the address and are there again on the next visit', async () => {
  const { user, address, asked, unmount } = await openList();
  await screen.findByRole('option', { name: 'Joris Kamp' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Medewerker' }), 'Joris Kamp');
  await waitFor(() => expect(address()).toContain('assignedUser=joris'));
  await waitFor(() => expect(asked().at(-1)).toContain("assignedUsers/any(u: u/id eq 'joris')"));
  expect(document.cookie).toContain('preference_workorders=assignedUser%3Djoris');
  unmount();
  const again = await openList();
  expect(again.address()).toContain('assignedUser=joris');
  expect(again.asked()).toHaveLength(1);
  expect(again.asked()[0]).toContain("u/id eq 'joris'");
});

test('a remembered user who was deleted falls back to all', async () => {
  document.cookie = `preference_workorders=${encodeURIComponent('assignedUser=weg')}; path=/`;
  const { address } = await openList();
  await waitFor(() => expect(address()).toBe(path));
});

test('an address that asks for something itself is not overruled by what is remembered', async () => {
  document.cookie = `preference_workorders=${encodeURIComponent('status=2')}; path=/`;
  const { asked } = await openList(`${path}?status=5`);
  expect(asked()[0]).toContain('status eq 5');
});
