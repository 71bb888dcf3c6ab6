import { configure, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { supplierBoard, triggerBoard } from '#contract/documents/board.ts';
import { intakeLog } from '#contract/documents/intake-log.ts';
import type { Row } from '#contract/resource.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { IntakeLogList } from '../intake-log/intake-log-list.tsx';
import { documentsScreens } from '../screens.ts';
import { BoardList } from './board-list.tsx';

vi.setConfig({ testTimeout: 20_000 });
configure({ asyncUtilTimeout: 5000 });

const may = [
  'fmmanagement.board.read.system',
  'fmmanagement.board.update.system',
  'fmmanagement.documents.read.system',
];

function supplier(id: string, more: Partial<Row<typeof supplierBoard>> = {}): Row<typeof supplierBoard> {
  return {
    id,
    companyId: 'c1',
    customerIdAndName: '1001 - Woonstichting De Vechtstreek',
    name: `Leverancier ${id}`,
    documentCount: 5,
    validatedCount: 4,
    positiveCount: 4,
    positiveShare: 0.996,
    unchangedCount: 3,
    unchangedShare: 0.75,
    lastDocumentAt: '2026-11-12T09:00:00Z',
    lastFailures: [],
    isAutomatic: false,
    mayBeAutomatic: false,
    offReason: '',
    ...more,
  };
}

function boardServer() {
  const server = fakeServer();
  server.list(supplierBoard, {}, [
    supplier('1', { mayBeAutomatic: true }),
    supplier('2', {
      offReason: 'new-iban',
      lastFailures: [
        { id: 'd7', documentId: '2026-11-0007', at: '2026-11-12T09:00:00Z', reason: 'Geen totaal' },
      ],
    }),
    supplier('3', { positiveShare: null, unchangedShare: null }),
  ]);
  server.list(triggerBoard, {}, [{ ...supplier('4'), companyId: null, customerIdAndName: '' }]);
  return server;
}
const open = (server = boardServer()) =>
  renderScreen(BoardList, { path: '/fmmanagement/board', server, may, screens: documentsScreens });

test('the board shows shares, never rounded up to 100 %, and links to failures', async () => {
  await open();
  expect((await screen.findAllByText('99%')).length).toBe(2);
  expect(screen.getAllByText('75%').length).toBe(2);
  expect(screen.getByRole('link', { name: '2026-11-0007' }).getAttribute('href')).toBe(
    '/fmmanagement/documents/d7',
  );
});

test('only a supplier that earned it can be set to automatic; why another cannot is said', async () => {
  const server = boardServer();
  server.on('PUT', '/api/fmmanagement/board/suppliers/1', () =>
    result(supplier('1', { isAutomatic: true, mayBeAutomatic: true })),
  );
  const { user } = await open(server);
  expect(await screen.findAllByRole('switch')).toHaveLength(1);
  expect(screen.getByText('Uitgezet omdat het rekeningnummer nieuw is')).toBeTruthy();
  expect(screen.getByText('Kan na 3 keer positief zonder wijziging')).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: 'Automatisch voor Leverancier 1' }));
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ isAutomatic: true }),
  );
  expect(await screen.findByText('Leverancier 1 gaat nu automatisch')).toBeTruthy();
});

test('a refused switch says why', async () => {
  const server = boardServer();
  server.on('PUT', '/api/fmmanagement/board/suppliers/1', () =>
    refusal('wrong-state', { detail: 'Er is intussen een wijziging.' }),
  );
  const { user } = await open(server);
  await user.click(await screen.findByRole('switch'));
  expect(await screen.findByText('Er is intussen een wijziging.')).toBeTruthy();
});

test('per trigger, a general one is named as such', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Trigger' }));
  expect(await screen.findByText('Algemeen')).toBeTruthy();
});

test('the intake log shows the outcome of every mail and file, and filters those with a reason', async () => {
  const line: Row<typeof intakeLog> = {
    id: 'l1',
    companyId: 'c1',
    companyName: 'De Vechtstreek',
    administrationId: null,
    administrationName: '',
    source: 'mail',
    receivedAt: '2026-11-12T09:00:00Z',
    sender: 'info@vandijk.example',
    subject: 'Factuur',
    filename: 'factuur.pdf',
    archive: '',
    bytes: 100,
    document: { id: 'd7', documentId: '2026-11-0007', state: 'Herkend' },
    reasonCode: '',
    reason: '',
    mailId: 'm1',
  };
  const server = fakeServer();
  server.list(intakeLog, {}, [
    line,
    {
      ...line,
      id: 'l2',
      filename: '',
      subject: 'Nieuwsbrief',
      document: null,
      reasonCode: 'no-attachment',
      reason: 'Er zit geen factuur bij',
    },
  ]);
  const { user } = await renderScreen(IntakeLogList, {
    path: '/fmmodule/intake-log',
    server,
    may,
    screens: documentsScreens,
  });
  expect((await screen.findByRole('link', { name: '2026-11-0007' })).getAttribute('href')).toBe(
    '/fmmanagement/documents/d7',
  );
  expect(screen.getByText('Er zit geen factuur bij')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^Bericht ‘/ })).toHaveLength(2);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Uitkomst' }), 'met een reden');
  await waitFor(() => expect(server.calls.at(-1)?.url).toContain("$filter=reasonCode ne ''"));
});
