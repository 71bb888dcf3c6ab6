import { configure, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { administrations } from '#contract/core/administrations.ts';
import { companyPermissions } from '#contract/core/permissions.ts';
import { serviceAccounts } from '#contract/core/service-accounts.ts';
import { securityPath } from '#contract/identity/security.ts';
import type { Rec } from '#contract/resource.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { ServiceAccountsList } from './service-accounts-list.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

const may = ['read', 'create', 'update', 'delete'].map((verb) => `core.serviceaccounts.${verb}.company`);
const at = { path: '/management/companies/{companyId}', at: '/management/companies/1' };
const url = '/api/core/companies/1/service-accounts';

const account: Rec<typeof serviceAccounts> = {
  id: 'a1',
  companyId: '1',
  name: 'Boekhoudkoppeling',
  active: true,
  validUntil: '2099-06-30',
  permissions: ['fmmodule.documents.create.company', 'fmmodule.invoices.read.company'],
  mayApprove: false,
  administrationIds: [],
  addresses: ['203.0.113.0/28'],
  keys: [
    {
      id: 'k1',
      kind: 'api-key',
      hint: 'balie_live_7KqA',
      createdAt: '2025-12-12T10:00:00Z',
      createdBy: 'Sanne de Wit',
      lastUsedAt: null,
      expiresAt: null,
    },
  ],
  lastUsedAt: null,
  createdAt: '2025-12-12T10:00:00Z',
  updatedAt: '2025-12-12T10:00:00Z',
  updatedBy: 'Sanne de Wit',
  rowVersion: 1,
};
const secret = `balie_live_${'m3Xt'.repeat(10)}abc`;

const security = {
  totpSince: null,
  recoveryCodesLeft: 0,
  passkeys: [],
  requiredFrom: null,
  sessions: [],
};

async function openTab(rights: readonly string[] = may, { isOurs = true } = {}) {
  const server = fakeServer();
  server.on('GET', securityPath, () => result({ ...security, isOurs }));
  server.list(serviceAccounts, { companyId: '1' }, [account]);
  server.list(administrations, { companyId: '1' }, []);
  server.list(companyPermissions, { companyId: '1' }, []);
  server.on('GET', `${url}/a1`, () => result(account));
  const drawn = await renderScreen(ServiceAccountsList, { may: rights, ...at, server });
  await screen.findByText('Boekhoudkoppeling');
  return { ...drawn, server };
}

async function openKeys(user: Awaited<ReturnType<typeof openTab>>['user']) {
  await user.click(screen.getByRole('button', { name: 'Details tonen' }));
  await screen.findByText('balie_live_7KqA…');
}

describe('service accounts', () => {
  test('say what they may, from where, and below their row with which keys', async () => {
    const { user } = await openTab();
    const row = screen.getByRole('row', { name: /Boekhoudkoppeling/ });
    for (const words of ['2 rechten', 'alle', '203.0.113.0/28', '30-06-2099', 'nog niet', 'Aan'])
      expect(row.textContent).toContain(words);
    await openKeys(user);
    expect(screen.getByText('Goedkeuren staat uit')).toBeTruthy();
    expect(screen.getByText(/Facturen: /)).toBeTruthy();
  });

  test('show a new key once, and ask before it is lost', async () => {
    const { user, server } = await openTab();
    server.on('POST', `${url}/a1/keys`, () => result({ ...account, key: secret }));
    await openKeys(user);
    await user.click(screen.getByRole('button', { name: 'Sleutel maken' }));
    expect(await screen.findByRole('textbox', { name: 'Nieuwe sleutel' })).toHaveProperty('value', secret);
    await user.click(screen.getByRole('button', { name: 'Kopiëren' }));
    expect(await navigator.clipboard.readText()).toBe(secret);
    await user.click(screen.getByRole('button', { name: 'Details sluiten' }));
    const question = await screen.findByRole('dialog', { name: 'Sleutel bewaard?' });
    await user.click(within(question).getByRole('button', { name: 'Annuleren' }));
    expect(screen.getByDisplayValue(secret)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Ik heb hem bewaard' }));
    await waitFor(() => expect(screen.queryByDisplayValue(secret)).toBeNull());
  });

  test('say why a third key is refused', async () => {
    const { user, server } = await openTab();
    server.on('POST', `${url}/a1/keys`, () =>
      refusal('wrong-state', { detail: 'Er werken al twee sleutels.' }),
    );
    await openKeys(user);
    await user.click(await screen.findByRole('button', { name: 'OAuth-geheim maken' }));
    expect(await screen.findByText('Er werken al twee sleutels.')).toBeTruthy();
  });

  test('say why there are no OAuth secrets where another service does the sign-in', async () => {
    const { user } = await openTab(may, { isOurs: false });
    await openKeys(user);
    expect(await screen.findByText(/programma’s werken alleen met API-sleutels/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'OAuth-geheim maken' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Sleutel maken' })).toBeTruthy();
  });

  test('lose a key after a question', async () => {
    const { user, server } = await openTab();
    server.on('DELETE', `${url}/a1/keys/k1`, () => result({ ...account, keys: [] }));
    await openKeys(user);
    await user.click(screen.getByRole('button', { name: 'Trek balie_live_7KqA in' }));
    const question = await screen.findByRole('dialog', { name: 'Sleutel intrekken?' });
    await user.click(within(question).getByRole('button', { name: 'Intrekken' }));
    expect(await screen.findByText('Sleutel ingetrokken')).toBeTruthy();
  });

  test('are made with addresses, one a line', async () => {
    const { user, server } = await openTab();
    server.on('POST', url, () => result({ ...account, id: 'a2', name: 'Scanstraat' }));
    await user.click(screen.getByRole('button', { name: 'Serviceaccount toevoegen' }));
    const form = await screen.findByRole('dialog', { name: 'Serviceaccount toevoegen' });
    await user.type(within(form).getByRole('textbox', { name: /Naam/ }), 'Scanstraat');
    await user.type(
      within(form).getByRole('textbox', { name: /Adressen/ }),
      '198.51.100.24{Enter}2001:db8::/32',
    );
    await user.click(within(form).getByRole('button', { name: 'Opslaan' }));
    await waitFor(() => expect(server.calls.some(({ method }) => method === 'POST')).toBe(true));
    const sent = server.calls.find(({ method }) => method === 'POST');
    expect(sent?.body).toMatchObject({ name: 'Scanstraat', addresses: ['198.51.100.24', '2001:db8::/32'] });
  });

  test('can only be looked at by who may not change them', async () => {
    const { user } = await openTab(['core.serviceaccounts.read.company']);
    await openKeys(user);
    expect(screen.queryByRole('button', { name: 'Sleutel maken' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Serviceaccount toevoegen' })).toBeNull();
  });
});
