import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import type { TreeNode } from './tree.rules.ts';
import { Tree } from './tree.tsx';

beforeEach(() => {
  // jsdom lays nothing out; the box is as high as a real one.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(420);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const nodes: readonly TreeNode[] = [
  {
    id: 'all',
    label: 'Alle klanten',
    children: Array.from({ length: 1000 }, (_, at) => ({
      id: `c${at}`,
      label: `Klant ${at}`,
      children: [
        { id: `c${at}a`, label: 'Anke' },
        { id: `c${at}b`, label: 'Ruben' },
      ],
    })),
  },
];

function drawn(search = '') {
  const seen: ReadonlySet<string>[] = [];
  function Customers() {
    const [set, setSet] = useState<ReadonlySet<string>>(new Set());
    const onChange = (next: ReadonlySet<string>) => {
      seen.push(next);
      setSet(next);
    };
    return (
      <Tree
        label="Uitrol"
        nodes={nodes}
        chosen={set}
        onChange={onChange}
        search={search}
        openAtFirst={['all']}
      />
    );
  }
  return { Customers, chosen: () => [...(seen.at(-1) ?? [])].toSorted() };
}

const active = () => {
  const id = screen.getByRole('tree', { name: 'Uitrol' }).getAttribute('aria-activedescendant');
  return document.getElementById(id ?? '');
};

test('a thousand branches draw only the lines in view, and say where they stand', async () => {
  const { Customers } = drawn();
  await renderScreen(Customers);
  expect(screen.getAllByRole('treeitem').length).toBeLessThan(60);
  const first = screen.getByRole('treeitem', { name: 'Klant 0 0 van 2' });
  expect(first.getAttribute('aria-level')).toBe('2');
  expect(first.getAttribute('aria-setsize')).toBe('1000');
  expect(first.getAttribute('aria-expanded')).toBe('false');
});

test('the keyboard moves, opens, ticks and finds', async () => {
  const { Customers, chosen } = drawn();
  const { user } = await renderScreen(Customers);
  await user.tab();
  expect(active()?.textContent).toContain('Alle klanten');
  await user.keyboard('{ArrowDown}{ArrowRight}{ArrowDown}{ArrowDown} ');
  expect(chosen()).toEqual(['c0b']);
  expect(active()?.getAttribute('aria-checked')).toBe('true');
  await user.keyboard('{ArrowLeft}');
  expect(active()?.getAttribute('aria-checked')).toBe('mixed');
  await user.keyboard('{Enter}');
  expect(chosen()).toEqual(['c0a', 'c0b']);
  await user.keyboard('{ArrowLeft}');
  expect(active()?.getAttribute('aria-expanded')).toBe('false');
  await user.keyboard('klant 3');
  expect(active()?.textContent).toContain('Klant 3');
  await user.keyboard('{Home}');
  expect(active()?.textContent).toContain('Alle klanten');
});

test('the mouse ticks by the box and the name, and opens by the arrow', async () => {
  const { Customers, chosen } = drawn();
  const { user } = await renderScreen(Customers);
  await user.click(screen.getByText('Klant 1'));
  expect(chosen()).toEqual(['c1a', 'c1b']);
  expect(screen.getByRole('treeitem', { name: 'Klant 1 2 van 2' }).getAttribute('aria-checked')).toBe('true');
});

test('a search that finds nothing says so', async () => {
  const { Customers } = drawn('bestaat niet');
  await renderScreen(Customers);
  expect(screen.getByText('Geen resultaten gevonden')).toBeTruthy();
});
