import { configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { carpetlineScreens } from '../index.ts';
import { line, order } from '../testing/samples.ts';
import { Board } from './board.tsx';
import { ClosingDays } from './closing-days.tsx';
import { Labels } from './label.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000, defaultHidden: true });

const inProgress = { ...order, status: 1 as const, receivedDate: '2026-11-10' };
const relation = { id: 'r1', tag: '20114', name: 'Woonhuis Zutphen' };

test('the work floor shows what is to be delivered by day, late first, with what has to be made', async () => {
  const server = fakeServer();
  server.on('GET', '/api/carpetline/board', () =>
    result([
      {
        ...inProgress,
        id: 'o1',
        number: 2,
        deliveryDate: '2026-11-19',
        workingDaysLeft: -1,
        customerRelation: relation,
      },
      {
        ...inProgress,
        id: 'o2',
        number: 3,
        deliveryDate: '2026-11-20',
        workingDaysLeft: 0,
        reference: 'Hal',
      },
      {
        ...inProgress,
        id: 'o3',
        number: 5,
        deliveryDate: '2026-11-20',
        workingDaysLeft: 0,
        reference: 'Gang',
        orderLines: [
          {
            ...line,
            quantity: 3,
            shape: 1,
            length: null,
            width: null,
            diameter: 150,
            semiFinishDescription: 'Banderen',
            articleNumber: 'B-040',
            articleDescription: 'Katoenband',
            colorDescription: 'Zand',
          },
        ],
      },
      { ...inProgress, id: 'o4', number: 6, deliveryDate: '2026-12-01', workingDaysLeft: 6 },
    ]),
  );
  await renderScreen(Board, {
    path: '/carpetline/board',
    server,
    screens: carpetlineScreens,
    may: ['carpetline.orders.process.company', 'carpetline.orders.read.company'],
  });
  const days = (await screen.findAllByRole('heading', { level: 2 })).map((head) => head.textContent);
  expect(days).toEqual(['19-11-20261 werkdag te laat', '20-11-2026vandaag', '01-12-2026nog 6 werkdagen']);
  expect(screen.getByRole('link', { name: '2 · Woonhuis Zutphen · Trap' }).getAttribute('href')).toBe(
    '/carpetline/orders/2',
  );
  expect(screen.getByText('3 × Berber 12').closest('li')?.textContent).toContain(
    'Rond · ⌀ 150 cm · Banderen · B-040 Katoenband · Zand',
  );
});

test('an empty work floor says what comes here', async () => {
  const server = fakeServer();
  server.on('GET', '/api/carpetline/board', () => result([]));
  await renderScreen(Board, {
    path: '/carpetline/board',
    server,
    screens: carpetlineScreens,
    may: ['carpetline.orders.process.company'],
  });
  expect(await screen.findByText('Niets in behandeling')).toBeTruthy();
});

test('there is a label for each line, with a code that leads to its order', async () => {
  const server = fakeServer();
  const second = { ...line, id: 'l2', lineNumber: 2, qualityName: 'Desso', quantity: 2 };
  server.on('GET', '/api/carpetline/orders/12', () =>
    result({
      ...order,
      customerRelation: relation,
      deliveryDate: '2026-12-01',
      receivedDate: '2026-11-20',
      status: 1,
      orderLines: [line, second],
    }),
  );
  await renderScreen(Labels, {
    path: '/carpetline/orders/{orderId}/labels',
    at: '/carpetline/orders/12/labels',
    server,
    screens: carpetlineScreens,
    may: ['carpetline.orders.read.company'],
  });
  const labels = await screen.findAllByRole('region');
  expect(labels.map((label) => label.getAttribute('aria-label'))).toEqual(['1 van 2', '2 van 2']);
  expect(labels[1]?.textContent).toContain('Desso × 2');
  expect(labels[1]?.textContent).toContain('Woonhuis Zutphen');
  expect(labels[1]?.textContent).toContain('01-12-2026');
  await waitFor(() => expect(labels.map((label) => label.querySelectorAll('svg').length)).toEqual([1, 1]));
});

test('a closing day without a date, or with the same date twice, is named at its row and nothing is sent', async () => {
  const server = fakeServer();
  server.on('GET', '/api/carpetline/settings', () =>
    result({ closingDays: [{ day: '2026-12-24', description: 'Kerst' }] }),
  );
  const { user } = await renderScreen(ClosingDays, {
    path: '/carpetline/closing-days',
    server,
    screens: carpetlineScreens,
    may: ['carpetline.orders.process.company'],
  });
  await user.click(await screen.findByRole('button', { name: 'Dag toevoegen' }));
  const rows = () => screen.getAllByRole('textbox', { name: /Omschrijving/ });
  await waitFor(() => expect(rows()).toHaveLength(2));
  fireEvent.change(rows()[1] ?? document.body, { target: { value: 'Inventaris' } });
  const sent = server.calls.length;
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  const day = screen.getAllByRole('textbox', { name: 'Dag' })[1] ?? document.body;
  await waitFor(() => expect(day.getAttribute('aria-invalid')).toBe('true'));
  await user.type(day, '24-12-2026');
  await user.tab();
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  expect(await screen.findByText('Deze waarde staat ook op een andere regel')).toBeTruthy();
  expect(server.calls).toHaveLength(sent);
});
