import { expect, test } from 'vitest';
import { permissionCatalogue } from '#contract/permissions.ts';
import { effectivePermissions, type Given } from './rights.rules.ts';

const given = (change: Partial<Given>): Given => ({
  permissions: [],
  hasAccessToEverything: false,
  isProvider: false,
  companyModules: ['fmmodule'],
  userModules: [],
  ...change,
});

test('a right of a module that the company lacks does not count, core always does', () => {
  const permissions = [
    'fmmodule.invoices.read.company',
    'comceptum.workorders.read.user',
    'core.users.read.company',
  ];
  expect(effectivePermissions(given({ permissions }))).toEqual([
    'core.users.read.company',
    'fmmodule.invoices.read.company',
  ]);
});

test('a right for everything counts for people of the provider only', () => {
  const permissions = ['core.companies.read.system'];
  expect(effectivePermissions(given({ permissions }))).toEqual([]);
  expect(effectivePermissions(given({ permissions, isProvider: true }))).toEqual(permissions);
});

test("a user's own modules narrow further, and none narrow nothing", () => {
  const permissions = ['fm.report.read.company', 'fmmodule.invoices.read.company'];
  const bought = { permissions, companyModules: ['fm', 'fmmodule'] };
  expect(effectivePermissions(given({ ...bought, userModules: ['fm'] }))).toEqual(['fm.report.read.company']);
  expect(effectivePermissions(given(bought))).toEqual(permissions);
});

test('access to everything is the complete catalogue for the provider, and without system for a customer', () => {
  const everything = { hasAccessToEverything: true };
  expect(effectivePermissions(given({ ...everything, isProvider: true }))).toEqual(
    permissionCatalogue.toSorted(),
  );
  const customer = effectivePermissions(given(everything));
  expect(customer).toContain('fmmodule.invoices.approve.company');
  expect(customer.filter((permission) => permission.endsWith('.system'))).toEqual([]);
  expect(customer.filter((permission) => permission.startsWith('comceptum.'))).toEqual([]);
});
