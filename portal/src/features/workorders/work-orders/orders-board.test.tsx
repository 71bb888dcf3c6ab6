import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { savedViews } from '#contract/core/saved-views.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { workOrderScreens } from '../index.ts';
import { annualReport, newOrder } from '../testing/samples.ts';
import { OrdersList } from './orders-list.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

const path = '/comceptum/workorders';
const base = '/api/comceptum/workorders';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T11:00:00Z'), toFake: ['Date'] });
});
afterEach(() => vi.useRealTimers());

/** A server whose answers follow what was saved. */
async function openBoard(
  at: string,
  may = ['comceptum.workorders.read.company', 'comceptum.workorders.update.company'],
) {
  const server = fakeServer();
  const orders = new Map([annualReport, newOrder].map((order) => [order.id, { ...annualReport, ...order }]));
  server.list(savedViews, {}, []);
  server.on('GET', base, ({ url }) => {
    const status = /status eq (\d)/.exec(url)?.[1];
    const rows = [...orders.values()].filter(
      (order) => status === undefined || order.status === Number(status),
    );
    return result(rows, { count: rows.length });
  });
  server.on('PUT', `${base}/o409`, ({ body }) => {
    const status = Number(Reflect.get(Object(body), 'status'));
    const saved = {
      ...annualReport,
      ...newOrder,
      status: workOrders.row.shape.status.parse(status),
      rowVersion: 8,
    };
    orders.set('o409', saved);
    return result(saved);
  });
  const drawn = await renderScreen(OrdersList, { screens: workOrderScreens, may, server, path, at });
  const sent = () => server.calls.filter(({ method }) => method === 'PUT');
  return { ...drawn, server, sent };
}

const column = (name: RegExp) => screen.findByRole('region', { name });
const card = (of: HTMLElement, name: RegExp) => within(of).findByRole('link', { name });

test('each status is a column with its orders; invoiced ones are only asked for by name', async () => {
  const { server } = await openBoard(`${path}?as=board`);
  await card(await column(/^Nieuw, 1/), /2026-409/);
  const production = await column(/^Productie, 1/);
  expect((await card(production, /2026-418/)).textContent).toContain('2 dagen te laat');
  await column(/^Gefactureerd/);
  expect(server.calls.some(({ url }) => url.includes('status eq 6'))).toBe(false);
});

test('by keyboard: Space lifts, arrows move, Enter drops, and each step is announced', async () => {
  const { user, sent } = await openBoard(`${path}?as=board`);
  (await card(await column(/^Nieuw, 1/), /2026-409/)).focus();
  await user.keyboard(' ');
  expect(screen.getByText('2026-409 opgetild uit Nieuw.')).toBeTruthy();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(screen.getByText('2026-409 boven Ontwerpfase.')).toBeTruthy();
  expect(screen.getByText('Hier loslaten: status wordt Ontwerpfase')).toBeTruthy();
  await user.keyboard('{Enter}');
  await card(await column(/^Ontwerpfase, 1/), /2026-409/);
  expect(await screen.findByText('2026-409 staat nu in Ontwerpfase.')).toBeTruthy();
  expect(document.activeElement).toBe(await card(await column(/^Ontwerpfase, 1/), /2026-409/));
  expect(sent().map(({ body }) => body)).toEqual([
    { id: 'o409', administrationId: 'a1', reference: 'Stalenboek voorjaar', status: 2, rowVersion: 7 },
  ]);
});

test('a move by keyboard that is refused leaves the focus on its card', async () => {
  const { user, server } = await openBoard(`${path}?as=board`);
  server.on('PUT', `${base}/o409`, () => refusal('stale', { detail: 'Joris bewaarde dit intussen' }));
  (await card(await column(/^Nieuw, 1/), /2026-409/)).focus();
  await user.keyboard(' {ArrowRight}{Enter}');
  expect(await screen.findByText('2026-409 is niet verplaatst')).toBeTruthy();
  const back = await card(await column(/^Nieuw, 1/), /2026-409/);
  await waitFor(() => expect(document.activeElement).toBe(back));
});

test('Escape puts the card back', async () => {
  const { user, sent } = await openBoard(`${path}?as=board`);
  (await card(await column(/^Nieuw, 1/), /2026-409/)).focus();
  await user.keyboard(' {ArrowRight}{Escape}');
  expect(screen.getByText('2026-409 blijft in Nieuw.')).toBeTruthy();
  expect(sent()).toEqual([]);
});

test('a card that is dragged to another column gets its status by the same call', async () => {
  const { sent } = await openBoard(`${path}?as=board`);
  const dragged = await card(await column(/^Nieuw, 1/), /2026-409/);
  const dataTransfer = { setData: () => undefined, effectAllowed: '' };
  fireEvent.dragStart(dragged, { dataTransfer });
  const target = await column(/^Productie, 1/);
  fireEvent.dragOver(target, { dataTransfer });
  expect(within(target).getByText('Hier loslaten: status wordt Productie')).toBeTruthy();
  fireEvent.drop(target, { dataTransfer });
  await column(/^Productie, 2/);
  expect(sent()[0]?.body).toMatchObject({ status: 4, rowVersion: 7 });
});

test('a refused move goes back and says why', async () => {
  const { user, server } = await openBoard(`${path}?as=board`);
  server.on('PUT', `${base}/o409`, () => refusal('stale', { detail: 'Joris bewaarde dit intussen' }));
  await user.click(await screen.findByRole('button', { name: '2026-409 verplaatsen' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Gereed' }));
  expect(await screen.findByText('2026-409 is niet verplaatst')).toBeTruthy();
  await card(await column(/^Nieuw, 1/), /2026-409/);
});

test('without the permission to change orders nothing can be lifted', async () => {
  await openBoard(`${path}?as=board`, ['comceptum.workorders.read.company']);
  const link = await card(await column(/^Nieuw, 1/), /2026-409/);
  expect(link.getAttribute('draggable')).toBe('false');
  expect(screen.queryByRole('button', { name: '2026-409 verplaatsen' })).toBeNull();
});

test('today shows what is late and what comes soon, with words', async () => {
  const { server } = await openBoard(`${path}?as=today`);
  const late = await screen.findByRole('region', { name: 'Te laat' });
  expect(within(late).getByRole('link').textContent).toBe(
    '2026-418Jaarverslag 2025, uitnodigingStichting Zorgpalet TwenteDatum drukker19-11-2026, 2 dagen te laat',
  );
  const soon = screen.getByRole('region', { name: 'Binnen 2 werkdagen' });
  expect(within(soon).getByRole('link').textContent).toContain('24-11-2026, over 2 werkdagen');
  expect(screen.queryByRole('region', { name: /^Vandaag/ })).toBeNull();
  await waitFor(() => {
    const asked = server.calls.map(({ url }) => url).find((url) => url.includes('status lt 5'));
    expect(asked).toContain('firstTestDate le 2026-11-24 or printingCompanyDate le 2026-11-24');
  });
});
