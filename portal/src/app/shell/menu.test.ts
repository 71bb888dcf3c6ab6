import { describe, expect, test } from 'vitest';
import type { Screen } from '#portal/kit/screens.tsx';
import { openItems, visibleMenu } from './menu.ts';

const all = () => true;
const screensOf = (menu: ReturnType<typeof visibleMenu>) =>
  menu.flatMap(({ items }) => items.map(({ screen }) => screen));

describe('the menu', () => {
  test('shows a line only with its permission and a screen behind it', () => {
    const held = ['core.customerrelations.read.company', 'comceptum.workorders.read.user'];
    expect(screensOf(visibleMenu(held, all, { product: 'core' }))).toEqual([
      'customer-relations:index',
      'workorders:index',
      'export-times:index',
    ]);
    const hasOnly = (name: string) => name === 'workorders:index';
    expect(screensOf(visibleMenu(held, hasOnly, { product: 'core' }))).toEqual(['workorders:index']);
  });

  test('shows the management groups only to holders of the brand’s own permission', () => {
    const held = ['fm.deprecated.read', 'core.companies.read.system'];
    expect(screensOf(visibleMenu(held, all, { product: 'fm' }))).toEqual(['companies:index']);
    expect(screensOf(visibleMenu(held, all, { product: 'core' }))).toEqual([]);
  });

  test('shows their own company and groups to the administrators of a customer only', () => {
    const own = ['core.companies.read.company', 'core.groups.read.company'];
    expect(screensOf(visibleMenu(own, all, { product: 'fm' }))).toEqual([
      'own-company:index',
      'groups:index',
    ]);
    const provider = ['core.companies.read.system', 'core.groups.read.system'];
    expect(screensOf(visibleMenu(provider, all, { product: 'fm' }))).toEqual([]);
  });

  test('hides a line from a person who sees the same of everybody elsewhere', () => {
    const own = ['fmmodule.usage.read.company', 'fm.report.read.company'];
    expect(screensOf(visibleMenu(own, all, { product: 'fm' }))).toEqual(['usage:index']);
    expect(screensOf(visibleMenu([...own, 'fm.report.read.system'], all, { product: 'fm' }))).toEqual([]);
  });

  test('shows no group without lines', () => {
    expect(visibleMenu(['core.deprecated.read'], all, { product: 'core' })).toEqual([]);
  });

  test('counts a wider scope, and any one of the alternatives', () => {
    const held = ['carpetline.usercustomerrelations.read.system'];
    expect(screensOf(visibleMenu(held, all, { product: 'carpetline' }))).toEqual([
      'user-customer-relations:index',
    ]);
    const own = ['carpetline.usercustomerrelations.read.user'];
    expect(screensOf(visibleMenu(own, all, { product: 'carpetline' }))).toEqual([]);
  });
});

test('the search offers every screen that opens, also where the menu has no head for it', () => {
  const screen = (name: Screen['name'], more: Partial<Screen> = {}): Screen => ({
    name,
    path: `/${name}`,
    title: name,
    load: async () => () => null,
    ...more,
  });
  const screens = [
    screen('companies:index', { suffix: 'system' }),
    screen('groups:index'),
    screen('modules:index'),
  ];
  const held = ['core.companies.read.company', 'core.groups.read.system'];
  expect(screensOf(visibleMenu(held, (name) => name !== 'own-company:index', { product: 'core' }))).toEqual(
    [],
  );
  expect(openItems(held, screens).map((line) => line.screen)).toEqual(['groups:index']);
});
