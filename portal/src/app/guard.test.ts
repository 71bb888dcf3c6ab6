import { describe, expect, test } from 'vitest';
import type { Screen } from '#portal/kit/screens.tsx';
import { guard, permissionOf } from './guard.ts';

const screen = (name: Screen['name'], more: Partial<Screen> = {}): Screen => ({
  name,
  path: `/${name}`,
  title: name,
  load: async () => () => null,
  ...more,
});

describe('the permission of a screen', () => {
  test.each([
    ['index and detail mean read', screen('companies:index'), 'core.companies.read'],
    ['index and detail mean read', screen('companies:detail'), 'core.companies.read'],
    ['copy means create', screen('workorders:copy', { prefix: 'comceptum' }), 'comceptum.workorders.create'],
    ['other actions are their own word', screen('companies:update'), 'core.companies.update'],
    ['hyphens fall away', screen('price-agreements:create', { prefix: 'fm' }), 'fm.priceagreements.create'],
    [
      'a screen may name the resource and the scope itself',
      screen('export-times:index', { prefix: 'comceptum', permission: 'workordertimes', suffix: 'company' }),
      'comceptum.workordertimes.read.company',
    ],
  ])('%s', (_, of, expected) => expect(permissionOf(of)).toBe(expected));
});

describe('the guard', () => {
  const index = screen('companies:index');
  const create = screen('companies:create');
  const screens = [index, create];

  test('lets in who holds the permission, in any scope', () => {
    expect(guard(create, ['core.companies.create.system'], screens)).toEqual({ kind: 'open' });
  });

  test('sends who may not create to the index', () => {
    expect(guard(create, ['core.companies.read.company'], screens)).toEqual({ kind: 'go', to: index });
  });

  test('keeps nobody from a screen that is for everybody', () => {
    expect(guard(screen('password:update', { isForEverybody: true }), [], screens)).toEqual({ kind: 'open' });
  });

  test('sends home who may not see the index either, and never an index to itself', () => {
    expect(guard(create, [], screens)).toEqual({ kind: 'home' });
    expect(guard(index, [], screens)).toEqual({ kind: 'home' });
    expect(guard(create, ['core.companies.readonly'], [create])).toEqual({ kind: 'home' });
  });
});
