import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { invoicingScreens } from '../index.ts';
import { ArchivePage } from './archive-page.tsx';

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

test('what is sought is shown where it stands, and leads to that page', async () => {
  const server = fakeServer();
  server.on('GET', '/api/fmmodule/archive/administrations', () => result([{ id: idOf('a'), name: 'Wonen' }]));
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
  await user.click(screen.getByRole('button', { name: 'Meer tonen' }));
  expect(await within(list).findByRole('link', { name: /F-2/ })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Meer tonen' })).toBeNull();
});
