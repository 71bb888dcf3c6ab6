import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { trash } from '#contract/core/trash.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { TrashList } from './trash-list.tsx';

const bakery = {
  id: 'b1',
  entity: 'core.customerrelations',
  companyId: 'v1',
  companyName: 'Veenstra',
  name: 'Bakkerij Ommen',
  deletedAt: '2026-11-20T08:00:00Z',
  deletedBy: 'Sanne de Wit',
  purgedAt: '2026-12-20T08:00:00Z',
};
const url = '/api/core/trash/core.customerrelations/b1/restore';
const may = ['core.trash.read.company', 'core.trash.restore.company'];

async function openTrash(held = may) {
  const server = fakeServer();
  server.list(trash, {}, [bakery]);
  const drawn = await renderScreen(TrashList, { server, may: held });
  const row = await screen.findByRole('row', { name: /Bakkerij Ommen/ });
  return { ...drawn, server, row };
}

test('a deleted record says what it was and who deleted it, and comes back on request', async () => {
  const { user, server, row } = await openTrash();
  expect(row.textContent).toContain('Klantrelatie');
  expect(row.textContent).toContain('20-11-2026 09:00');
  expect(screen.getByRole('columnheader', { name: /Terug te zetten tot/ })).toBeTruthy();
  expect(row.textContent).toContain('20-12-2026 09:00');
  expect(await screen.findByRole('button', { name: /Weergave/ })).toBeTruthy();
  server.on('POST', url, () => result({ id: 'b1', entity: bakery.entity, name: bakery.name }));
  server.list(trash, {}, []);
  await user.click(screen.getByRole('button', { name: 'Terugzetten: Bakkerij Ommen' }));
  expect(await screen.findByText('Bakkerij Ommen is teruggezet')).toBeTruthy();
  await waitFor(() => expect(screen.getByText('De prullenbak is leeg')).toBeTruthy());
});

test('what meets a taken value stays in the trash, and the person reads why', async () => {
  const { user, server } = await openTrash();
  server.on('POST', url, () => refusal('taken', { codes: { tag: ['taken'] } }));
  await user.click(screen.getByRole('button', { name: 'Terugzetten: Bakkerij Ommen' }));
  const dialog = await screen.findByRole('dialog', { name: 'Bakkerij Ommen is niet teruggezet' });
  expect(dialog.textContent).toContain('in gebruik');
});

test('one kind alone can be asked for, of those that the person may read', async () => {
  const { user, server, address } = await openTrash([
    ...may,
    'core.users.read.company',
    'core.customerrelations.read.company',
  ]);
  const kind = screen.getByRole('combobox', { name: 'Soort' });
  expect(
    within(kind)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Alle', 'Klantrelatie', 'Gebruiker']);
  await user.selectOptions(kind, 'Gebruiker');
  await waitFor(() => expect(server.calls.at(-1)?.url).toContain("$filter=entity eq 'core.users'"));
  expect(decodeURIComponent(address())).toContain('entity=core.users');
});

test('who may only look cannot put back', async () => {
  await openTrash(['core.trash.read.company']);
  expect(screen.queryByRole('button', { name: /Terugzetten/ })).toBeNull();
});

test('a record of another area is called by its kind, never by its code', async () => {
  const server = fakeServer();
  server.list(trash, {}, [{ ...bakery, entity: 'comceptum.orderlines' }]);
  await renderScreen(TrashList, { server, may });
  const row = await screen.findByRole('row', { name: /Bakkerij Ommen/ });
  expect(row.textContent).toContain('Orderregel');
  expect(row.textContent).not.toContain('comceptum');
});
