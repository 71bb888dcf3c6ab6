import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { workOrderScreens } from '../index.ts';
import { RunningClock } from './running-clock.tsx';

const may = ['comceptum.workordertimes.create.user', 'comceptum.workorders.read.user'];
const clock = (startedAt: string, needsEnd = false) =>
  result({
    workOrderId: 'o418',
    workOrder: { yearNumber: '2026-418', reference: 'Jaarverslag' },
    startedAt,
    needsEnd,
  });

async function draw(answer: () => Response, rights = may) {
  vi.useFakeTimers({ now: new Date('2026-11-21T11:00:00Z'), toFake: ['Date'] });
  const server = fakeServer();
  server.on('GET', '/api/comceptum/timer', answer);
  return renderScreen(RunningClock, { server, may: rights, screens: workOrderScreens });
}

test('the running clock names its order, leads to it, and stops from where one is', async () => {
  const { user, server } = await draw(() => clock('2026-11-21T10:18:00Z'));
  server.on('POST', '/api/comceptum/timer/stop', () => result({}));
  const link = await screen.findByRole('link', { name: '2026-418 Jaarverslag' });
  expect(link.getAttribute('href')).toBe('/comceptum/workorders/o418');
  expect(screen.getByText('0:42')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Klok op 2026-418: stop' }));
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Uw klok' })).toBeNull());
  expect(server.calls.at(-1)).toMatchObject({ method: 'POST', body: { workOrderId: 'o418' } });
});

test('a clock that was stopped on another device leaves', async () => {
  let isStopped = false;
  const { user, server } = await draw(() => (isStopped ? result(null) : clock('2026-11-21T10:18:00Z')));
  server.on('POST', '/api/comceptum/timer/stop', () => {
    isStopped = true;
    return refusal('not-found');
  });
  await user.click(await screen.findByRole('button', { name: /stop$/ }));
  await screen.findByText('De klok stond al stil');
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Uw klok' })).toBeNull());
});

test('after ten hours it waits to be confirmed, also where the page was open all that time', async () => {
  await draw(() => clock('2026-11-20T20:00:00Z'));
  await screen.findByText('Te bevestigen');
  expect(screen.getByRole('button', { name: /Tot wanneer/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /stop$/ })).toBeNull();
});

test('without the permission to write hours nothing is asked', async () => {
  const { server } = await draw(() => clock('2026-11-21T10:18:00Z'), ['comceptum.workorders.read.user']);
  expect(server.calls).toEqual([]);
});
