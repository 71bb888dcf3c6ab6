import { describe, expect, test } from 'vitest';
import { permissionCatalogue, satisfies, satisfiesAny, widestScope } from './permissions.ts';

describe('a held permission satisfies a required one', () => {
  test.each([
    ['carpetline.orders.read', 'carpetline.orders.read', true],
    ['carpetline.orders.read.company', 'carpetline.orders.read', true],
    ['core.modules.readonly', 'core.modules.read', false],
    ['carpetline.orders.read', 'carpetline.orders.read.company', false],
    ['core.groups.read.system', 'core.groups.read.company', true],
    ['core.groups.read.company', 'core.groups.read.user', true],
    ['core.groups.read.user', 'core.groups.read.company', false],
    ['core.groups.read.company', 'core.groups.read.system', false],
    ['fm.releases.update.system', 'fm.releases.read', true],
    ['fm.releases.update.company', 'fm.releases.read.system', false],
    ['fm.releases.read.system', 'fm.releases.update', false],
    ['core', 'core.groups.read', false],
    ['core.deprecated.read', 'core.deprecated.read', true],
  ])('%s for %s: %s', (granted, required, answer) => {
    expect(satisfies([granted], required)).toBe(answer);
  });
});

test('a pipe separates alternatives, any one suffices', () => {
  expect(satisfiesAny(['carpetline.orders.read.user'], 'core.x.read | carpetline.orders.read')).toBe(true);
  expect(satisfiesAny(['carpetline.orders.read.user'], 'core.x.read|core.y.read')).toBe(false);
});

test('the widest held scope counts, and one without a scope is the own company', () => {
  expect(widestScope(['a.b.read.user', 'a.b.read.system', 'a.b.read.company'], 'a.b.read')).toBe('system');
  expect(widestScope(['a.b.read'], 'a.b.read')).toBe('company');
  expect(widestScope(['a.b.update.company', 'a.b.read.user'], 'a.b.read')).toBe('company');
  expect(widestScope(['a.b.readonly'], 'a.b.read')).toBeNull();
});

test('some rights come with another one, in the own company at most', () => {
  const uploads = ['fmmodule.documents.create.user'];
  expect(widestScope(uploads, 'fmmanagement.documents.update')).toBe('user');
  expect(satisfies(uploads, 'fmmanagement.documents.read.user')).toBe(true);
  expect(satisfies(uploads, 'fmmanagement.documents.read.company')).toBe(false);
  expect(satisfies(uploads, 'fmmanagement.documents.retry')).toBe(false);
  const decides = ['fmmodule.invoices.approve.system'];
  expect(widestScope(decides, 'fmmodule.invoices.markoriginal')).toBe('company');
  expect(satisfies(decides, 'fmmodule.invoices.markoriginal.system')).toBe(false);
  expect(
    widestScope([...decides, 'fmmodule.invoices.markoriginal.system'], 'fmmodule.invoices.markoriginal'),
  ).toBe('system');
});

test('the catalogue has no doubles and holds the names that the screens ask for', () => {
  expect(new Set(permissionCatalogue).size).toBe(permissionCatalogue.length);
  for (const required of [
    'core.customerrelations.read',
    'comceptum.workorders.read',
    'comceptum.workordertimes.read',
    'carpetline.usercustomerrelations.read.company',
    'fm.releases.update',
    'fmmodule.invoicerecognitiondata.read.user',
    'fmmanagement.documents.read.user',
    'core.companies.read.system',
    'core.groups.read.system',
    'core.modules.read.system',
    'fmmodule.invoices.read.company',
    'fmmodule.invoices.approve',
    'fmmodule.documents.create.company',
    'fm.deprecated.read',
  ]) {
    expect(satisfies(permissionCatalogue, required), required).toBe(true);
  }
});
