import { configure, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { attachments, notes } from '#contract/annotations/annotations.ts';
import { mePath } from '#contract/identity/me.ts';
import { offers } from '#contract/workorders/offers.ts';
import { workOrderLines } from '#contract/workorders/order-lines.ts';
import { workOrderTimes } from '#contract/workorders/order-times.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { fakeServer, refusal, result, type FakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { coreScreens } from '#portal/features/core/index.ts';
import { workOrderScreens } from '../index.ts';
import { annualReport, timeOfJoris, insideLine } from '../testing/samples.ts';
import { OrderDetail } from './order-detail.tsx';
import type { Order } from './order.ts';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000, defaultHidden: true });

const base = '/api/comceptum/workorders/o418';
const staff = [
  ...['read', 'create', 'update', 'delete', 'copy'].map((verb) => `comceptum.workorders.${verb}.company`),
  ...['read', 'create', 'update', 'delete', 'readpurchase'].map(
    (verb) => `comceptum.orderlines.${verb}.company`,
  ),
  ...['read', 'create', 'update', 'delete'].map((verb) => `comceptum.workordertimes.${verb}.company`),
];
const without = (...wishes: string[]) =>
  staff.filter((held) => !wishes.some((wish) => held.startsWith(wish)));

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T11:00:00Z'), toFake: ['Date'] });
});
afterEach(() => vi.useRealTimers());

function serverWith(order: Order, clock: () => Response): FakeServer {
  const server = fakeServer();
  server.one(workOrders, {}, order);
  server.list(workOrderLines, { workOrderId: 'o418' }, [insideLine]);
  server.list(workOrderTimes, { workOrderId: 'o418' }, [timeOfJoris]);
  server.list(offers, { workOrderId: 'o418' }, []);
  server.list(notes, { entityId: 'o418' }, []);
  server.list(attachments, { entityId: 'o418' }, []);
  server.on('GET', '/api/comceptum/timer', clock);
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
  return server;
}

async function openDetail(
  order: Order = annualReport,
  may = staff,
  clock = () => result(null),
  lines = [insideLine],
) {
  const server = serverWith(order, clock);
  server.list(workOrderLines, { workOrderId: 'o418' }, lines);
  const drawn = await renderScreen(OrderDetail, {
    screens: [...workOrderScreens, ...coreScreens],
    may,
    server,
    path: '/comceptum/workorders/{workOrderId}',
    at: '/comceptum/workorders/o418',
  });
  await screen.findByRole('heading', { level: 1 });
  const sent = (method: string) => server.calls.filter((call) => call.method === method);
  return { ...drawn, server, sent };
}

const card = (name: RegExp) => screen.findByRole('region', { name });

test('three cards say whose order it is, who delivers it and when', async () => {
  await openDetail();
  const invoice = await card(/Factuurgegevens/);
  expect(invoice.textContent).toContain('Stichting Zorgpalet Twente');
  expect(invoice.textContent).toContain('10602');
  const delivery = await card(/Levering/);
  expect(delivery.textContent).toContain('Sanne de Wit, Joris Kamp');
  expect(delivery.textContent).toContain('Niet opgegeven');
  const dates = await card(/Datums/);
  expect(dates.textContent).toContain('19-11-2026, 2 dagen te laat');
  expect(dates.textContent).toContain('24-11-2026, over 2 werkdagen');
  expect(dates.textContent).toContain('02-11-2026 10:14');
});

test('the invoice number is edited in place and saved with all of the order', async () => {
  const { user, server, sent } = await openDetail();
  server.on('PUT', base, () => result({ ...annualReport, invoiceNumber: 'F26-1', rowVersion: 8 }));
  await user.dblClick(screen.getByRole('button', { name: /^Bewerk Factuurnummer/ }));
  await user.clear(screen.getByRole('textbox', { name: 'Factuurnummer' }));
  await user.keyboard('F26-1{Enter}');
  await screen.findByRole('button', { name: 'Bewerk Factuurnummer: F26-1' });
  expect(sent('PUT')[0]?.body).toMatchObject({
    id: 'o418',
    invoiceNumber: 'F26-1',
    administrationId: 'a1',
    contactPersonIds: ['p1'],
    assignedUserIds: ['sanne', 'joris'],
    deliveryDate: '2026-11-27',
    rowVersion: 7,
  });
});

test('the status is chosen in its place, and cannot be changed while it is being saved', async () => {
  const { user, server, sent } = await openDetail();
  let answer: (response: Response) => void = () => undefined;
  server.on('PUT', base, () => new Promise<Response>((resolve) => (answer = resolve)));
  screen.getByRole('button', { name: 'Bewerk Status: Productie' }).focus();
  await user.keyboard('{F2}');
  const select = screen.getByRole('combobox', { name: 'Status' });
  await user.selectOptions(select, 'Gereed');
  expect(select).toHaveProperty('disabled', true);
  answer(result({ ...annualReport, status: 5, rowVersion: 8 }));
  await screen.findByRole('button', { name: 'Bewerk Status: Gereed' });
  expect(sent('PUT')[0]?.body).toMatchObject({ status: 5 });
});

test('Escape leaves the status as it is', async () => {
  const { user, sent } = await openDetail();
  await user.dblClick(screen.getByRole('button', { name: 'Bewerk Status: Productie' }));
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Bewerk Status: Productie' })).toBeTruthy();
  expect(sent('PUT')).toEqual([]);
});

test('on a phone each line shows its price and its buttons, and the sums stand below', async () => {
  const wide = window.matchMedia;
  window.matchMedia = (query) => ({ ...wide(query), matches: query.includes('max-width') });
  await openDetail();
  const lines = await card(/Orderregels 1/);
  const sum = await within(lines).findByText(/Totaal exclusief btw/);
  expect(within(lines).queryByRole('table')).toBeNull();
  const line = within(lines).getByRole('list', { name: 'Orderregels' });
  expect(line.textContent).toContain('3.180,00');
  await within(line).findByRole('button', { name: /^Bewerk/ });
  expect(sum.closest('dl')?.textContent).toMatch(/Inkoop.*2\.410,00.*marge 24,2%.*3\.180,00/);
  window.matchMedia = wide;
});

test('what the customer did not choose stays readable, and counts neither in totals nor on the job ticket', async () => {
  const refused = { ...insideLine, id: 'l2', description: 'Omslag', salesAmount: 99_900, isAccepted: false };
  // Without an edition the ticket says how many are sold.
  const wanted = { ...insideLine, edition: '', quantity: 1250, unitAmount: 100, isAccepted: true };
  await openDetail(annualReport, staff, undefined, [wanted, refused]);
  const lines = await card(/Orderregels 2/);
  expect((await within(lines).findByRole('row', { name: /binnenwerk/ })).textContent).toContain('Akkoord');
  expect(within(lines).getByRole('row', { name: /Omslag/ }).textContent).toContain('Niet gekozen');
  expect(within(lines).getByRole('row', { name: /Totaal exclusief btw/ }).textContent).toContain('3.180,00');
  const ticket = (await screen.findByText('Werkbon')).closest('section');
  await waitFor(() => expect(ticket?.textContent).toContain('binnenwerk'));
  expect(ticket?.textContent).toContain('1.250');
  expect(ticket?.textContent).not.toContain('Omslag');
});

test('lines show their totals and margin, and one is added without leaving', async () => {
  const { user, server, sent } = await openDetail();
  const lines = await card(/Orderregels 1/);
  await within(lines).findByText(/marge 24,2%/);
  expect(within(lines).getByRole('row', { name: /Totaal exclusief btw/ }).textContent).toContain('3.180,00');
  await user.click(within(lines).getByRole('button', { name: 'Regel toevoegen' }));
  const editor = screen.getByRole('group', { name: 'Regel toevoegen' });
  await user.click(within(editor).getByRole('button', { name: 'Regel bewaren' }));
  expect(await within(editor).findByText('Geef een omschrijving')).toBeTruthy();
  expect(sent('POST')).toEqual([]);
  server.on('POST', `${base}/lines`, () => result({ ...insideLine, id: 'l2' }));
  await user.type(within(editor).getByRole('textbox', { name: /Omschrijving/ }), 'Omslag');
  await user.type(within(editor).getByRole('textbox', { name: /Verkoop/ }), '890,5{Enter}');
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(sent('POST')[0]?.body).toMatchObject({
    description: 'Omslag',
    salesAmount: 89050,
    purchaseAmount: 0,
  });
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Regel toevoegen' })).toBeNull());
});

test('a line that was being typed is offered again after a lost page, in its place', async () => {
  const { user, unmount } = await openDetail();
  await user.click(await screen.findByRole('button', { name: 'Bewerk Jaarverslag 2025, binnenwerk' }));
  const description = () => screen.getByRole('textbox', { name: /Omschrijving/ });
  await user.click(description());
  await user.paste(' en omslag');
  unmount();

  const again = await openDetail();
  expect(await screen.findByText(/Er staat nog een concept van/)).toBeTruthy();
  await again.user.click(screen.getByRole('button', { name: 'Terugzetten' }));
  expect(await screen.findByRole('group', { name: 'Regel wijzigen' })).toBeTruthy();
  expect(description()).toHaveProperty('value', 'Jaarverslag 2025, binnenwerk en omslag');
  // Saved or put away, nothing is offered any more.
  await again.user.keyboard('{Escape}');
  again.unmount();
  await openDetail();
  await card(/Orderregels 1/);
  expect(screen.queryByText(/Er staat nog een concept van/)).toBeNull();
});

test('while a line is edited none can be added', async () => {
  const { user } = await openDetail();
  const lines = await card(/Orderregels 1/);
  await user.click(await within(lines).findByRole('button', { name: 'Bewerk Jaarverslag 2025, binnenwerk' }));
  expect(within(lines).getByRole('button', { name: 'Regel toevoegen' })).toHaveProperty('disabled', true);
  await user.keyboard('{Escape}');
  expect(within(lines).getByRole('button', { name: 'Regel toevoegen' })).toHaveProperty('disabled', false);
});

test('without the right no purchase amount or margin is shown or sent', async () => {
  const { user, server, sent } = await openDetail(annualReport, without('comceptum.orderlines.readpurchase'));
  const lines = await card(/Orderregels 1/);
  await within(lines).findAllByText('3.180,00');
  expect(within(lines).queryByText('Inkoop')).toBeNull();
  expect(lines.textContent).not.toContain('marge');
  server.on('PUT', `${base}/lines/l1`, () => result(insideLine));
  await user.click(within(lines).getByRole('button', { name: 'Bewerk Jaarverslag 2025, binnenwerk' }));
  await user.click(screen.getByRole('button', { name: 'Regel bewaren' }));
  await waitFor(() => expect(sent('PUT')).toHaveLength(1));
  expect(sent('PUT')[0]?.body).not.toHaveProperty('purchaseAmount');
});

test('a line is deleted after asking, and a refusal says why', async () => {
  const { user, server, sent } = await openDetail();
  server.on('DELETE', `${base}/lines/l1`, () =>
    refusal('wrong-state', { detail: 'Deze order is gefactureerd' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Verwijder Jaarverslag 2025, binnenwerk' }));
  const question = await screen.findByRole('dialog', { name: 'Orderregel verwijderen?' });
  await user.click(within(question).getByRole('button', { name: 'Verwijderen' }));
  const told = await screen.findByRole('dialog', { name: 'De orderregel kon niet worden verwijderd' });
  expect(told.textContent).toContain('Deze order is gefactureerd');
  expect(sent('DELETE')).toHaveLength(1);
});

test('hours show who, when and how long, and their total beside the estimate', async () => {
  await openDetail();
  const hours = await card(/^Uren 1/);
  expect(hours.textContent).toContain('Joris Kamp');
  expect(hours.textContent).toContain('09:00–12:30');
  expect(hours.textContent).toContain('begroot 12,00 uur');
  expect(hours.textContent).toContain('3,50 uur');
});

test('hours are written, and errors of the server stand at their field', async () => {
  const { user, server, sent } = await openDetail();
  server.on('POST', `${base}/times`, () =>
    refusal('validation', { errors: { start_time: ['Kies een begintijd op hele vijf minuten'] } }),
  );
  const hours = await card(/^Uren 1/);
  await waitFor(() =>
    expect(within(hours).getByRole('button', { name: 'Uren' })).toHaveProperty('disabled', false),
  );
  await user.click(within(hours).getByRole('button', { name: 'Uren' }));
  const dialog = await screen.findByRole('dialog', { name: /Uren schrijven/ });
  await within(dialog).findByText('1,00 uur');
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
  expect(await within(dialog).findByText('Kies een begintijd op hele vijf minuten')).toBeTruthy();
  expect(sent('POST')[0]?.body).toEqual({
    userId: 'sanne',
    description: '',
    startTime: '2026-11-21T11:00:00.000Z',
    endTime: '2026-11-21T12:00:00.000Z',
  });
});

test('with the permission for their own hours a person cannot change those of others', async () => {
  const own = ['read', 'create', 'update', 'delete'].map((verb) => `comceptum.workordertimes.${verb}.user`);
  await openDetail(annualReport, [...without('comceptum.workordertimes'), ...own]);
  await screen.findByText('09:00–12:30');
  expect(screen.queryByRole('button', { name: /^Bewerk Joris Kamp/ })).toBeNull();
});

test('stopping the clock of this order writes hours', async () => {
  const { user, server, sent, unmount } = await openDetail();
  server.on('POST', '/api/comceptum/timer', () =>
    result({
      workOrderId: 'o418',
      workOrder: { yearNumber: '2026-418', reference: 'Jaarverslag' },
      startedAt: '2026-11-21T10:18:00Z',
      needsEnd: false,
    }),
  );
  server.on('POST', '/api/comceptum/timer/stop', () => result(timeOfJoris));
  await user.click(await screen.findByRole('button', { name: 'Klok' }));
  expect((await screen.findByRole('timer')).textContent).toBe('0:42 loopt');
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await screen.findByRole('button', { name: 'Klok' });
  expect(sent('POST').map(({ url }) => url)).toEqual(['/api/comceptum/timer', '/api/comceptum/timer/stop']);
  unmount();
});

const clockOn = (workOrderId: string, yearNumber: string, startedAt = '2026-11-21T10:18:00Z') =>
  result({ workOrderId, workOrder: { yearNumber, reference: 'Folders' }, startedAt, needsEnd: false });

test('the clock of a deleted order can be discarded on another', async () => {
  const { user, server, sent } = await openDetail(annualReport, staff, () => clockOn('gone', '2026-12'));
  server.on('POST', '/api/comceptum/timer', () =>
    refusal('wrong-state', { detail: '2026-12 neemt geen uren meer aan.' }),
  );
  server.on('DELETE', '/api/comceptum/timer', () => result(null));
  await user.click(await screen.findByRole('button', { name: 'Klok' }));
  const question = await screen.findByRole('dialog', { name: 'Klok weggooien?' });
  expect(question.textContent).toContain('2026-12 neemt geen uren meer aan.');
  await user.click(within(question).getByRole('button', { name: 'Klok weggooien' }));
  await waitFor(() => expect(sent('DELETE').map(({ url }) => url)).toEqual(['/api/comceptum/timer']));
});

test('a clock that ran for ten hours asks until when, before it goes on elsewhere', async () => {
  const forgotten = () => clockOn('o12', '2026-12', '2026-11-20T08:02:00Z');
  const { user, server, sent } = await openDetail(annualReport, staff, forgotten);
  server.on('POST', '/api/comceptum/timer/stop', () => result(timeOfJoris));
  server.on('POST', '/api/comceptum/timer', () => clockOn('o418', '2026-418', '2026-11-21T11:00:00Z'));
  await user.click(await screen.findByRole('button', { name: 'Klok' }));
  const question = await screen.findByRole('dialog', { name: /^Tot wanneer werkte u/ });
  expect(question.textContent).toContain('2026-12 Folders loopt sinds 20-11-2026 09:02');
  expect(sent('POST')).toEqual([]);
  await user.type(within(question).getByRole('textbox', { name: 'Eindtijd' }), '1730');
  await within(question).findByText('8,47 uur');
  await user.click(within(question).getByRole('button', { name: 'Opslaan' }));
  await waitFor(() =>
    expect(sent('POST').map(({ url, body }) => [url, body])).toEqual([
      ['/api/comceptum/timer/stop', { workOrderId: 'o12', endTime: '2026-11-20T16:30:00.000Z' }],
      ['/api/comceptum/timer', { workOrderId: 'o418' }],
    ]),
  );
});

test('a clock that still runs on an invoiced order is shown there', async () => {
  await openDetail({ ...annualReport, status: 6 }, staff, () => clockOn('o418', '2026-418'));
  expect((await screen.findByRole('timer')).textContent).toBe('0:42 loopt');
  expect(screen.getByRole('button', { name: 'Klok weggooien' })).toBeTruthy();
});

test('lines and hours of an invoiced order are read-only', async () => {
  await openDetail({ ...annualReport, status: 6 });
  await screen.findAllByText('3.180,00');
  expect(screen.getAllByText(/regels en uren liggen vast/)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Regel toevoegen' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Klok' })).toBeNull();
});

test('a note that could not be sent is still there, also after coming back', async () => {
  const { user, server, unmount } = await openDetail();
  server.on('POST', '/api/shared/entities/o418/notes', () => Promise.reject(new TypeError('offline')));
  await user.type(await screen.findByRole('textbox', { name: 'Schrijf een notitie' }), 'Klant wil softtouch');
  await user.click(screen.getByRole('button', { name: /Plaatsen/ }));
  expect(await screen.findByText(/Uw tekst staat er nog/)).toBeTruthy();
  unmount();
  await openDetail();
  const note = await screen.findByRole('textbox', { name: 'Schrijf een notitie' });
  await waitFor(() => expect(note).toHaveProperty('value', 'Klant wil softtouch'));
});

test('with read permission only there is no button that changes anything', async () => {
  await openDetail(
    annualReport,
    without('comceptum.workorders.', 'comceptum.orderlines.', 'comceptum.workordertimes.').concat(
      'comceptum.workorders.read.company',
      'comceptum.orderlines.read.company',
      'comceptum.workordertimes.read.company',
    ),
  );
  await screen.findAllByText('3.180,00');
  const names = screen
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(names).toEqual(['Historie', 'PrintenP']);
});
