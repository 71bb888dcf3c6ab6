import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { invoices } from '#contract/invoicing/invoices.ts';
import { refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { approver, invoice, invoiceServer, invoicesUpTo } from '../testing/samples.ts';
import { InvoicesList } from './invoices-list.tsx';

afterEach(() => void vi.restoreAllMocks());

const documents = () => screen.getAllByText(/^2026-11-\d{4}$/).map(({ textContent }) => textContent);
const heading = (words: string) =>
  waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(words));
const rowOf = (number: number) => screen.getByRole('row', { name: new RegExp(`Crediteur ${number}\\b`) });
const isOpen = (number: number) => within(rowOf(number)).queryByRole('button', { expanded: true }) !== null;

function draw(server = invoiceServer(invoicesUpTo(3)), at = '/') {
  return renderScreen(InvoicesList, { server, at, may: approver, variant: 'fm' });
}

test('the list asks for the first 250 with their count, and the heading shows it once known', async () => {
  const server = invoiceServer(invoicesUpTo(3));
  await draw(server);
  await heading('Te keuren 3');
  expect(documents()).toEqual(['2026-11-0001', '2026-11-0002', '2026-11-0003']);
  expect(server.calls.map(({ url }) => url)).toContain(
    '/api/fmmodule/invoices?$top=250&$count=true&$orderby=documentId asc',
  );
});

test('with more than 250 a message shows, and a search asks the server too', async () => {
  const server = invoiceServer(invoicesUpTo(3), 312);
  const { user, findByText } = await draw(server);
  await findByText(/Eerste 250 getoond/);
  await user.type(screen.getByRole('searchbox'), 'crediteur');
  await waitFor(() => expect(server.calls.some(({ url }) => url.includes('query=crediteur'))).toBe(true));
});

test('a search narrows what is loaded at once, and shows what the server finds beyond what rows show', async () => {
  const server = invoiceServer(invoicesUpTo(3));
  const list = '/api/fmmodule/invoices';
  let release = () => {};
  const { user, findByText } = await draw(server);
  await findByText('Crediteur 2');
  server.on('GET', list, async ({ url }) => {
    if (url.includes('query=')) await new Promise<void>((resolve) => (release = resolve));
    return result(url.includes('query=') ? [invoices.row.parse(invoice(3))] : invoicesUpTo(3), { count: 1 });
  });
  await user.type(screen.getByRole('searchbox'), 'F-2');
  await waitFor(() => expect(documents()).toEqual(['2026-11-0002']));
  await heading('Te keuren 1');
  await waitFor(() => expect(server.calls.some(({ url }) => url.includes('query=F-2'))).toBe(true));
  release();
  await waitFor(() => expect(documents()).toEqual(['2026-11-0003']));
});

test('a click opens a row and closes all others, a second click closes it', async () => {
  const { user, findByText } = await draw();
  await user.click(await findByText('Crediteur 1'));
  await waitFor(() => expect(isOpen(1)).toBe(true));
  await user.click(rowOf(2));
  await waitFor(() => expect(isOpen(2)).toBe(true));
  expect(isOpen(1)).toBe(false);
  expect(within(rowOf(2)).getByRole('radio')).toHaveProperty('checked', true);
  await user.click(within(rowOf(2)).getByRole('button', { expanded: true }));
  await waitFor(() => expect(isOpen(2)).toBe(false));
});

test('heads sort by document, creditor and date, the same one again the other way round', async () => {
  const server = invoiceServer(invoicesUpTo(2));
  const { user, findByText } = await draw(server);
  await findByText('Crediteur 1');
  await user.click(screen.getByRole('button', { name: 'Crediteur' }));
  await user.click(screen.getByRole('button', { name: 'Crediteur' }));
  await user.click(screen.getByRole('button', { name: 'Factuurdatum' }));
  const lists = () => server.calls.filter(({ url }) => url.startsWith('/api/fmmodule/invoices?'));
  const asked = () => lists().map(({ url }) => /\$orderby=([^&]*)/.exec(url)?.[1]);
  await waitFor(() =>
    expect(asked()).toEqual(['documentId asc', 'creditor/name asc', 'creditor/name desc', 'invoiceDate asc']),
  );
  expect(screen.queryByRole('button', { name: 'Bedrag' })).toBeNull();
});

test('pages are of 25 unless another of the five sizes is chosen', async () => {
  const { user, findByText } = await draw(invoiceServer(invoicesUpTo(30)));
  await findByText('Crediteur 1');
  expect(documents()).toHaveLength(25);
  const sizes = screen.getByLabelText('Rijen per pagina');
  expect(
    within(sizes)
      .getAllByRole('option')
      .map((one) => one.textContent),
  ).toEqual([10, 25, 50, 100, 250].map((size) => `${size} per pagina`));
  await user.click(screen.getByRole('button', { name: 'Laatste pagina' }));
  await findByText('Crediteur 30');
  expect(documents()).toHaveLength(5);
  await user.selectOptions(sizes, '50');
  await waitFor(() => expect(documents()).toHaveLength(30));
});

test('another view asks for its status and keeps it in the address', async () => {
  const all = [invoice(1), invoice(2, { approvalState: 'rejected' })];
  const { user, address } = await draw(invoiceServer(all));
  await heading('Te keuren 1');
  await user.selectOptions(screen.getByLabelText('Welke facturen'), 'Afgekeurd');
  await heading('Afgekeurd 1');
  expect(documents()).toEqual(['2026-11-0002']);
  expect(address()).toBe('/?status=rejected');
});

test('without invoices the list says so, and how to begin', async () => {
  const { findByText } = await draw(invoiceServer([]));
  await findByText('Geen facturen gevonden');
});

test('who may not upload is not asked to', async () => {
  const { findByText } = await draw(invoiceServer([]));
  await findByText(/dan staat hij hier vanzelf/);
  expect(screen.queryByText(/Upload een factuur/)).toBeNull();
});

test('when everything is approved the list says that instead', async () => {
  const { findByText } = await draw(
    invoiceServer([invoice(1, { statusValue: 'Processed', approvalState: 'approved' })]),
  );
  await findByText('Alles is gekeurd');
});

test('a lost connection shows in the place of the list, with a retry', async () => {
  const server = invoiceServer(invoicesUpTo(1));
  let isLost = true;
  const answer = () => result([invoice(1)], { count: 1 });
  server.on('GET', '/api/fmmodule/invoices', () => {
    if (isLost) throw new TypeError('no connection');
    return answer();
  });
  const { user, findByText, findByRole } = await draw(server);
  await findByText('Oeps, er is een verbindingsfout opgetreden!');
  isLost = false;
  await user.click(await findByRole('button', { name: 'Opnieuw proberen' }));
  await findByText('Crediteur 1');
});

test('a link to an invoice that is not in the list opens it on top', async () => {
  const all = [invoice(1), invoice(9, { statusValue: 'Processed', approvalState: 'approved' })];
  await draw(invoiceServer(all), '/?open=i9');
  await waitFor(() => expect(isOpen(9)).toBe(true));
  expect(documents()[0]).toBe('2026-11-0009');
});

test('a link to a deleted invoice says so above the list', async () => {
  const server = invoiceServer(invoicesUpTo(1));
  server.on('GET', '/api/fmmodule/invoices/gone', () => refusal('not-found'));
  const { findByText } = await draw(server, '/?open=gone');
  await findByText('not-found');
  await findByText('Crediteur 1');
});

test('a hidden column stays hidden, and the download asks for the current view', async () => {
  const server = invoiceServer(invoicesUpTo(2));
  const { user, findByText } = await draw(server, '/?status=rejected&columns=documentId');
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Factuurdatum' })).toBeNull());
  const asked = () => server.calls.find(({ url }) => url.includes('/export'))?.url;
  server.on('GET', '/api/fmmodule/invoices/export', () => refusal('not-found'));
  await user.click(await screen.findByRole('button', { name: 'Lijst downloaden' }));
  await user.click(await findByText('CSV voor Excel'));
  await waitFor(() => expect(asked()).toContain('status=rejected'));
  expect(asked()).toContain('format=csv');
});
