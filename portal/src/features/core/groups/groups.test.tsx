import { IconUsers } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { groups } from '#contract/core/groups.ts';
import { companyPermissions, type permissions } from '#contract/core/permissions.ts';
import { allUsers } from '#contract/core/users.ts';
import { mePath } from '#contract/identity/me.ts';
import type { Rec, Row } from '#contract/resource.ts';
import { notices } from '#portal/kit/feedback/notify.ts';
import { MenuOfContext } from '#portal/kit/menu-of.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { coreScreens } from '../index.ts';
import { GroupPermissions } from './group-tabs.tsx';
import { GroupsDetail } from './groups-detail.tsx';
import { GroupsCreate, GroupsUpdate } from './groups-form.tsx';
import { GroupsList } from './groups-list.tsx';

beforeEach(() => {
  // jsdom lays nothing out; the boxes of the trees are as high as real ones.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(420);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const buyers: Rec<typeof groups> = {
  id: 'g1',
  companyId: 'v1',
  companyName: 'Veenstra',
  name: 'Inkoop',
  accessToEverything: false,
  availableForEveryOne: false,
  userCount: 1,
  permissionCount: 1,
  permissions: [{ id: 'core.users.read.company', tag: 'core.users.read.company', name: 'x' }],
  users: [{ id: 'u1', fullName: 'Zoë Bakker', companyId: 'v1' }],
  createdAt: '2026-11-02T09:14:00Z',
  updatedAt: '2026-11-12T13:05:00Z',
  updatedBy: 'Sanne de Wit',
  rowVersion: 3,
};
const right = (
  id: string,
  isYours = true,
  hindrance: Row<typeof permissions>['hindrance'] = null,
): Row<typeof permissions> => ({
  id,
  tag: id,
  name: id,
  module: id.split('.')[0] ?? '',
  isYours,
  isYoursForOthers: false,
  hindrance,
});
const person = (at: number): Row<typeof allUsers> => ({
  id: `u${at}`,
  companyId: 'v1',
  companyName: 'Veenstra',
  emailAddress: { address: `p${at}@veenstra.example` },
  firstName: 'Persoon',
  lastName: String(at),
  fullName: `Persoon ${at}`,
  active: true,
});
const me = {
  id: 'sanne',
  companyId: 'v1',
  companyName: 'Veenstra',
  name: 'Sanne de Wit',
  nickname: 'sanne',
  picture: null,
  emailAddress: 'sanne@veenstra.example',
  isProvider: false,
  language: null,
  permissions: [],
};
const storedUser = {
  ...person(1),
  groups: ['g1'],
  permissions: [],
  modules: [],
  administrations: [],
  invitation: null,
  createdAt: '2026-11-02T09:14:00Z',
  updatedAt: '2026-11-12T13:05:00Z',
  updatedBy: null,
  rowVersion: 1,
};
const may = [
  'core.groups.read.company',
  'core.groups.create.company',
  'core.groups.update.company',
  'core.groups.delete.company',
  'core.users.read.company',
  'core.permissions.read.company',
];
const at = { path: '/core/groups/{groupId}', at: '/core/groups/g1', screens: coreScreens };

function prepared() {
  const server = fakeServer();
  server.list(groups, {}, [buyers]);
  server.one(groups, {}, buyers);
  server.on('GET', mePath, () => result(me));
  server.list(companyPermissions, { companyId: 'v1' }, [
    right('core.users.read.company'),
    right('core.users.update.company'),
    right('core.users.delete.company', false),
    right('comceptum.workorders.read.user', true, 'module'),
    right('comceptum.workorders.read.company', true, 'module'),
  ]);
  server.list(allUsers, {}, [person(1), person(2)]);
  return server;
}

describe('groups', () => {
  test('are listed with their company, and say all and everyone in words', async () => {
    const server = prepared();
    const system = { ...buyers, id: 'g2', name: 'Beheer', companyId: null, companyName: null };
    server.list(groups, {}, [buyers, { ...system, accessToEverything: true, availableForEveryOne: true }]);
    await renderScreen(GroupsList, { server, may, screens: coreScreens });
    const row = await screen.findByRole('row', { name: /Beheer/ });
    expect(within(row).getByText('Alle bedrijven')).toBeTruthy();
    expect(within(row).getByText('Alles')).toBeTruthy();
    expect(within(row).getByText('Iedereen')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Inkoop' })).toHaveProperty(
      'href',
      expect.stringMatching(/\/core\/groups\/g1$/),
    );
  });

  test('of the system offer nothing to a person who may only change those of their own company', async () => {
    const server = prepared();
    server.one(groups, {}, { ...buyers, companyId: null, companyName: null });
    await renderScreen(GroupsDetail, { ...at, server, may });
    await screen.findByRole('heading', { name: 'Inkoop' });
    expect(screen.queryByRole('link', { name: /Bewerken/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Verwijderen' })).toBeNull();
  });

  test('show each right in words with its tag, and find it by either', async () => {
    const { user } = await renderScreen(
      () => (
        <>
          <GroupPermissions />
          <Outlet />
        </>
      ),
      { ...at, server: prepared(), may },
    );
    expect(await screen.findByText('Gebruikers: lezen, eigen bedrijf')).toBeTruthy();
    expect(screen.getByText('core.users.read.company')).toBeTruthy();
    await user.type(screen.getByRole('searchbox'), 'bestaat niet');
    expect(await screen.findByText('Geen resultaten gevonden')).toBeTruthy();
  });

  test('are copied under a new name, and the copy opens', async () => {
    const server = prepared();
    server.on('POST', '/api/core/groups/g1/copy', () => result({ ...buyers, id: 'g9' }));
    const { user, address } = await renderScreen(GroupsDetail, { ...at, server, may });
    await user.click(await screen.findByRole('button', { name: 'Kopiëren' }));
    const dialog = await screen.findByRole('dialog', { name: /Groep kopiëren/ });
    await user.click(within(dialog).getByRole('button', { name: 'Kopiëren' }));
    await waitFor(() => expect(address()).toBe('/core/groups/g9'));
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'Kopie van Inkoop' });
  });
});

describe('the form of a group', () => {
  test('a part gives every right that the person has and that counts, and no other', async () => {
    const server = prepared();
    server.on('POST', '/api/core/groups', () => result(buyers));
    const { user, address } = await renderScreen(GroupsCreate, { server, may, screens: coreScreens });
    await user.click(await screen.findByRole('button', { name: 'Alles: rechten van Beheer' }));
    expect(screen.queryByRole('rowheader', { name: /Orders/ })).toBeNull();
    await user.click(within(screen.getByRole('tree', { name: 'Gebruikers' })).getByText('Persoon 2'));
    await user.type(screen.getByRole('textbox', { name: 'Naam' }), 'Nieuw');
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await waitFor(() => expect(address()).toBe('/core/groups'));
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Nieuw',
      companyId: 'v1',
      accessToEverything: false,
      availableForEveryOne: false,
      permissionIds: ['core.users.read.company', 'core.users.update.company'],
      userIds: ['u2'],
    });
  });

  test('shows next to the rights what the server refused, and moves the focus there', async () => {
    const server = prepared();
    const sentence = 'U kunt alleen rechten geven die u zelf heeft';
    server.on('PUT', '/api/core/groups/g1', () =>
      refusal('validation', { errors: { permission_ids: [sentence] } }),
    );
    const update = { path: '/core/groups/{groupId}/update', at: '/core/groups/g1/update' };
    const { user } = await renderScreen(GroupsUpdate, { ...update, screens: coreScreens, server, may });
    const rights = await screen.findByRole('group', { name: 'Rechten' });
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    const search = within(rights).getByRole('searchbox');
    expect(search.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(search);
  });

  test('a right without effect is said before and after saving, and can be taken away', async () => {
    const server = prepared();
    const idle = ['comceptum.workorders.read.company', 'core.users.read.company'];
    const record = { ...buyers, permissions: idle.map((id) => ({ id, tag: id, name: id })) };
    server.one(groups, {}, record);
    server.on('PUT', '/api/core/groups/g1', () => result(record));
    const update = { path: '/core/groups/{groupId}/update', at: '/core/groups/g1/update' };
    const { user } = await renderScreen(GroupsUpdate, { ...update, screens: coreScreens, server, may });
    expect(await screen.findByText('1 recht heeft hier geen effect.')).toBeTruthy();
    expect(screen.getByText('De module Orders staat uit bij dit bedrijf.')).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Orders: Lezen' })).toHaveProperty('value', 'company');
    expect(screen.getByText('Geen effect')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Weghalen' }));
    expect(screen.queryByText('1 recht heeft hier geen effect.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await waitFor(() =>
      expect(server.calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
        permissionIds: ['core.users.read.company'],
      }),
    );
    // The server kept it: the notice says what was stored.
    await waitFor(() =>
      expect(notices.get().map(({ title }) => title)).toContain('Bewaard. 1 recht heeft geen effect.'),
    );
  });

  test('rights are found by words and by code, and shown where they changed', async () => {
    const server = prepared();
    const update = { path: '/core/groups/{groupId}/update', at: '/core/groups/g1/update' };
    const { user } = await renderScreen(GroupsUpdate, { ...update, screens: coreScreens, server, may });
    const search = await screen.findByRole('searchbox', { name: 'Zoek op woorden of code' });
    const names = () => screen.queryAllByRole('combobox', { name: /: / }).map((one) => one.ariaLabel);
    for (const words of ['gebrui verwij', 'users.delete', 'DELETE.company']) {
      await user.clear(search);
      await user.type(search, words);
      expect(names()).toContain('Gebruikers: Verwijderen');
    }
    await user.clear(search);
    await user.type(search, 'bestaat niet');
    expect(await screen.findByText('Geen recht past hierbij.')).toBeTruthy();
    await user.clear(search);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Gebruikers: Bewerken' }), 'Bedrijf');
    expect(screen.getByText('was Niet')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Gewijzigd 1' })).toBeTruthy();
    const locked = screen.getByRole('combobox', { name: 'Gebruikers: Verwijderen' });
    expect(within(locked).getByRole('option', { name: /Bedrijf \(heeft u zelf niet\)/ })).toHaveProperty(
      'disabled',
      true,
    );
    // What would not count here is shown on request.
    await user.click(screen.getByRole('switch', { name: 'Alleen wat hier telt' }));
    expect(screen.getByRole('combobox', { name: 'Orders: Lezen' })).toBeTruthy();
  });

  test('shows the menu that a member would have with what is chosen', async () => {
    const server = prepared();
    const source = { kind: 'group', groupId: 'g1', groupName: 'Inkoop', accessToEverything: false };
    const kept = { ...source, groupId: 'g7', groupName: 'Magazijn' };
    server.on('GET', '/api/core/companies/v1/users/u1/permissions', () =>
      result([
        { id: 'core.groups.read.company', tag: '', sources: [source] },
        { id: 'core.trash.read.company', tag: '', sources: [kept] },
      ]),
    );
    server.on('GET', '/api/core/companies/v1/users/u1', () => result(storedUser));
    const update = { path: '/core/groups/{groupId}/update', at: '/core/groups/g1/update' };
    const held: (readonly string[])[] = [];
    const Form = () => (
      <MenuOfContext
        value={(rights) => {
          held.push(rights);
          return rights.map((right) => ({ label: right, group: null, icon: IconUsers, needs: right }));
        }}
      >
        <GroupsUpdate />
      </MenuOfContext>
    );
    const { user } = await renderScreen(Form, { ...update, screens: coreScreens, server, may });
    const preview = await screen.findByRole('complementary', { name: 'Bekijk als deze gebruiker' });
    // From another group, and from this one as it is in the form: what only this group gave is gone.
    await within(preview).findByText('core.trash.read.company');
    expect(held.at(-1)).toEqual(['core.trash.read.company', 'core.users.read.company']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Gebruikers: Lezen' }), 'Niet');
    await waitFor(() => expect(held.at(-1)).toEqual(['core.trash.read.company']));
    // Full screen, once the server has recorded it.
    server.on('POST', '/api/core/companies/v1/users/u1/view-as', () => new Response(null, { status: 204 }));
    await user.click(within(preview).getByRole('button', { name: /^Bekijk als/ }));
    const desk = await screen.findByRole('dialog', { name: /^U kijkt als .* U kunt niets wijzigen\.$/ });
    expect(server.calls.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual([
      '/api/core/companies/v1/users/u1/view-as',
    ]);
    expect(
      within(desk)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Stoppen', 'core.trash.read.company', 'Alle rechten']);
    await user.click(within(desk).getByRole('button', { name: 'Stoppen' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('say in the tab which of their rights have no effect', async () => {
    const server = prepared();
    const idle = ['comceptum.workorders.read.company', 'core.users.read.company'];
    server.one(groups, {}, { ...buyers, permissions: idle.map((id) => ({ id, tag: id, name: id })) });
    await renderScreen(
      () => (
        <>
          <GroupPermissions />
          <Outlet />
        </>
      ),
      { ...at, server, may },
    );
    expect(await screen.findByText('1 recht heeft hier geen effect.')).toBeTruthy();
    expect(screen.getByText('De module Orders staat uit bij dit bedrijf.')).toBeTruthy();
    expect(screen.getAllByText('Geen effect')).toHaveLength(1);
  });

  test('a conflict names the rights and people that only one of the two chose', async () => {
    const server = prepared();
    const theirs = ['core.users.update.company'].map((id) => ({ id, tag: id, name: id }));
    const current = { ...buyers, permissions: theirs, users: [], rowVersion: 4, updatedBy: 'Joris Kamp' };
    server.on('PUT', '/api/core/groups/g1', () => refusal('stale', { current }));
    const update = { path: '/core/groups/{groupId}/update', at: '/core/groups/g1/update' };
    const { user } = await renderScreen(GroupsUpdate, { ...update, screens: coreScreens, server, may });
    await screen.findByRole('treeitem', { name: /^Alle gebruikers/ });
    await screen.findByRole('group', { name: 'Rechten' });
    // Both changed rights and people; what only the other one changed is taken over without a question.
    await user.click(await screen.findByRole('button', { name: 'Alles: rechten van Beheer' }));
    await user.click(within(screen.getByRole('tree', { name: 'Gebruikers' })).getByText('Persoon 2'));
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    const rights = await screen.findByRole('row', { name: /^Rechten/ });
    expect(within(rights).getByText('2 gekozen, alleen hier: Gebruikers: lezen, eigen bedrijf')).toBeTruthy();
    expect(within(rights).getByText('1 gekozen')).toBeTruthy();
    const [people] = screen.getAllByRole('row', { name: /^Gebruikers/ });
    if (!people) throw new Error('the conflict does not name the people');
    expect(within(people).getByText('2 gekozen, alleen hier: Persoon 1; Persoon 2')).toBeTruthy();
    expect(within(people).getByText('0 gekozen')).toBeTruthy();
  });

  test('a group that somebody deletes meanwhile leaves the person what was typed', async () => {
    const server = prepared();
    const update = { path: '/core/groups/{groupId}/update', at: '/core/groups/g1/update' };
    const { user, address, client } = await renderScreen(GroupsUpdate, {
      ...update,
      screens: coreScreens,
      server,
      may,
    });
    const name = await screen.findByRole('textbox', { name: 'Naam' });
    await user.type(name, ' en verkoop');
    server.on('GET', '/api/core/groups/g1', () => refusal('not-found'));
    const before = server.calls.length;
    await client.invalidateQueries();
    await waitFor(() => expect(server.calls.length).toBeGreaterThan(before));
    expect(screen.getByRole('textbox', { name: 'Naam' })).toHaveProperty('value', 'Inkoop en verkoop');
    expect(address()).toBe('/core/groups/g1/update');
  });

  test('a change is sent with all fields, the group is asked again, and its detail opens', async () => {
    const server = prepared();
    server.on('PUT', '/api/core/groups/g1', () => result(buyers));
    const update = { path: '/core/groups/{groupId}/update', at: '/core/groups/g1/update' };
    const { user, address } = await renderScreen(GroupsUpdate, {
      ...update,
      screens: coreScreens,
      server,
      may,
    });
    await screen.findByRole('tree', { name: 'Gebruikers' });
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await waitFor(() => expect(address()).toBe('/core/groups/g1'));
    const sent = server.calls.find(({ method }) => method === 'PUT')?.body;
    expect(sent).toMatchObject({
      userIds: ['u1'],
      permissionIds: ['core.users.read.company'],
      rowVersion: 3,
    });
    expect(sent).not.toHaveProperty('companyId');
  });

  test('a thousand people are fetched page after page', async () => {
    const server = prepared();
    const people = Array.from({ length: 1000 }, (_, index) => person(index));
    server.on('GET', '/api/core/users', ({ url }) => {
      const skip = Number(new URLSearchParams(url.split('?')[1]).get('$skip') ?? 0);
      return result(people.slice(skip, skip + 250), { count: people.length });
    });
    await renderScreen(GroupsCreate, { server, may, screens: coreScreens });
    expect(await screen.findByRole('treeitem', { name: 'Alle gebruikers 0 van 1.000' })).toBeTruthy();
    expect(server.calls.filter(({ url }) => url.startsWith('/api/core/users'))).toHaveLength(4);
  });
});
