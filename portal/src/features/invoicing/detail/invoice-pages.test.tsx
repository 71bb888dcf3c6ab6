import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, type FakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { InvoicesList } from '../invoices/invoices-list.tsx';
import { approver, invoice, invoiceServer, invoicesUpTo } from '../testing/samples.ts';

const images = '/api/fmmodule/images';

beforeEach(() => {
  // jsdom lays nothing out; the stage of the pages is as wide as a real one.
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(524);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blob instanceof Blob && blob.type}`);
});
afterEach(() => vi.restoreAllMocks());

/** Pictures that come when the test says so, as over a slow line. */
function slowPictures(server: FakeServer, isSlow: (picture: string) => boolean) {
  const waiting = new Map<string, () => void>();
  server.on('GET', images, async ({ url }) => {
    const name = /filename=([\w-]+)/.exec(url)?.[1] ?? '';
    if (isSlow(name)) await new Promise<void>((resolve) => waiting.set(name, resolve));
    return new Response('picture', { headers: { 'content-type': `image/${name}` } });
  });
  return async (name: string) => {
    await waitFor(() => expect([...waiting.keys()]).toContain(name));
    waiting.get(name)?.();
  };
}

const detail = (number: number) =>
  screen.findByRole('region', { name: `Factuur 2026-11-${String(number).padStart(4, '0')}` });
const shownPicture = () => screen.queryByRole('img')?.getAttribute('src') ?? null;
const decisions = (server: FakeServer) => server.calls.filter(({ method }) => method === 'POST');

async function draw(server: FakeServer, open: number) {
  const drawn = await renderScreen(InvoicesList, {
    server,
    at: `/?open=i${open}`,
    may: approver,
    variant: 'fm',
  });
  await detail(open);
  return drawn;
}

test('the page of another invoice never stands beside the decision, and nothing is decided before its own', async () => {
  const server = invoiceServer(invoicesUpTo(4));
  const arrive = slowPictures(server, (picture) => picture !== 'picture-d1');
  const { user } = await draw(server, 1);
  await waitFor(() => expect(shownPicture()).toBe('blob:image/picture-d1'));

  await user.keyboard('a');
  await detail(2);
  expect(shownPicture()).toBeNull();
  await user.keyboard('a');
  await user.keyboard('r');
  await screen.findByText('De eerste pagina van 2026-11-0002 is nog niet te zien.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(decisions(server)).toHaveLength(1);

  await arrive('picture-d2');
  await waitFor(() => expect(shownPicture()).toBe('blob:image/picture-d2'));
  expect(screen.queryByText(/is nog niet te zien/)).toBeNull();
  await user.keyboard('a');
  await detail(3);
  expect(decisions(server).map(({ url }) => url)).toEqual([
    '/api/fmmodule/invoices/i1/approve',
    '/api/fmmodule/invoices/i2/approve',
  ]);
});

test('the number of the document stands on its page', async () => {
  await draw(invoiceServer(invoicesUpTo(2)), 2);
  const viewer = await screen.findByRole('region', { name: 'Document' });
  await within(viewer).findByText('2026-11-0002');
  await within(viewer).findByText('2026-11-0002 · Pagina 1 van 1');
});

test('whoever says so decides without the page', async () => {
  const server = invoiceServer(invoicesUpTo(2));
  slowPictures(server, () => true);
  const { user } = await draw(server, 1);
  await user.click(await screen.findByRole('button', { name: 'Zonder pagina beslissen' }));
  await user.keyboard('a');
  await detail(2);
  expect(decisions(server)).toHaveLength(1);
  // For that invoice alone.
  await screen.findByText('De eerste pagina van 2026-11-0002 is nog niet te zien.');
});

test('a page that does not come says why, and the invoice can be decided without it', async () => {
  const server = invoiceServer(invoicesUpTo(1));
  server.on('GET', images, () => refusal('not-found'));
  const { user } = await draw(server, 1);
  await screen.findByText('404: de afbeelding is niet gevonden');
  await user.click(await screen.findByRole('button', { name: 'Zonder pagina beslissen' }));
  await user.click(await screen.findByRole('button', { name: 'Goedkeuren' }));
  await waitFor(() => expect(decisions(server)).toHaveLength(1));
});

test('going back to an invoice whose page was there shows that page at once', async () => {
  const server = invoiceServer(invoicesUpTo(3));
  const arrive = slowPictures(server, (picture) => picture === 'picture-d2');
  const { user } = await draw(server, 1);
  await waitFor(() => expect(shownPicture()).toBe('blob:image/picture-d1'));
  await user.keyboard('j');
  await detail(2);
  await user.keyboard('k');
  await detail(1);
  await waitFor(() => expect(shownPicture()).toBe('blob:image/picture-d1'));
  await arrive('picture-d2');
  expect(shownPicture()).toBe('blob:image/picture-d1');
  await user.keyboard('a');
  await detail(2);
});

test('the first pages of the next two invoices are fetched in advance, the nearest first', async () => {
  const server = invoiceServer(invoicesUpTo(4));
  await draw(server, 1);
  const asked = () =>
    server.calls.flatMap(({ url }) => (url.startsWith(images) ? [/filename=([\w-]+)/.exec(url)?.[1]] : []));
  await waitFor(() => expect(asked()).toEqual(['picture-d1', 'picture-d2', 'picture-d3']));
});

test("'Automatisch' passes over what cannot be decided", async () => {
  const server = invoiceServer([invoice(1), invoice(2, { statusValue: 'Duplicate' }), invoice(3)]);
  const { user } = await draw(server, 1);
  await waitFor(() => expect(shownPicture()).toBe('blob:image/picture-d1'));
  await user.keyboard('a');
  await detail(3);
});

test('a value that is clicked is marked where it stands on its page', async () => {
  const server = invoiceServer([{ ...invoice(1), iban: 'NL91ABNA0417164300' }]);
  const { user } = await draw(server, 1);
  await user.click(await screen.findByTitle('Waar IBAN op de pagina staat'));
  expect(await screen.findByTitle('NL91 ABNA 0417 1643 00')).toBeDefined();
  await user.click(screen.getByText('1 regel op de factuur'));
  const line = screen.getByTitle('Waar Onderhoud op de pagina staat');
  await user.click(line);
  expect(line.getAttribute('aria-pressed')).toBe('true');
  await waitFor(() => expect(screen.queryByTitle('NL91 ABNA 0417 1643 00')).toBeNull());
  // What stands on no page is no button.
  expect(screen.queryByTitle('Waar Factuurnummer op de pagina staat')).toBeNull();
});
