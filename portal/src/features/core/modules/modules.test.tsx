import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { modules } from '#contract/core/modules.ts';
import type { Rec } from '#contract/resource.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { ModulesList } from './modules-list.tsx';

const invoices: Rec<typeof modules> = {
  id: 'm1',
  name: 'Facturen',
  code: 'fmmodule',
  createdAt: '2026-11-02T09:14:00Z',
  deleted: false,
  updatedAt: '2026-11-02T09:14:00Z',
  updatedBy: null,
  rowVersion: 1,
};
const may = ['read', 'create', 'update', 'delete'].map((verb) => `core.modules.${verb}.system`);

function prepared() {
  const server = fakeServer();
  server.list(modules, {}, [invoices]);
  return server;
}

test('a new module names its part, and every refused field is named', async () => {
  const server = prepared();
  server.on('POST', '/api/core/modules', () =>
    refusal('validation', { errors: { name: ['Geef een naam'], code: ['Kies een onderdeel'] } }),
  );
  const { user } = await renderScreen(ModulesList, { server, may });
  await user.click(await screen.findByRole('button', { name: 'Module toevoegen' }));
  const dialog = await screen.findByRole('dialog', { name: /Module toevoegen/ });
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
  expect(await within(dialog).findByText('Geef een naam')).toBeTruthy();
  expect(within(dialog).getByText('Kies een onderdeel')).toBeTruthy();
  expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ name: '', code: '' });
});

test('an existing one changes its name only', async () => {
  const server = prepared();
  server.on('PUT', '/api/core/modules/m1', () => result(invoices));
  const { user } = await renderScreen(ModulesList, { server, may });
  await user.click(await screen.findByRole('button', { name: 'Bewerk Facturen' }));
  const dialog = await screen.findByRole('dialog', { name: /Module bewerken/ });
  await user.type(within(dialog).getByRole('textbox', { name: 'Naam' }), ' en meer');
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls.findLast(({ method }) => method === 'PUT')?.body).toEqual({
    id: 'm1',
    name: 'Facturen en meer',
    rowVersion: 1,
  });
});

test('one that companies have is not deleted, and they are named', async () => {
  const server = prepared();
  const usedBy = { count: 1, first: [{ resource: 'core/companies', id: 'z', name: 'Drukkerij Zalland' }] };
  server.on('DELETE', '/api/core/modules/m1', () =>
    Response.json(
      { type: '/problems/in-use', title: 'x', status: 409, instance: '', usedBy },
      { status: 409 },
    ),
  );
  const { user } = await renderScreen(ModulesList, { server, may });
  await user.click(await screen.findByRole('button', { name: 'Verwijder Facturen' }));
  const question = await screen.findByRole('dialog', { name: 'Module verwijderen?' });
  await user.click(within(question).getByRole('button', { name: 'Verwijderen' }));
  const refused = await screen.findByRole('dialog', { name: /Module wordt nog gebruikt/ });
  expect(refused.textContent).toContain('Drukkerij Zalland');
});

test('who may only read finds no way to change', async () => {
  await renderScreen(ModulesList, { server: prepared(), may: ['core.modules.read.system'] });
  await screen.findByRole('row', { name: /Facturen/ });
  expect(screen.queryByRole('button', { name: /Bewerk|Verwijder|toevoegen/ })).toBeNull();
});

test('the button to add one goes, with the reason, when each part is a module', async () => {
  const server = fakeServer();
  const codes = ['comceptum', 'carpetline', 'fm', 'fmmodule', 'fmmanagement'];
  server.list(
    modules,
    {},
    codes.map((code) => ({ ...invoices, id: code, code, name: code })),
  );
  await renderScreen(ModulesList, { server, may });
  expect(await screen.findByText(/er valt niets toe te voegen/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Module toevoegen' })).toBeNull();
});
