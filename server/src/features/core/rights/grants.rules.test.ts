import { expect, test } from 'vitest';
import { permissionCatalogue } from '#contract/permissions.ts';
import { type Granter, mayGive, mayGiveGroup } from './grants.rules.ts';

const granter = (permissions: readonly string[], hasEverything = false): Granter => ({
  companyId: 'own',
  permissions,
  isProvider: hasEverything,
  hasEverything,
});

test.each([
  // held, given, to whose people, may
  ['core.users.read.company', 'core.users.read.company', 'own', true],
  ['core.users.read.system', 'core.users.read.company', 'own', true],
  ['core.users.update.company', 'core.users.read.company', 'own', true],
  ['core.users.read.company', 'core.users.update.company', 'own', false],
  ['core.users.read.company', 'core.users.read.system', 'own', false],
  ['fmmodule.documents.read.user', 'fmmodule.documents.read.company', 'own', false],
  ['fmmodule.documents.read.company', 'fmmodule.documents.read.user', 'own', true],
  ['core.users.read.company', 'core.users.read.company', 'another', false],
  ['core.users.read.company', 'core.users.read.company', null, false],
  ['core.users.read.system', 'core.users.read.company', 'another', true],
  ['core.users.read.system', 'core.users.read.company', null, true],
  ['core.deprecated.read', 'core.deprecated.read', 'another', true],
  ['core.users.read.system', 'core.users.fly', 'own', false],
])('with %s: %s to people of %s: %s', (granted, given, companyId, may) => {
  expect(mayGive(granter([granted]), given, companyId)).toBe(may);
});

test('a right that the catalogue does not have over everything goes to another company by the provider with access to everything only', () => {
  const given = 'fmmodule.usage.read.company';
  for (const companyId of ['another', null]) {
    expect(mayGive(granter([given], true), given, companyId)).toBe(true);
    expect(mayGive(granter([given]), given, companyId)).toBe(false);
    expect(mayGive({ ...granter([given], true), isProvider: false }, given, companyId)).toBe(false);
  }
  expect(mayGive(granter([given]), given, 'own')).toBe(true);
});

test('access to everything gives every right of the catalogue to anybody', () => {
  for (const given of permissionCatalogue)
    expect(mayGive(granter(permissionCatalogue, true), given, 'another'), given).toBe(true);
});

test('what is in no catalogue any more is moved about by who has everything only', () => {
  expect(mayGive(granter(['core.gone.read.company']), 'core.gone.read.company', 'own')).toBe(false);
  expect(mayGive(granter([], true), 'core.gone.read.company', 'own')).toBe(true);
});

test('a group is given completely or not at all', () => {
  const granted = granter(['core.users.read.company']);
  const group = { permissions: ['core.users.read.company'], accessToEverything: false };
  expect(mayGiveGroup(granted, group, 'own')).toBe(true);
  expect(
    mayGiveGroup(
      granted,
      { ...group, permissions: [...group.permissions, 'core.users.delete.company'] },
      'own',
    ),
  ).toBe(false);
  expect(mayGiveGroup(granted, { permissions: [], accessToEverything: true }, 'own')).toBe(false);
  expect(mayGiveGroup(granter([], true), { permissions: [], accessToEverything: true }, 'own')).toBe(true);
});
