import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { SplitView } from './split-view.tsx';

afterEach(() => localStorage.clear());

const columns = () => screen.getByText('werk').parentElement?.parentElement?.style.gridTemplateColumns;

test('the divider moves by keyboard, is remembered, and a double click puts it back', async () => {
  const { user, unmount } = await renderScreen(() => (
    <SplitView side="pagina">
      <p>werk</p>
    </SplitView>
  ));
  const divider = screen.getByRole('separator', { name: 'Scheiding verslepen' });
  expect(columns()).toBe('');
  divider.focus();
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(columns()).toBe('minmax(0px, 42%) minmax(0px, 1fr)');
  expect(divider.getAttribute('aria-valuenow')).toBe('42');
  unmount();
  await renderScreen(() => (
    <SplitView side="pagina">
      <p>werk</p>
    </SplitView>
  ));
  expect(columns()).toBe('minmax(0px, 42%) minmax(0px, 1fr)');
  await user.dblClick(screen.getByRole('separator'));
  expect(columns()).toBe('');
});

test('it leaves a quarter to the page', async () => {
  const { user } = await renderScreen(() => (
    <SplitView side="pagina">
      <p>werk</p>
    </SplitView>
  ));
  screen.getByRole('separator').focus();
  await user.keyboard('{ArrowRight>12/}');
  expect(columns()).toBe('minmax(0px, 75%) minmax(0px, 1fr)');
});
