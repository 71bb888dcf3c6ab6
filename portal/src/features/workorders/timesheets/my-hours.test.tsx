import { configure, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mePath } from '#contract/identity/me.ts';
import { orderTimes } from '#contract/workorders/order-times.ts';
import type { Timesheet } from '#contract/workorders/timesheets.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { workOrderScreens } from '../index.ts';
import { timeOfJoris } from '../testing/samples.ts';
import { MyHours } from './my-hours.tsx';

configure({ asyncUtilTimeout: 8000 });

const url = '/api/comceptum/timesheets';
const may = [
  'comceptum.workorders.read.company',
  ...['read', 'create', 'update', 'delete'].map((verb) => `comceptum.workordertimes.${verb}.user`),
];
const order = (id: string, number: number, reference: string, isInvoiced = false) => ({
  id,
  yearNumber: `2026-${number}`,
  reference,
  relationName: 'Zorgpalet',
  isInvoiced,
});
const entry = (id: string, workOrderId: string, startTime: string, endTime: string) => ({
  id,
  workOrderId,
  startTime: `2026-11-${startTime}:00.000Z`,
  endTime: `2026-11-${endTime}:00.000Z`,
  durationInMinutes: (Date.parse(`2026-11-${endTime}Z`) - Date.parse(`2026-11-${startTime}Z`)) / 60_000,
  description: '',
  rowVersion: 1,
});
const week: Timesheet = {
  person: { id: 'sanne', fullName: 'Sanne de Wit' },
  startDate: '2026-11-16',
  entries: [
    entry('e1', 'o1', '19T08:00', '19T11:30'),
    entry('e2', 'o2', '19T11:15', '19T12:00'),
    entry('e3', 'o2', '19T14:00', '19T15:00'),
  ],
  orders: [order('o1', 418, 'Jaarverslag'), order('o2', 421, 'Stembiljetten')],
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T11:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  document.cookie = 'preference_timesheets=; max-age=0; path=/';
});

async function openWeek({ rights = may, sheet = week, at = '/comceptum/timesheets' } = {}) {
  const server = fakeServer();
  let entries = sheet.entries;
  server.on('GET', `${url}/own`, () => result({ ...sheet, entries }));
  server.on('GET', '/api/comceptum/timer', () => result(null));
  server.on('GET', `${url}/people`, () =>
    result([
      { id: 'sanne', fullName: 'Sanne de Wit' },
      { id: 'joris', fullName: 'Joris Kamp' },
    ]),
  );
  server.list(workOrders, {}, []);
  server.on('GET', mePath, () =>
    result({
      id: 'sanne',
      companyId: 'c1',
      companyName: 'Salland',
      name: 'Sanne de Wit',
      nickname: 'sanne',
      picture: null,
      emailAddress: 'sanne@balie.example',
      isProvider: false,
      language: null,
      permissions: [],
    }),
  );
  server.on('POST', `/api/${orderTimes.path}`, () => {
    entries = [...entries, entry('e9', 'o1', '20T08:00', '20T09:30')];
    return result(timeOfJoris);
  });
  const drawn = await renderScreen(MyHours, {
    screens: workOrderScreens,
    path: '/comceptum/timesheets',
    at,
    may: rights,
    server,
  });
  const sent = (method: string) =>
    server.calls.filter((call) => call.method === method).map(({ url: to, body }) => [to, body] as const);
  return { ...drawn, server, sent };
}

test('the week shows orders by days, their totals, and marks gaps and overlaps', async () => {
  await openWeek();
  const grid = await screen.findByRole('grid', { name: 'Uren van de week' });
  const cell = (name: string) => within(grid).getByRole('cell', { name });
  expect(cell('2026-418 Jaarverslag, donderdag 19 november: 3,50 uur')).toBeTruthy();
  expect(cell('2026-421 Stembiljetten, donderdag 19 november: 1,75 uur')).toBeTruthy();
  expect(within(grid).getByText('overlap 0:15')).toBeTruthy();
  expect(within(grid).getByText('gat 2:00')).toBeTruthy();
  expect(within(grid).getAllByText('5,25')).toHaveLength(2);
  expect(screen.getByText('16–22 nov 2026')).toBeTruthy();
});

test('a total is typed in the grid by keyboard alone, and goes after the last hours of the day', async () => {
  const { user, sent } = await openWeek();
  const grid = await screen.findByRole('grid');
  within(grid)
    .getByRole('cell', { name: /Jaarverslag, donderdag/ })
    .focus();
  await user.keyboard('{ArrowRight}9x{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('Typ uren als 1,5');
  await user.keyboard('{Escape}');
  expect(sent('POST')).toEqual([]);
  await user.keyboard('1,5{Enter}');
  await waitFor(() =>
    expect(sent('POST')).toEqual([
      [
        `/api/${orderTimes.path}`,
        expect.objectContaining({
          workOrderId: 'o1',
          userId: 'sanne',
          startTime: '2026-11-20T08:00:00.000Z',
          endTime: '2026-11-20T09:30:00.000Z',
        }),
      ],
    ]),
  );
  // Enter went down.
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^2026-421.*vrijdag/),
  );
  await screen.findByRole('cell', { name: /Jaarverslag, vrijdag 20 november: 1,50 uur/ });
});

test('hours are changed in their place, with what was done, and an overlap is mended by a button', async () => {
  const { user, server, sent } = await openWeek();
  server.on('PUT', `/api/${orderTimes.path}/e1`, () => result(timeOfJoris));
  const grid = await screen.findByRole('grid');
  await user.click(within(grid).getByRole('cell', { name: /Jaarverslag, donderdag/ }));
  const panel = screen.getByRole('region', { name: 'Uren van deze dag op deze order' });
  const until = within(panel).getByRole('textbox', { name: /^Eindtijd/ });
  await user.clear(until);
  await user.type(until, '1200');
  await user.type(within(panel).getByRole('textbox', { name: /^Omschrijving/ }), 'Opmaak{Enter}');
  const put = (body: object) => [`/api/${orderTimes.path}/e1`, expect.objectContaining(body)];
  await waitFor(() =>
    expect(sent('PUT')).toEqual([
      put({ endTime: '2026-11-19T11:00:00.000Z', description: 'Opmaak', rowVersion: 1 }),
    ]),
  );
  await user.click(within(panel).getByRole('button', { name: 'Tot 12:15 maken' }));
  await waitFor(() => expect(sent('PUT')[1]).toEqual(put({ endTime: '2026-11-19T11:15:00.000Z' })));
});

test('last week is copied without its hours unless they are asked for', async () => {
  const { user, server, sent } = await openWeek({ sheet: { ...week, entries: week.entries } });
  server.on('POST', `${url}/copy-week`, () => result({ copied: 2, skipped: 1 }));
  await user.click(await screen.findByRole('button', { name: 'Vorige week overnemen' }));
  const dialog = await screen.findByRole('dialog', { name: 'Vorige week overnemen' });
  await user.click(await within(dialog).findByRole('checkbox', { name: /Stembiljetten/ }));
  await user.click(within(dialog).getByRole('checkbox', { name: 'Ook de uren overnemen' }));
  await user.click(within(dialog).getByRole('button', { name: 'Overnemen' }));
  await screen.findByText('2 keer uren overgenomen');
  expect(sent('POST')).toEqual([
    [`${url}/copy-week`, { startDate: '2026-11-16', workOrderIds: ['o1'], userId: null }],
  ]);
});

test('with the right to it another person is chosen, whose week is read-only without another', async () => {
  const { user, server } = await openWeek({ rights: [...may, 'comceptum.timesheets.read.company'] });
  server.on('GET', `${url}/joris`, () =>
    result({ ...week, person: { id: 'joris', fullName: 'Joris Kamp' }, entries: week.entries.slice(0, 1) }),
  );
  await user.click(await screen.findByRole('combobox', { name: 'Medewerker' }));
  await user.click(await screen.findByRole('option', { name: 'Joris Kamp' }));
  await screen.findByText('U kunt deze uren bekijken, niet wijzigen.');
  expect(screen.queryByRole('button', { name: 'Uren toevoegen' })).toBeNull();
  const cell = await screen.findByRole('cell', { name: /Jaarverslag, donderdag/ });
  cell.focus();
  await user.keyboard('5');
  expect(within(cell).queryByRole('textbox')).toBeNull();
});

test('without the right to weeks of others nobody is offered', async () => {
  const { server } = await openWeek();
  await screen.findByRole('grid');
  expect(screen.queryByRole('combobox', { name: 'Medewerker' })).toBeNull();
  expect(server.calls.some((call) => call.url.includes('/people'))).toBe(false);
});
