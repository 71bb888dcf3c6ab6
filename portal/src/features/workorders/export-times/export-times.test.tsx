import { configure, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, type FakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { workOrderScreens } from '../index.ts';
import { ExportTimes } from './export-times.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

const url = '/api/comceptum/export-times';
const row = {
  day: '2026-11-17',
  userName: 'Joris Kamp',
  yearNumber: '2026-418',
  relationName: 'Zorgpalet',
  administrationName: 'Salland',
  start: '09:00',
  end: '12:30',
  minutes: 210,
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T11:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const asked = ({ calls }: FakeServer) => calls.findLast((call) => call.url.includes('/preview'))?.url;

async function openExport(count = 1) {
  const server = fakeServer();
  const rows = count === 0 ? [] : [row];
  server.on('GET', `${url}/preview`, () => result({ rows, count, totalMinutes: count * 210 }));
  server.on('GET', `${url}/choices`, () =>
    result({
      users: [{ id: 'joris', fullName: 'Joris Kamp' }],
      administrations: [{ id: 'a1', name: 'Salland' }],
    }),
  );
  const may = ['comceptum.workordertimes.read.company'];
  const drawn = await renderScreen(ExportTimes, { screens: workOrderScreens, may, server });
  return { ...drawn, server };
}

test('where the table scrolls sideways its sum stands below it', async () => {
  const wide = window.matchMedia;
  window.matchMedia = (query) => ({ ...wide(query), matches: query.includes('max-width') });
  await openExport(2);
  const sum = await screen.findByText('7,00 uur');
  expect(sum.closest('table')).toBeNull();
  window.matchMedia = wide;
});

test('this month is shown with its rows and their sum', async () => {
  const { server } = await openExport(120);
  const table = await screen.findByRole('table', { name: 'Uren in deze periode' });
  const cells = within(table)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells).toEqual([
    '17-11-2026',
    'Joris Kamp',
    '2026-418',
    'Zorgpalet',
    'Salland',
    '09:00',
    '12:30',
    '210',
    '3,50',
    '25.200',
    '420,00 uur',
  ]);
  expect(screen.getByText('De eerste 1 van 120 regels. Het bestand heeft ze alle.')).toBeTruthy();
  expect(asked(server)).toBe(`${url}/preview?startDate=2026-11-01&endDate=2026-11-30`);
});

test('the file is that of the days in the fields, under the name that the server gives it', async () => {
  const { user, server } = await openExport();
  const made = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  server.on('GET', url, () => new Response('x'));
  await user.click(await screen.findByRole('button', { name: 'Vorige maand' }));
  await user.click(screen.getByRole('button', { name: 'Exporteren als CSV' }));
  await waitFor(() => expect(made).toHaveBeenCalled());
  expect(made.mock.contexts[0]).toHaveProperty('download', 'uren_2026-10-01_2026-10-31.csv');
  expect(server.calls.at(-1)?.url).toBe(`${url}?startDate=2026-10-01&endDate=2026-10-31`);
});

test('days that the server refuses are named at their field', async () => {
  const { user, server } = await openExport();
  server.on('GET', url, () =>
    refusal('validation', {
      errors: { startDate: ['De begindatum ligt na de einddatum'], end_date: ['Kies hoogstens 366 dagen'] },
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Exporteren als CSV' }));
  expect(await screen.findByText('De begindatum ligt na de einddatum')).toBeTruthy();
  expect(screen.getByText('Kies hoogstens 366 dagen')).toBeTruthy();
});

test('an impossible period says why in the place of its hours', async () => {
  const { user, server } = await openExport();
  const errors = { startDate: ['De begindatum ligt na de einddatum'] };
  server.on('GET', `${url}/preview`, () => refusal('validation', { errors }));
  const start = await screen.findByLabelText('Begindatum');
  await user.clear(start);
  await user.type(start, '1-12-2026{Tab}');
  expect(await screen.findByText('De begindatum ligt na de einddatum')).toBeTruthy();
  await waitFor(() => expect(asked(server)).toBe(`${url}/preview?startDate=2026-12-01&endDate=2026-11-30`));
  expect(screen.queryByRole('table')).toBeNull();
});

test('a period without hours says so', async () => {
  await openExport(0);
  expect(await screen.findByText('Geen uren in deze periode')).toBeTruthy();
});

test('one person and one administration are chosen from those with hours in the period', async () => {
  const { user, server } = await openExport();
  await user.click(await screen.findByRole('combobox', { name: /Medewerker/ }));
  await user.click(await screen.findByRole('option', { name: 'Joris Kamp' }));
  await user.click(screen.getByRole('combobox', { name: /Administratie/ }));
  await user.click(await screen.findByRole('option', { name: 'Salland' }));
  await waitFor(() =>
    expect(asked(server)).toBe(
      `${url}/preview?startDate=2026-11-01&endDate=2026-11-30&userId=joris&administrationId=a1`,
    ),
  );
});
