import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { history } from '#contract/core/history.ts';
import type { Row } from '#contract/resource.ts';
import { fakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { CustomerRelationHistory } from './history-tabs.tsx';

const at = '2026-11-21T13:02:00Z';
const entries: readonly Row<typeof history>[] = [
  {
    id: 'h2',
    at,
    userId: 'u1',
    userName: 'Joris Kamp',
    verb: 'update',
    isSealed: true,
    part: null,
    changes: [
      { field: 'address.city', old: 'Ommen', new: 'Zwolle' },
      { field: 'active', old: true, new: false },
      { field: 'rowVersion', old: 1, new: 2 },
    ],
  },
  {
    id: 'h1',
    at: '2026-11-20T08:00:00Z',
    userId: 'u1',
    userName: 'Sanne de Wit',
    verb: 'create',
    isSealed: true,
    part: null,
    changes: [
      { field: 'name', old: null, new: 'Bakkerij' },
      { field: 'iban', old: null, new: '' },
    ],
  },
];

test('the history says who, when, which field in words, and its old and new value', async () => {
  const server = fakeServer();
  server.list(history, {}, entries);
  await renderScreen(CustomerRelationHistory, {
    server,
    path: '/core/customer-relations/{customerRelationId}/history',
    at: '/core/customer-relations/b1/history',
  });
  const table = await screen.findByRole('table', { name: 'Historie' });
  await within(table).findByText('Plaats');
  const rows = within(table).getAllByRole('row').slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['21-11-2026 14:02', 'Joris Kamp', 'Plaats', 'Ommen', 'Zwolle'],
    ['', '', 'Actief', 'Ja', 'Nee'],
    ['20-11-2026 09:00', 'Sanne de Wit', 'Toegevoegd', '', ''],
    ['', '', 'Naam', '–', 'Bakkerij'],
  ]);
  expect(server.calls.find(({ url }) => url.includes('core/history'))?.url).toContain(
    'entity=core.customerrelations&entityId=b1',
  );
});

test('what happened is shown in words, also where other areas made it happen', async () => {
  const server = fakeServer();
  const happened = (verb: string) => ({
    id: verb,
    at,
    userId: 'u1',
    userName: 'Joris',
    verb,
    isSealed: true,
    part: null,
    changes: [],
  });
  server.list(history, {}, ['add-note', 'remove-attachment', 'copy', 'something-new'].map(happened));
  await renderScreen(CustomerRelationHistory, {
    server,
    path: '/core/customer-relations/{customerRelationId}/history',
    at: '/core/customer-relations/b1/history',
  });
  const table = await screen.findByRole('table', { name: 'Historie' });
  await within(table).findByText('Notitie toegevoegd');
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell')[2]?.textContent)).toEqual([
    'Notitie toegevoegd',
    'Bijlage verwijderd',
    'Kopiëren',
    'something-new',
  ]);
});

test('the whole history is a file in the words of the screen, searched as the screen is', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const server = fakeServer();
  server.list(history, {}, entries);
  const { user } = await renderScreen(CustomerRelationHistory, {
    server,
    path: '/core/customer-relations/{customerRelationId}/history',
    at: '/core/customer-relations/b1/history?search=zwolle',
  });
  await user.click(await screen.findByRole('button', { name: 'Lijst downloaden' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV voor Excel' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  const [file] = saved.mock.calls[0] ?? [];
  expect(file instanceof Blob ? await file.text() : '').toContain(
    [
      'Wanneer;Wie;Veld;Oud;Nieuw',
      '21-11-2026 14:02;Joris Kamp;Plaats;Ommen;Zwolle',
      '21-11-2026 14:02;Joris Kamp;Actief;Ja;Nee',
      '20-11-2026 09:00;Sanne de Wit;Toegevoegd;;',
      '20-11-2026 09:00;Sanne de Wit;Naam;;Bakkerij',
    ].join('\r\n'),
  );
  const asked = server.calls.filter(({ url }) => url.includes('core/history')).at(-1)?.url;
  expect(asked).toContain('$top=250');
  expect(asked).toContain('query=zwolle');
});

test('a history in a dialog is searched without moving the list below it', async () => {
  const server = fakeServer();
  server.list(history, {}, entries);
  const Over = () => (
    <HistoryDialog
      entity="core.customerrelations"
      id="b1"
      labels="core.customerRelations"
      onClose={vi.fn()}
    />
  );
  const { user, address } = await renderScreen(Over, { server, path: '/lijst', at: '/lijst?page=2' });
  await user.type(await screen.findByRole('searchbox', { name: 'Zoek op wie of wat er stond' }), 'joris');
  await waitFor(() => expect(server.calls.some(({ url }) => url.includes('query=joris'))).toBe(true));
  expect(address()).toBe('/lijst?page=2');
});

test('days are written as people write them, and a number that says all is shown once', async () => {
  const server = fakeServer();
  const made = (field: string, now: unknown) => ({ field, old: null, new: now });
  const changes = [
    made('year', 2026),
    made('number', 9),
    made('yearNumber', '2026-9'),
    made('deliveryDate', '2026-12-09'),
  ];
  server.list(history, {}, [
    { id: 'h1', at, userId: 'u1', userName: 'Joris', verb: 'create', isSealed: true, part: null, changes },
  ]);
  await renderScreen(CustomerRelationHistory, {
    server,
    path: '/core/customer-relations/{customerRelationId}/history',
    at: '/core/customer-relations/b1/history',
  });
  const table = await screen.findByRole('table', { name: 'Historie' });
  await within(table).findByText('09-12-2026');
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell')[4]?.textContent)).toEqual([
    '',
    '2026-9',
    '09-12-2026',
  ]);
});

test('the history of a record is narrowed to a period, counted in whole days of Amsterdam', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T23:30:00Z'), toFake: ['Date'] });
  const server = fakeServer();
  server.list(history, {}, entries);
  const { user } = await renderScreen(CustomerRelationHistory, {
    server,
    path: '/core/customer-relations/{customerRelationId}/history',
    at: '/core/customer-relations/b1/history?since=oud',
  });
  await screen.findByRole('table', { name: 'Historie' });
  const asked = () =>
    new URL(
      server.calls.findLast(({ url }) => url.includes('core/history'))?.url ?? '',
      'http://x',
    ).searchParams.get('$filter');
  expect(asked()).toBeNull();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Periode' }), '7 dagen');
  await waitFor(() => expect(asked()).toBe('at ge 2026-11-15T23:00:00.000Z'));
  vi.useRealTimers();
});

test('parts of a record are named, and a long value can be read', async () => {
  const server = fakeServer();
  const part = { entity: 'comceptum.orderlines', id: 'l1', name: 'Omslag' };
  const note = 'Let op de rug. '.repeat(30).trim();
  const entry = { id: 'h1', at, userId: 'u1', userName: 'Joris', isSealed: true, part };
  server.list(history, {}, [
    {
      ...entry,
      verb: 'update',
      isSealed: true,
      changes: [
        { field: 'salesAmount', old: 100, new: 12_550 },
        { field: 'unitAmount', old: null, new: 1.25 },
        { field: 'vat', old: 'standard', new: 'reduced' },
        { field: 'note', old: '', new: note },
      ],
    },
    { ...entry, id: 'h0', verb: 'remove', changes: [] },
  ]);
  const { user } = await renderScreen(
    () => (
      <HistoryDialog
        entity="comceptum.workorders"
        id="o1"
        labels="workorders.field"
        parts={{ 'comceptum.orderlines': 'workorders.lines' }}
        onClose={() => {}}
      />
    ),
    { server },
  );
  const table = await screen.findByRole('table', { name: 'Historie' });
  await within(table).findByText('Orderregel Omslag: Verkoop');
  const shown = () => table.textContent ?? '';
  expect(shown()).toContain('Orderregel Omslag: Verkoop1,00125,50');
  expect(shown()).toContain('Orderregel Omslag: Prijs per stuk–0,0125');
  expect(shown()).toContain('Orderregel Omslag: BtwHoog tariefLaag tarief');
  expect(shown()).toContain('Orderregel Omslag: Verwijderd');
  expect(shown()).not.toContain(note);
  await user.click(within(table).getByRole('button', { name: 'Toon alles' }));
  expect(shown()).toContain(note);
});
