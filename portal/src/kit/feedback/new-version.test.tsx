import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isAway } from '../data/connection.ts';
import { holdPage } from '../data/held-page.ts';
import { newVersion } from '../data/new-version.ts';
import { lazyPart } from '../lazy-part.tsx';
import { renderScreen } from '../testing/render-screen.tsx';
import { NewVersionState } from './new-version-bar.tsx';

const reload = vi.fn();
const question = 'Er is een nieuwe versie van Balie.';

beforeEach(() => {
  newVersion.set(false);
  reload.mockReset();
  vi.spyOn(window, 'location', 'get').mockReturnValue({ ...window.location, reload });
});
afterEach(() => {
  newVersion.set(false);
  isAway.set(false);
  vi.restoreAllMocks();
});

test('a new version asks for a reload in the foot, only between two tasks and with a connection', async () => {
  const { user } = await renderScreen(() => <h1>Werk</h1>);
  expect(screen.queryByText(question)).toBeNull();
  let isBusy = true;
  const release = holdPage(() => isBusy);
  act(() => newVersion.set(true));
  expect(screen.queryByText(question)).toBeNull();
  isBusy = false;
  expect(await screen.findByText(question, {}, { timeout: 3000 })).toBeTruthy();
  act(() => isAway.set(true));
  expect(screen.queryByText(question)).toBeNull();
  act(() => isAway.set(false));
  // Something was begun since the bar was drawn.
  isBusy = true;
  await user.click(screen.getByRole('button', { name: 'Nu herladen' }));
  expect(reload).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByText(question)).toBeNull(), { timeout: 3000 });
  release();
  await user.click(await screen.findByRole('button', { name: 'Nu herladen' }, { timeout: 3000 }));
  expect(reload).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('heading', { name: 'Werk' })).toBeTruthy();
});

test('a screen of the new version says so, and lets what is being sent end first', async () => {
  const release = holdPage(() => true);
  const { user } = await renderScreen(NewVersionState);
  const button = screen.getByRole('button', { name: 'Nu herladen' });
  expect(button).toHaveProperty('disabled', true);
  release();
  await waitFor(() => expect(button).toHaveProperty('disabled', false), { timeout: 3000 });
  await user.click(button);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a part whose code is gone leaves what stands around it, says so, and is tried again', async () => {
  let isThere = false;
  const Part = lazyPart(async () => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module: /assets/part.js');
    return () => <p>Het deel</p>;
  });
  const { unmount } = await renderScreen(() => (
    <>
      <h1>Werk</h1>
      <Part />
    </>
  ));
  expect(await screen.findByText('Oeps, er is een verbindingsfout opgetreden!')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Werk' })).toBeTruthy();
  unmount();
  isThere = true;
  await renderScreen(() => <Part />);
  expect(await screen.findByText('Het deel')).toBeTruthy();
});
