import { configure, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { carpetOrders } from '#contract/carpetline/orders.ts';
import type { Rec } from '#contract/resource.ts';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { carpetlineScreens } from '../index.ts';
import { OrderUpdate } from './order-form.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

const line: Rec<typeof carpetOrders>['orderLines'][number] = {
  id: 'l1',
  lineNumber: 1,
  qualityName: 'Berber 12',
  shape: 0,
  length: 200,
  width: 90,
  diameter: null,
  quantity: 1,
  semiFinishId: 's1',
  semiFinishDescription: 'Festonneren',
  articleId: null,
  articleDescription: '',
  articleNumber: '',
  colorId: null,
  colorDescription: '',
  attachment: null,
  discontinued: [],
};
const order: Rec<typeof carpetOrders> & { id: string } = {
  id: 'o1',
  companyId: 'v1',
  number: 12,
  reference: 'Trap',
  customerRelation: null,
  deliveredBy: 'Desso',
  supplierCarpet: 'Desso',
  transportFinishedProduct: 0,
  orderDate: '2026-11-20',
  receivedDate: null,
  deliveryDate: null,
  status: 0,
  lineCount: 1,
  createdAt: '2026-11-20T09:14:00Z',
  rowVersion: 1,
  note: '',
  orderLines: [line],
  orderedBy: { id: 'sanne', fullName: 'Sanne de Wit' },
  timeline: [],
  canUpdate: true,
  canDelete: true,
  canProcess: false,
};

test('while a line is being chosen the order cannot be saved without it', async () => {
  const server = fakeServer();
  server.on('GET', '/api/carpetline/orders/12', () => result(order));
  server.on('GET', '/api/carpetline/semi-finishes/lookup', () => result([{ id: 's1', description: 'Festonneren', articles: [], colors: [] }]));
  const { user } = await renderScreen(OrderUpdate, {
    path: '/carpetline/orders/{orderId}/update',
    at: '/carpetline/orders/12/update',
    server,
    screens: carpetlineScreens,
    may: ['carpetline.orders.read.company', 'carpetline.orders.update.company'],
  });
  await screen.findByRole('button', { name: 'Opslaan' });
  await user.click(await screen.findByRole('button', { name: 'Regel toevoegen' }));
  const editor = screen.getByRole('group', { name: 'Regel toevoegen' });
  expect(screen.queryByRole('button', { name: 'Opslaan' })).toBeNull();
  await user.click(within(editor).getByRole('button', { name: 'Annuleren' }));
  await screen.findByRole('button', { name: 'Opslaan' });
  await user.click(screen.getByRole('button', { name: 'Regel 1 wijzigen' }));
  expect(screen.queryByRole('button', { name: 'Opslaan' })).toBeNull();
});
