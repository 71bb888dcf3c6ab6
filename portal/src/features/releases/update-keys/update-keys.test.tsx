import { configure, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { updateKeys } from '#contract/releases/updates.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { sampleKey } from '../testing/samples.ts';
import { UpdateKeysTab } from './update-keys-tab.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

const may = ['read', 'create', 'delete'].map((verb) => `fm.updatekeys.${verb}.system`);
const opened = { may };
const at = { path: '/fm/customers/{companyId}', at: '/fm/customers/1' };
const keysUrl = '/api/fm/companies/1/update-keys';

describe('update keys', () => {
  const secret = 'balie_uk_3f9a1c77de';

  async function openTab() {
    const server = fakeServer();
    server.list(updateKeys, { companyId: '1' }, [sampleKey]);
    const drawn = await renderScreen(UpdateKeysTab, { ...opened, ...at, server });
    await screen.findByText('Werkplekken');
    return { ...drawn, server };
  }

  test('say which they are by their end, and whether they were ever used', async () => {
    await openTab();
    expect(screen.getByRole('row', { name: /Werkplekken/ }).textContent).toContain('…77de');
    expect(screen.getByText('nog nooit')).toBeTruthy();
  });

  test('are made with a name, and shown this once, to be copied', async () => {
    const { user, server } = await openTab();
    server.on('POST', keysUrl, () => result({ ...sampleKey, id: 'k2', name: 'Server', key: secret }));
    await user.click(screen.getByRole('button', { name: 'Sleutel maken' }));
    const form = await screen.findByRole('dialog', { name: 'Sleutel maken' });
    await user.type(within(form).getByRole('textbox', { name: 'Naam' }), 'Server');
    await user.click(within(form).getByRole('button', { name: 'Sleutel maken' }));
    const shown = await screen.findByRole('dialog', { name: 'Sleutel Server' });
    expect(within(shown).getByRole('textbox', { name: 'Sleutel' })).toHaveProperty('value', secret);
    await user.click(within(shown).getByRole('button', { name: 'Kopiëren' }));
    expect(await navigator.clipboard.readText()).toBe(secret);
    expect(within(shown).getByRole('button', { name: 'Gekopieerd' })).toBeTruthy();
    await user.click(within(shown).getAllByRole('button', { name: 'Sluiten' })[0] ?? shown);
    await waitFor(() => expect(screen.queryByDisplayValue(secret)).toBeNull());
  });

  test('need a name', async () => {
    const { user, server } = await openTab();
    server.on('POST', keysUrl, () => refusal('validation', { errors: { name: ['Geef een naam'] } }));
    await user.click(screen.getByRole('button', { name: 'Sleutel maken' }));
    const form = await screen.findByRole('dialog', { name: 'Sleutel maken' });
    await user.click(within(form).getByRole('button', { name: 'Sleutel maken' }));
    expect(await within(form).findByText('Geef een naam')).toBeTruthy();
  });

  test('are replaced and withdrawn after a question that says what stops', async () => {
    const { user, server } = await openTab();
    server.on('POST', `${keysUrl}/k1/rotate`, () => result({ ...sampleKey, key: secret }));
    server.on('DELETE', `${keysUrl}/k1`, () => new Response(null, { status: 204 }));
    await user.click(screen.getByRole('button', { name: 'Vervang Werkplekken' }));
    const replacing = await screen.findByRole('dialog', { name: 'Sleutel vervangen?' });
    expect(replacing.textContent).toContain('De sleutel Werkplekken werkt meteen niet meer.');
    await user.click(within(replacing).getByRole('button', { name: 'Vervangen' }));
    const shown = await screen.findByRole('dialog', { name: 'Sleutel Werkplekken' });
    expect(within(shown).getByDisplayValue(secret)).toBeTruthy();
    await user.click(within(shown).getAllByRole('button', { name: 'Sluiten' })[0] ?? shown);

    await user.click(screen.getByRole('button', { name: 'Trek Werkplekken in' }));
    const withdrawing = await screen.findByRole('dialog', { name: 'Sleutel intrekken?' });
    await user.click(within(withdrawing).getByRole('button', { name: 'Intrekken' }));
    expect(await screen.findByText('Sleutel ingetrokken')).toBeTruthy();
    expect(server.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  test('that fail to be replaced say why, and show nothing', async () => {
    const { user, server } = await openTab();
    server.on('POST', `${keysUrl}/k1/rotate`, () => refusal('not-found'));
    await user.click(screen.getByRole('button', { name: 'Vervang Werkplekken' }));
    const question = await screen.findByRole('dialog', { name: 'Sleutel vervangen?' });
    await user.click(within(question).getByRole('button', { name: 'Vervangen' }));
    expect(await screen.findByText('not-found')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Sleutel' })).toBeNull();
  });

  test('can only be looked at by who may not make or withdraw them', async () => {
    const server = fakeServer();
    server.list(updateKeys, { companyId: '1' }, [sampleKey]);
    await renderScreen(UpdateKeysTab, { ...opened, may: ['fm.updatekeys.read.system'], ...at, server });
    await screen.findByText('Werkplekken');
    expect(screen.queryByRole('button', { name: 'Sleutel maken' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Vervang Werkplekken' })).toBeNull();
  });
});
