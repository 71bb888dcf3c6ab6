import { configure, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { supplierBoard } from '#contract/documents/board.ts';
import type { LayoutSharing, MemoryTrial, SupplierMemory as Memory } from '#contract/documents/memory.ts';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { documentsScreens } from '../screens.ts';
import { SupplierMemory } from './supplier-memory.tsx';

vi.setConfig({ testTimeout: 20_000 });
configure({ asyncUtilTimeout: 5000 });

const may = ['fmmanagement.board.read.system', 'fmmanagement.board.update.system'];
const url = '/api/fmmanagement/board/suppliers/s1/memory';

const known: Memory = {
  documentCount: 3,
  lastLearntAt: '2026-11-12T09:00:00Z',
  fields: [
    {
      property: 'number',
      side: 'before',
      label: 'factuurnummer',
      shape: '####-####',
      page: 1,
      box: [0.3, 0.2, 0.45, 0.22],
      documents: [{ id: 'd3', documentId: '2026-11-0003' }],
      documentCount: 3,
      askedCount: 2,
      rightCount: 1,
    },
    {
      property: 'total',
      side: 'place',
      label: '',
      shape: '###,##',
      page: 1,
      box: [0.8, 0.7, 0.9, 0.72],
      documents: [{ id: 'd3', documentId: '2026-11-0003' }],
      documentCount: 1,
      askedCount: 0,
      rightCount: 0,
    },
  ],
};
const trial: MemoryTrial = {
  documents: [
    {
      id: 'd3',
      documentId: '2026-11-0003',
      fields: [
        { property: 'number', confirmed: '2026-0003', read: '2026-0003', isRight: true, isRemembered: true },
        { property: 'total', confirmed: '12100', read: '10000', isRight: false, isRemembered: false },
      ],
    },
  ],
  valueCount: 2,
  rightCount: 1,
};

function memoryServer(memory = known) {
  const server = fakeServer();
  server.on('GET', `/api/${supplierBoard.path}/s1`, () =>
    result({
      id: 's1',
      companyId: 'c1',
      customerIdAndName: '1001 - Woonstichting De Vechtstreek',
      name: 'Van Dijk Installaties B.V.',
      documentCount: 5,
      validatedCount: 4,
      positiveCount: 4,
      positiveShare: 1,
      unchangedCount: 3,
      unchangedShare: 0.75,
      lastDocumentAt: '2026-11-12T09:00:00Z',
      lastFailures: [],
      isAutomatic: false,
      mayBeAutomatic: false,
      offReason: '',
    }),
  );
  server.on('GET', url, () => result(memory));
  server.on('POST', `${url}/try`, () => result(trial));
  server.on('POST', `${url}/forget`, () => result({ ...memory, fields: [] }));
  return server;
}
const open = (server = memoryServer(), rights = may) =>
  renderScreen(SupplierMemory, {
    path: '/fmmanagement/board/{supplierId}',
    at: '/fmmanagement/board/s1',
    server,
    may: rights,
    screens: documentsScreens,
  });

test('says by what each field is found, from which documents and how often it was right', async () => {
  await open();
  expect(await screen.findByText('Na ‘factuurnummer’')).toBeTruthy();
  expect(screen.getByText('4 cijfers, streepje, 4 cijfers')).toBeTruthy();
  expect(screen.getByText('Vaste plaats op de pagina')).toBeTruthy();
  expect(screen.getByText('1 van 2')).toBeTruthy();
  expect(screen.getByText('en 2 eerdere')).toBeTruthy();
  expect(screen.getByText('Nog niet gebruikt')).toBeTruthy();
});

test('tries it on the kept documents and shows what differs', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Proberen' }));
  expect(await screen.findByText(/1 van 2 waarden goed in 1 document/)).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Proef op de bewaarde documenten' });
  expect(within(table).getByText('Totaal inclusief btw')).toBeTruthy();
  expect(within(table).queryByText('Factuurnummer')).toBeNull();
});

test('forgets one field after a question', async () => {
  const server = memoryServer();
  const { user } = await open(server);
  await user.click(await screen.findByRole('button', { name: 'Vergeet Factuurnummer' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Factuurnummer van Van Dijk Installaties B.V. vergeten?')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Vergeten' }));
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ property: 'number' }),
  );
});

test('offers nothing to forget to whoever may only look', async () => {
  await open(memoryServer(), ['fmmanagement.board.read.system']);
  expect(await screen.findByText('Na ‘factuurnummer’')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Vergeet/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Alles vergeten' })).toBeNull();
});

test('says so where nothing was learnt yet', async () => {
  await open(memoryServer({ documentCount: 0, lastLearntAt: null, fields: [] }));
  expect(await screen.findByText('Van deze leverancier is nog niets geleerd')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Proberen' })).toBeNull();
});

describe('sharing the layout', () => {
  const sharing: LayoutSharing = {
    mayBeShared: true,
    sharedAt: null,
    fields: [
      { property: 'number', side: 'before', label: 'factuurnummer', isCommon: true, isShared: false },
      { property: 'date', side: 'above', label: 'geboekt', isCommon: false, isShared: false },
    ],
  };
  function sharingServer(found: LayoutSharing) {
    const server = memoryServer();
    server.on('GET', `${url}/sharing`, () => result(found));
    server.on('PUT', `${url}/sharing`, ({ body }) =>
      result({ ...found, sharedAt: JSON.stringify(body).includes('[]') ? null : '2026-11-21T13:05:00Z' }),
    );
    return server;
  }
  async function openDialog(found: LayoutSharing) {
    const server = sharingServer(found);
    const { user } = await open(server);
    await user.click(await screen.findByRole('button', { name: 'Delen' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/Andere bedrijven lezen/);
    const sent = () => server.calls.find(({ method }) => method === 'PUT')?.body;
    return { user, dialog, sent };
  }

  test('offers what others learnt too; the rest is ticked after a look', async () => {
    const { user, dialog, sent } = await openDialog(sharing);
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Factuurnummer/ }).checked).toBe(true);
    const date = dialog.getByRole<HTMLInputElement>('checkbox', { name: /geboekt/ });
    expect(date.checked).toBe(false);
    await user.click(date);
    await user.click(dialog.getByRole('button', { name: 'Delen met alle bedrijven' }));
    await waitFor(() => expect(sent()).toEqual({ properties: ['number', 'date'] }));
  });

  test('is taken back', async () => {
    const fields = sharing.fields.map((field) => ({ ...field, isShared: true }));
    const { user, dialog, sent } = await openDialog({ ...sharing, fields, sharedAt: '2026-11-21T13:05:00Z' });
    await user.click(dialog.getByRole('button', { name: 'Niet meer delen' }));
    await waitFor(() => expect(sent()).toEqual({ properties: [] }));
  });

  test('says why it cannot be', async () => {
    const { dialog } = await openDialog({ ...sharing, mayBeShared: false });
    expect(dialog.getByText(/Zonder KvK- of btw-nummer/)).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delen met alle bedrijven' }).disabled).toBe(
      true,
    );
  });

  test('is not offered to a customer', async () => {
    await open(memoryServer(), ['fmmanagement.board.read.company', 'fmmanagement.board.update.company']);
    expect(await screen.findByText('Na ‘factuurnummer’')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delen' })).toBeNull();
  });
});
