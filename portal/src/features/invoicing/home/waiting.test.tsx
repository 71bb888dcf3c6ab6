import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import type { Screen } from '#portal/kit/screens.tsx';
import { WaitingForMe } from './waiting.tsx';

const screens: readonly Screen[] = [
  {
    name: 'invoices:index',
    path: '/fmmodule/invoices',
    title: 'invoicing.title',
    load: async () => () => null,
  },
  {
    name: 'deliveries:index',
    path: '/fmmodule/deliveries',
    title: 'invoicing.deliveries.title',
    load: async () => () => null,
  },
];
const may = [
  ...['read', 'approve', 'update', 'export'].map((verb) => `fmmodule.invoices.${verb}.company`),
  'fmmodule.deliveries.read.company',
];

async function draw(counts: { open: number; rejected: number; failed: number; stuck: number }) {
  const server = fakeServer();
  server.on('GET', '/api/fmmodule/invoices', ({ url }) =>
    result([], {
      count: url.includes('status=rejected')
        ? counts.rejected
        : url.includes('isExportFailed')
          ? counts.failed
          : counts.open,
    }),
  );
  server.on('GET', '/api/fmmodule/deliveries', () => result([], { count: counts.stuck }));
  server.on('GET', '/api/fmmodule/mentions', () => result([]));
  server.on('GET', '/api/fmmodule/advices/open', () => result([]));
  return renderScreen(WaitingForMe, { server, may, screens, variant: 'fm' });
}

test('each count leads to what waits; zero stays, grey', async () => {
  await draw({ open: 37, rejected: 2, failed: 4, stuck: 1 });
  const part = await screen.findByRole('region', { name: 'Wat wacht op u' });
  expect((await within(part).findByRole('link', { name: '37 te keuren' })).getAttribute('href')).toBe(
    '/fmmodule/invoices',
  );
  expect((await within(part).findByRole('link', { name: '2 afgekeurd' })).getAttribute('href')).toContain(
    'status=rejected',
  );
  const notExported = await within(part).findByRole('link', { name: '4 niet geëxporteerd' });
  expect(notExported.getAttribute('href')).toContain('failedExport=true');
  expect((await within(part).findByRole('link', { name: '1 mislukte export' })).getAttribute('href')).toBe(
    '/fmmodule/deliveries?state=failing',
  );
  expect(within(part).getByRole('link', { name: '0 keer genoemd' }).dataset['none']).toBe('true');
});

test('when nothing waits, it says so', async () => {
  await draw({ open: 0, rejected: 0, failed: 0, stuck: 0 });
  expect(await screen.findByText('Er wacht niets op u.')).toBeDefined();
});
