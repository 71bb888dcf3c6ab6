import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { OrderLinksCard } from './order-links-card.tsx';

const url = '/api/fmmodule/order-links/i1';
const line = {
  orderLineId: 'l1',
  workOrderId: 'o1',
  yearNumber: '2026-114',
  reference: 'Jaarverslag',
  description: 'Binnenwerk',
  purchaseAmount: 50_000,
  otherInCents: 0,
  isInvoiced: false,
  amountInCents: 51_000,
};
const proposal = { ...line, confidence: 0.99, reason: 'number', named: 'order 2026-114' };
const empty = { links: [], proposals: [], exclInCents: 51_000, differenceInCents: 0, mayLink: true };
const may = ['fmmodule.invoices.update.company', 'comceptum.orderlines.readpurchase.company'];
const Card = () => <OrderLinksCard invoiceId="i1" />;

test('a proposal is linked by a click, and the difference is shown', async () => {
  const server = fakeServer();
  const sent: unknown[] = [];
  let now: object = { ...empty, proposals: [proposal] };
  server.on('GET', url, () => result(now));
  server.on('PUT', url, ({ body }) => {
    sent.push(body);
    const link = { ...line, linkedAt: '2026-11-20T09:00:00Z', linkedByName: 'Petra' };
    now = { ...empty, links: [link], differenceInCents: 1000 };
    return result(now);
  });
  await renderScreen(Card, { server, variant: 'fm', may });
  expect(await screen.findByText('Noemt order 2026-114')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: /Koppelen/ }));
  expect(sent).toEqual([{ links: [{ orderLineId: 'l1', amountInCents: 51_000 }] }]);
  expect((await screen.findByText(/Verschil met begroot/)).textContent).toContain('10,00');
});

test('without the right to purchase amounts nothing shows, and nothing is asked', async () => {
  const server = fakeServer();
  await renderScreen(Card, { server, variant: 'fm', may: ['fmmodule.invoices.update.company'] });
  expect(screen.queryByText('Order')).toBeNull();
  expect(server.calls.filter(({ url: asked }) => asked.startsWith(url))).toEqual([]);
});
