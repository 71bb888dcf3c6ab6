import { configure, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ownInvoices } from '#contract/billing/own-usage.ts';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { billingScreens } from '../index.ts';
import { sampleInvoices, sampleRunInvoice } from '../testing/billing-samples.ts';
import { OwnUsage } from './own-usage.tsx';
// What a screen fetches when it is needed is there already: a busy machine would be waited for in vain.
import '../usage-documents/usage-documents-dialog.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

const url = '/api/fmmodule/usage';

async function openUsage() {
  const server = fakeServer();
  server.on('GET', url, () => result(sampleInvoices()));
  server.list(ownInvoices, {}, [
    sampleRunInvoice({
      invoiceNumber: 'F2026-00001',
      invoiceDate: '2026-11-02',
      dueDate: '2026-12-02',
      hasPdf: true,
    }),
  ]);
  return renderScreen(OwnUsage, {
    path: '/fmmodule/usage',
    screens: billingScreens,
    may: ['fmmodule.usage.read.company'],
    server,
  });
}

test('the own company sees the figures that the provider sees, and may not change what it pays', async () => {
  await openUsage();
  const table = await screen.findByRole('table', { name: 'Scans' });
  expect(within(table).getByRole('row', { name: /oktober 2026/ }).textContent).toContain('€\u202f180,00');
  expect(screen.queryByRole('button', { name: 'Opslaan' })).toBeNull();
});

test('an amount opens the documents of the own company', async () => {
  const { server, user } = await openUsage();
  server.on('GET', `${url}/documents`, () =>
    Response.json({ result: [], metadata: { count: 0, totals: { totalUse: 0, count: 0, totalCost: 0 } } }),
  );
  await user.click(await screen.findByRole('button', { name: /Scans, oktober 2026: documenten tonen/ }));
  expect(await screen.findByRole('dialog', { name: /Scans/ })).toBeTruthy();
  await waitFor(() =>
    expect(server.calls.some((call) => call.url.startsWith(`${url}/documents?`))).toBe(true),
  );
});

test('an amount of 0 opens nothing', async () => {
  await openUsage();
  const card = await screen.findByRole('table', { name: 'Scans' });
  expect(within(card).getAllByRole('button').length).toBeGreaterThan(0);
  // Nothing was processed, so that total is 0.
  expect(screen.queryByRole('button', { name: /Verwerkt: documenten tonen/ })).toBeNull();
});

test('its invoices can be fetched, those that are ready', async () => {
  const { server, user } = await openUsage();
  const made = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  );
  server.on('GET', `${url}/invoices/i1/pdf`, () => new Response('%PDF'));
  await user.click(await screen.findByRole('button', { name: 'PDF van F2026-00001 downloaden' }));
  await waitFor(() => expect(made).toHaveBeenCalled());
  expect(made.mock.contexts[0]).toHaveProperty('download', 'F2026-00001.pdf');
  expect(screen.queryByRole('button', { name: /UBL van/ })).toBeNull();
});
