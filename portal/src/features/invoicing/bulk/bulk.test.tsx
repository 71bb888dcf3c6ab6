import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { InvoicesList } from '../invoices/invoices-list.tsx';
import { approver, invoice, invoiceServer } from '../testing/samples.ts';

async function draw() {
  const server = invoiceServer([
    invoice(1, { isOpened: true }),
    invoice(2, { isOpened: true, approvalState: 'onHold' }),
    invoice(3, { isOpened: true, totalAmount: 5000 }),
    invoice(4),
  ]);
  server.on('GET', '/api/fmmodule/approvals/settings', () =>
    result({
      digestHour: null,
      escalateAfter: null,
      escalateTo: null,
      bulkNeedsOpened: true,
      mailsTurns: false,
      rowVersion: 0,
    }),
  );
  server.on('POST', '/api/fmmodule/invoices/decide', ({ body }) => {
    const { ids, verb } = Object(body);
    return result(
      ids.map((id: string) =>
        id === 'i3' && verb === 'approve'
          ? { id, outcome: 'failed', reason: 'Henk Drost heeft deze factuur goedgekeurd.' }
          : { id, outcome: 'done', reason: '' },
      ),
    );
  });
  const drawn = await renderScreen(InvoicesList, { server, at: '/', may: approver, variant: 'fm' });
  await screen.findByText('Crediteur 4');
  return { ...drawn, server };
}
const box = (number: number) =>
  screen.getByRole('checkbox', { name: `Vink 2026-11-000${number}, Crediteur ${number} aan` });
const decided = (calls: readonly { method: string; url: string; body: unknown }[]) =>
  calls.filter(({ method, url }) => method === 'POST' && url.endsWith('/decide')).map(({ body }) => body);

test('ticked rows are summed, and those left out say why; the row’s own choice stays apart', async () => {
  const { user } = await draw();
  await user.click(screen.getByRole('checkbox', { name: 'Vink alles op deze pagina aan' }));
  const bar = await screen.findByRole('group', { name: 'Gekozen facturen' });
  expect(bar.textContent).toContain('4 gekozen');
  expect(bar.textContent).toContain('2 gaan mee');
  expect(bar.textContent).toContain('1 aangehouden, 1 niet geopend');
  expect(screen.getByText('Niet mee: nog niet door u geopend')).toBeDefined();
  expect(screen.queryAllByRole('radio', { checked: true })).toHaveLength(0);
  await user.click(within(bar).getByRole('button', { name: /Selectie wissen/ }));
  expect(screen.queryByRole('group', { name: 'Gekozen facturen' })).toBeNull();
});

test('A approves what goes along; what fails stays ticked with its reason, and undo takes back the rest', async () => {
  const { user, server } = await draw();
  await user.click(box(1));
  await user.keyboard('{Shift>}');
  await user.click(box(3));
  await user.keyboard('{/Shift}');
  await screen.findByRole('button', { name: /2 goedkeuren/ });
  await user.keyboard('a');
  expect(await screen.findByText('Henk Drost heeft deze factuur goedgekeurd.')).toBeDefined();
  expect(decided(server.calls)).toEqual([{ verb: 'approve', ids: ['i1', 'i3'] }]);
  expect(screen.getAllByRole('checkbox', { checked: true })).toEqual([box(2), box(3)]);
  expect(await screen.findByText('1 factuur goedgekeurd')).toBeDefined();
  await user.click(screen.getByRole('button', { name: /Ongedaan maken/ }));
  await waitFor(() => expect(decided(server.calls).at(-1)).toEqual({ verb: 'undo', ids: ['i1'] }));
});

test('Space ticks the focused row', async () => {
  const { user } = await draw();
  const [first] = screen.getAllByRole('button', { name: 'Details tonen' });
  first?.focus();
  await user.keyboard(' ');
  expect(await screen.findByRole('button', { name: /1 goedkeuren/ })).toBeDefined();
  expect(first?.getAttribute('aria-expanded')).toBe('false');
});
