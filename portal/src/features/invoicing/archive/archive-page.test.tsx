import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { invoicingScreens } from '../index.ts';
import { ArchivePage } from './archive-page.tsx';
import { OriginalsPage } from './originals-page.tsx';

const idOf = (n: string) => `00000000-0000-7000-8000-00000000000${n}`;
const row = (id: string, documentId: string, matches: object[]) => ({
  id: idOf(id),
  documentId,
  invoiceNumber: `F-${id}`,
  invoiceDate: '2026-03-02',
  creditor: { name: 'Liftservice Noord' },
  administration: { id: idOf('a'), name: 'Wonen' },
  currency: 'EUR',
  totalAmount: 12_100,
  statusValue: 'Processed',
  approvalState: 'approved',
  matches,
  matchCount: matches.length,
});
const piece = (text: string, isHit = false) => ({ text, isHit });

const whole = {
  seenAt: '2026-11-20T02:00:00.000Z',
  seenCount: 1234,
  wholeAt: '2026-11-20T02:00:00.000Z',
  round: null,
  damaged: [],
};

test('what is sought is shown where it stands, and leads to that page', async () => {
  const server = fakeServer();
  server.on('GET', '/api/fmmodule/archive/administrations', () => result([{ id: idOf('a'), name: 'Wonen' }]));
  server.on('GET', '/api/fmmodule/archive/originals', () => result(whole));
  server.on('GET', '/api/fmmodule/archive', ({ url }) => {
    const asked = new URL(url, 'http://x').searchParams;
    if (asked.get('before') === `2026-03-02_${idOf('d')}`)
      return Response.json({ result: [row('2', 'D-2', [])], metadata: { next: null } });
    const pieces = [piece('aan drie '), piece('liften', true)];
    return Response.json({
      result: [row('1', 'D-1', [{ page: 2, pieces }])],
      metadata: { next: `2026-03-02_${idOf('d')}` },
    });
  });
  const { user } = await renderScreen(ArchivePage, {
    server,
    screens: invoicingScreens,
    path: '/fmmodule/archive',
    at: '/fmmodule/archive?search=lift',
    may: ['fmmodule.archive.read.company'],
  });
  const list = await screen.findByRole('list', { name: 'Archief' });
  expect(within(list).getByText('liften').tagName).toBe('MARK');
  expect(within(list).getByRole('link', { name: 'Blz. 2' }).getAttribute('href')).toBe(
    `/fmmodule/archive/${idOf('1')}?search=lift&page=2`,
  );
  expect(screen.getByRole('link', { name: /^Alle 1.234 originelen heel op 20-11-2026/ })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Meer tonen' }));
  expect(await within(list).findByRole('link', { name: /F-2/ })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Meer tonen' })).toBeNull();
});

test('an original that is damaged is told with its invoice, and since when', async () => {
  const server = fakeServer();
  const damaged = {
    invoiceId: idOf('1'),
    documentId: 'D-1',
    invoiceNumber: 'F-1',
    invoiceDate: '2026-03-02',
    creditor: 'Liftservice Noord',
    filename: 'lift.pdf',
    sha256: 'ab'.repeat(32),
    state: 'damaged',
    foundAt: '2026-11-19T02:00:00.000Z',
    checkedAt: '2026-11-20T02:00:00.000Z',
  };
  const round = { beganAt: '2026-11-18T02:00:00.000Z', checked: 20, planned: 1235 };
  server.on('GET', '/api/fmmodule/archive/originals', () => result({ ...whole, round, damaged: [damaged] }));
  await renderScreen(OriginalsPage, {
    server,
    screens: invoicingScreens,
    path: '/fmmodule/archive/originals',
    may: ['fmmodule.archive.read.company'],
  });
  expect(await screen.findByText('1 origineel is beschadigd of weg')).toBeDefined();
  expect(screen.getByText('20 van 1.235 sinds 18-11-2026')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Liftservice Noord F-1' }).getAttribute('href')).toBe(
    `/fmmodule/archive/${idOf('1')}`,
  );
  expect(screen.getByText('gevonden 19-11-2026 03:00, laatst gekeken 20-11-2026 03:00')).toBeDefined();
});

test('an inspector is made for a period until a day, and is invited next', async () => {
  const server = fakeServer();
  server.on('GET', '/api/fmmodule/archive/administrations', () => result([{ id: idOf('a'), name: 'Wonen' }]));
  server.on('GET', '/api/fmmodule/archive/originals', () => result(whole));
  server.on('GET', '/api/fmmodule/archive', () => Response.json({ result: [], metadata: { next: null } }));
  const iris = {
    id: idOf('7'),
    companyId: idOf('c'),
    emailAddress: { address: 'iris@inspectie.example' },
    firstName: 'Iris',
    lastName: 'de Boer',
    administrations: [],
    from: '2025-01-01',
    to: '2025-12-31',
    endsOn: '2027-01-31',
    active: true,
    createdAt: '2026-11-20T02:00:00.000Z',
  };
  server.on('GET', '/api/core/inspectors', () => result([{ ...iris, id: idOf('8'), active: false }]));
  server.on('POST', '/api/core/inspectors', () => result(iris));
  const { user } = await renderScreen(ArchivePage, {
    server,
    screens: invoicingScreens,
    path: '/fmmodule/archive',
    may: ['fmmodule.archive.read.company', 'core.users.read.company', 'core.users.create.company'],
  });
  await user.click(await screen.findByRole('button', { name: 'Inspecteurs' }));
  const made = await screen.findByRole('region', { name: 'Inspecteurs' });
  expect(within(made).getByText('Beëindigd')).toBeDefined();
  await user.type(screen.getByLabelText('Voornaam'), 'Iris');
  await user.type(screen.getByLabelText('Achternaam'), 'de Boer');
  await user.type(screen.getByLabelText('E-mailadres'), 'iris@inspectie.example');
  const end = screen.getByLabelText('Toegang tot en met');
  await user.clear(end);
  await user.type(end, '31-1-2027');
  await user.click(screen.getByRole('button', { name: 'Toevoegen' }));
  expect(await screen.findByText(/Iris de Boer uitnodigen/)).toBeDefined();
  const sent = server.calls.find(({ method }) => method === 'POST');
  expect(sent?.body).toMatchObject({
    firstName: 'Iris',
    emailAddress: { address: 'iris@inspectie.example' },
    administrationIds: [],
    endsOn: '2027-01-31',
  });
});
