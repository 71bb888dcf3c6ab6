import { configure, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { carpetOrders } from '#contract/carpetline/orders.ts';
import { fakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { carpetlineScreens } from '../index.ts';
import { order } from '../testing/samples.ts';
import { OrdersList } from './orders-list.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

test.each([
  ['company', '12'],
  ['system', 'o1'],
])('with read permission for the %s an order is opened by %s', async (reach, key) => {
  const server = fakeServer();
  server.list(carpetOrders, {}, [order]);
  await renderScreen(OrdersList, {
    path: '/carpetline/orders',
    server,
    screens: carpetlineScreens,
    may: [`carpetline.orders.read.${reach}`],
  });
  expect(await screen.findByRole('link', { name: '12' })).toHaveProperty(
    'href',
    expect.stringMatching(new RegExp(`/carpetline/orders/${key}$`)),
  );
});

test.each([
  ['a portal user', [], 'lg'],
  ['staff', ['carpetline.orders.process.company'], 'sm'],
])('%s orders by one button', async (_, more, size) => {
  const server = fakeServer();
  server.list(carpetOrders, {}, [order]);
  await renderScreen(OrdersList, {
    path: '/carpetline/orders',
    server,
    screens: carpetlineScreens,
    may: ['carpetline.orders.read.user', 'carpetline.orders.create.user', ...more],
  });
  const buttons = await screen.findAllByRole('link', { name: /^Order plaatsen/ });
  expect(buttons.map((button) => button.dataset['size'])).toEqual([size]);
});
