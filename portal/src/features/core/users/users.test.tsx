import { Outlet } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { groups } from '#contract/core/groups.ts';
import { companyPermissions } from '#contract/core/permissions.ts';
import { users } from '#contract/core/users.ts';
import { mePath } from '#contract/identity/me.ts';
import type { Rec } from '#contract/resource.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { coreScreens } from '../index.ts';
import { UserPermissions } from './user-permissions.tsx';
import { UsersDetail } from './users-detail.tsx';
import { UsersList } from './users-list.tsx';

beforeEach(() => {
  // jsdom lays nothing out; the box of the tree is as high as a real one.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(420);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const anna: Rec<typeof users> = {
  id: 'u1',
  companyId: 'v1',
  emailAddress: { address: 'anna@veenstra.example' },
  firstName: 'Anna',
  lastName: 'Visser',
  fullName: 'Anna Visser',
  active: true,
  groups: ['g1'],
  permissions: ['core.users.read.system'],
  modules: [],
  administrations: [],
  invitation: null,
  createdAt: '2026-11-02T09:14:00Z',
  updatedAt: '2026-11-02T09:14:00Z',
  updatedBy: null,
  rowVersion: 4,
};
const parents = { companyId: 'v1' };
const path = '/api/core/companies/v1/users';
const may = [
  ...['read', 'create', 'update', 'delete', 'invite'].map((verb) => `core.users.${verb}.system`),
  'core.groups.read.system',
  'core.permissions.read.system',
];
const tab = {
  path: '/management/companies/{companyId}/users',
  at: '/management/companies/v1/users',
  screens: coreScreens,
  may,
};

function prepared() {
  const server = fakeServer();
  server.list(users, parents, [anna]);
  server.one(users, parents, anna);
  const group = { companyId: 'v1', companyName: 'Veenstra', accessToEverything: false };
  const counts = { availableForEveryOne: false, userCount: 0, permissionCount: 0 };
  server.list(groups, {}, [
    { id: 'g1', name: 'Inkoop', ...group, ...counts },
    { id: 'g2', name: 'Verkoop', ...group, ...counts },
  ]);
  const right = (id: string) => ({
    id,
    tag: id,
    name: id,
    module: id.split('.')[0] ?? '',
    isYours: true,
    isYoursForOthers: id !== 'core.companies.read.company',
    hindrance: null,
  });
  server.list(companyPermissions, parents, [
    right('core.users.read.system'),
    right('core.companies.read.company'),
    right('fmmodule.usage.read.company'),
  ]);
  const me = {
    id: 'sanne',
    companyId: 'balie',
    companyName: 'Balie',
    name: 'Sanne',
    nickname: 's',
    picture: null,
    emailAddress: 'sanne@balie.example',
    isProvider: true,
    language: null,
    permissions: [],
  };
  server.on('GET', mePath, () => result(me));
  return server;
}

describe('users of a company', () => {
  test('of another company get the rights that the server says may be given there, whatever they are called', async () => {
    const { user } = await renderScreen(UsersList, { ...tab, server: prepared() });
    await user.click(await screen.findByRole('button', { name: 'Bewerk Anna Visser' }));
    const dialog = await screen.findByRole('dialog', { name: /Gebruiker bewerken/ });
    for (const part of ['Beheer', 'Facturen'])
      await user.click(await within(dialog).findByRole('button', { name: `Alles: rechten van ${part}` }));
    // 'core.companies.read.company' stays locked; 'fmmodule.usage.read.company', which has no '.system', does not.
    expect(await within(dialog).findByRole('button', { name: 'Gekozen 2' })).toBeTruthy();
  });

  test('get groups from a picker and rights from a matrix; the whole payload is sent', async () => {
    const server = prepared();
    server.on('PUT', `${path}/u1`, () => result(anna));
    const { user } = await renderScreen(UsersList, { ...tab, server });
    await user.click(await screen.findByRole('button', { name: 'Bewerk Anna Visser' }));
    const dialog = await screen.findByRole('dialog', { name: /Gebruiker bewerken/ });
    expect(await within(dialog).findByText('Inkoop')).toBeTruthy();
    await user.click(within(dialog).getByRole('combobox', { name: /Groepen/ }));
    await user.click(await screen.findByRole('option', { name: 'Verkoop' }));
    await within(dialog).findByRole('button', { name: 'Gekozen 1' });
    await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
      groupIds: ['g1', 'g2'],
      permissionIds: ['core.users.read.system'],
      modules: [],
      administrationIds: [],
      rowVersion: 4,
    });
  });

  test('rights over the own company are locked for people of another one', async () => {
    const { user } = await renderScreen(UsersList, { ...tab, server: prepared() });
    await user.click(await screen.findByRole('button', { name: 'Gebruiker toevoegen' }));
    const dialog = await screen.findByRole('dialog', { name: /Gebruiker toevoegen/ });
    await user.type(
      await within(dialog).findByRole('searchbox', { name: 'Zoek op woorden of code' }),
      'bedrijven',
    );
    const cell = within(dialog).getByRole('combobox', { name: 'Bedrijven: Lezen' });
    const [, own] = within(cell).getAllByRole('option');
    expect(own).toHaveProperty('disabled', true);
    expect(own?.textContent).toContain('heeft u zelf niet');
  });

  test('what the server does not let the person give stands next to its field', async () => {
    const server = prepared();
    const sentence = 'Een van deze groepen heeft rechten die u zelf niet heeft';
    server.on('POST', path, () => refusal('validation', { errors: { group_ids: [sentence] } }));
    const { user } = await renderScreen(UsersList, { ...tab, server });
    await user.click(await screen.findByRole('button', { name: 'Gebruiker toevoegen' }));
    const dialog = await screen.findByRole('dialog', { name: /Gebruiker toevoegen/ });
    await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
    expect(await within(dialog).findByText(sentence)).toBeTruthy();
    expect(document.activeElement?.id).toBe('group_ids');
  });

  test('are invited by a link that is shown once where no mail goes out', async () => {
    const server = prepared();
    const link = 'https://balie.example/oidc/account/invitation/abc';
    const expiresAt = '2026-11-28T10:44:00Z';
    server.on('POST', `${path}/u1/invite`, () => result({ isMailed: false, link, expiresAt }));
    const { user } = await renderScreen(UsersList, { ...tab, server });
    await user.click(await screen.findByRole('button', { name: 'Anna Visser uitnodigen' }));
    const dialog = await screen.findByRole('dialog', { name: 'Anna Visser uitnodigen' });
    await user.click(within(dialog).getByRole('button', { name: 'Uitnodigen' }));
    expect(await within(dialog).findByDisplayValue(link)).toBeTruthy();
    expect(dialog.textContent).toContain('28-11-2026 11:44');
    await user.click(within(dialog).getByRole('button', { name: 'Link kopiëren' }));
    expect(await within(dialog).findByText('Gekopieerd')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(link);
  });

  test('get a first password instead, shown once, where a link will not do', async () => {
    const server = prepared();
    server.on('POST', `${path}/u1/starting-password`, () => result({ password: 'Q7mbTr2kXw9zHda' }));
    const { user } = await renderScreen(UsersList, { ...tab, server });
    await user.click(await screen.findByRole('button', { name: 'Anna Visser uitnodigen' }));
    const dialog = await screen.findByRole('dialog', { name: 'Anna Visser uitnodigen' });
    await user.click(within(dialog).getByRole('button', { name: 'Liever een eerste wachtwoord' }));
    expect(await within(dialog).findByDisplayValue('Q7mbTr2kXw9zHda')).toBeTruthy();
    expect(dialog.textContent).toContain('Anna Visser kiest bij het eerste aanmelden een eigen wachtwoord');
    await user.click(within(dialog).getByRole('button', { name: 'Kopiëren' }));
    expect(await navigator.clipboard.readText()).toBe('Q7mbTr2kXw9zHda');
  });

  test('an invitation that is refused says why', async () => {
    const server = prepared();
    const detail = 'U kunt deze gebruiker niet uitnodigen.';
    server.on('POST', `${path}/u1/invite`, () => refusal('forbidden', { detail }));
    const { user } = await renderScreen(UsersList, { ...tab, server });
    await user.click(await screen.findByRole('button', { name: 'Anna Visser uitnodigen' }));
    const dialog = await screen.findByRole('dialog', { name: 'Anna Visser uitnodigen' });
    await user.click(within(dialog).getByRole('button', { name: 'Uitnodigen' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain(detail);
  });
});

test('each effective right names all that it comes from', async () => {
  const server = prepared();
  const id = 'core.users.read.company';
  const group = { groupId: 'g1', groupName: 'Inkoop', accessToEverything: false };
  const self = { kind: 'self', groupId: null, groupName: null, accessToEverything: false };
  const all = { kind: 'everyone', groupId: 'g3', groupName: 'Iedereen', accessToEverything: true };
  const sources = [self, { kind: 'group', ...group }, all];
  server.on('GET', `${path}/u1/permissions`, () => result([{ id, tag: id, sources }]));
  await renderScreen(
    () => (
      <>
        <UserPermissions />
        <Outlet />
      </>
    ),
    {
      ...tab,
      path: '/management/companies/{companyId}/users/{userId}',
      at: '/management/companies/v1/users/u1',
      server,
    },
  );
  const row = await screen.findByRole('row', { name: /Gebruikers: lezen, eigen bedrijf/ });
  expect(row.textContent).toContain(
    'Zelf gegeven, Groep Inkoop, Groep Iedereen, voor iedereen (toegang tot alles)',
  );
  expect(within(row).getByRole('link', { name: 'Groep Inkoop' })).toHaveProperty(
    'href',
    expect.stringMatching(/\/core\/groups\/g1$/),
  );
});

test.each([
  ['nobody made one', null, 'Niet uitgenodigd'],
  ['it waits', { usedAt: null }, '21-11-2026 14:05, nog te gebruiken tot 28-11-2026 14:05'],
  [
    'it expired',
    { usedAt: null, expiresAt: '2026-11-21T13:30:00Z' },
    '21-11-2026 14:05, verlopen op 21-11-2026 14:30',
  ],
  ['it was used', { usedAt: '2026-11-21T13:20:00Z' }, '21-11-2026 14:05, gebruikt op 21-11-2026 14:20'],
])('the page of a user tells of his invitation when %s', async (_, change, words) => {
  vi.useFakeTimers({ now: new Date('2026-11-22T08:00:00Z'), toFake: ['Date'] });
  const made = { invitedAt: '2026-11-21T13:05:00Z', expiresAt: '2026-11-28T13:05:00Z' };
  const server = prepared();
  server.one(users, parents, { ...anna, invitation: change && { ...made, ...change } });
  await renderScreen(UsersDetail, {
    ...tab,
    path: '/management/companies/{companyId}/users/{userId}',
    at: '/management/companies/v1/users/u1',
    server,
  });
  expect(await screen.findByText(words)).toBeTruthy();
});

test('what is kept of a person is taken along; erasing says what goes and stays, and asks who is switched off', async () => {
  const server = prepared();
  const at = {
    path: '/management/companies/{companyId}/users/{userId}',
    at: '/management/companies/v1/users/u1',
  };
  server.one(users, parents, { ...anna, active: false });
  server.on('POST', `${path}/u1/erase`, () => new Response(null, { status: 204 }));
  const { user } = await renderScreen(UsersDetail, { ...tab, ...at, server });
  await user.click(await screen.findByRole('button', { name: 'Persoonsgegevens' }));
  const dialog = await screen.findByRole('dialog', { name: 'Gegevens van Anna Visser' });
  expect(within(dialog).getByText(/zeven jaar bij de boekhouding/)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Definitief wissen' }));
  const question = await screen.findByRole('dialog', { name: /Anna Visser definitief wissen/ });
  await user.click(within(question).getByRole('button', { name: 'Definitief wissen' }));
  expect(await screen.findByText('De gegevens van Anna Visser zijn gewist')).toBeTruthy();
});
