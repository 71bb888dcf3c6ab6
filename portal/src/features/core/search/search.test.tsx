import { IconBuilding } from '@tabler/icons-react';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SearchHit } from '#contract/core/search.ts';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { coreScreens } from '../index.ts';
import { addressOf, matchScreens } from './hits.ts';
import { SearchDialog } from './search-dialog.tsx';

const hits: readonly SearchHit[] = [
  {
    kind: 'core.customerrelations',
    id: 'b1',
    parentId: null,
    title: 'Veenstra Bouw',
    subtitle: '10482 · Zwolle',
  },
  { kind: 'core.contactpersons', id: 'c1', parentId: 'b1', title: 'Jan Veenstra', subtitle: 'Veenstra Bouw' },
];
const screens = [
  { label: 'Bedrijven', href: '/management/companies', icon: IconBuilding },
  { label: 'Klantrelaties', href: '/core/customer-relations', icon: IconBuilding },
];

async function openSearch(takeTyped?: () => string) {
  const server = fakeServer();
  server.on('GET', '/api/core/search', () => result(hits));
  let closed = 0;
  const drawn = await renderScreen(
    () => <SearchDialog screens={screens} takeTyped={takeTyped} onClose={() => (closed += 1)} />,
    {
      server,
      screens: coreScreens,
    },
  );
  return { ...drawn, server, closed: () => closed };
}

test('shows the screens of the menu before anything is typed, and asks the server nothing', async () => {
  const { server } = await openSearch();
  const found = within(screen.getByRole('listbox')).getAllByRole('option');
  expect(found.map((one) => one.textContent)).toEqual(['Bedrijven', 'Klantrelaties']);
  expect(server.calls).toHaveLength(0);
});

test('begins with what was typed before it was there', async () => {
  const typed = ['veen'];
  await openSearch(() => typed.shift() ?? '');
  await waitFor(() => expect(screen.getByRole('combobox')).toHaveProperty('value', 'veen'));
  expect(await screen.findByRole('option', { name: /Jan Veenstra/ })).toBeTruthy();
});

test('finds records kind by kind, and the arrows and Enter open one', async () => {
  const { user, address, closed } = await openSearch();
  await user.type(screen.getByRole('combobox'), 'veenstra');
  await screen.findByRole('option', { name: /Jan Veenstra/ });
  expect(screen.getByText('Klantrelaties')).toBeTruthy();
  await user.keyboard('{ArrowDown}{ArrowUp}{ArrowDown}');
  const chosen = screen.getByRole('option', { selected: true });
  expect(chosen.textContent).toContain('Jan Veenstra');
  expect(screen.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(chosen.id);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toContain('/core/customer-relations/b1/contact-persons'));
  expect(new URLSearchParams(address().split('?')[1]).get('search')).toBe('Jan Veenstra');
  expect(closed()).toBe(1);
});

test('a user is found where the product shows users, and a strange kind nowhere', () => {
  const hit = { kind: 'core.users', id: 'u1', parentId: 'v1', title: 'Jan', subtitle: '' };
  const pathTo = (name: string, params: object = {}) => `/${name}/${Object.values(params).join('/')}`;
  expect(addressOf(hit, (name) => name === 'companies:detail', pathTo)).toBe(
    '/companies:detail/v1/users?search=Jan',
  );
  expect(addressOf(hit, () => true, pathTo)).toBe('/users:detail/u1/v1');
  expect(addressOf({ ...hit, kind: 'moon.rocks' }, () => true, pathTo)).toBeUndefined();
});

test('carpet orders and releases open on screens of their own', () => {
  const pathTo = (name: string, params: object = {}) => `/${name}/${Object.values(params).join('/')}`;
  const hit = { id: 'x1', parentId: null, title: '12 · Trap', subtitle: '' };
  expect(addressOf({ ...hit, kind: 'carpetline.orders' }, () => true, pathTo)).toBe('/orders:detail/x1');
  expect(addressOf({ ...hit, kind: 'fm.releases' }, () => true, pathTo)).toBe('/releases:detail/x1');
});

test('screens match by every word, accents aside', () => {
  const some = [{ label: 'Financiële rapporten' }, { label: 'Rapport' }];
  expect(matchScreens(some, 'rapport financiele')).toEqual([some[0]]);
});
